import type { ComponentProps } from 'react';
import './scene.css';

/**
 * A drawing that moves as the visitor scrolls to it (scene.css). Its parts with the class `scene-hop` jump, and
 * those with `scene-appear` grow from nothing; with `data-stage` 2 and 3, they do so later. Draw the end of the motion:
 * some visitors see only that. The text is a part of the picture, and is not translated.
 */
export function Scene({ className = '', ...props }: ComponentProps<'svg'>) {
  return <svg {...props} className={`scene notranslate ${className}`} aria-hidden="true" />;
}
