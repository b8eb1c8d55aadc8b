import type { ComponentProps } from 'react';
import './scene.css';

/**
 * A drawing that acts as the visitor scrolls to it. Its parts with the class `scene-hop` or `scene-appear` move
 * (scene.css), those with `data-stage` 2 and 3 later. Draw the end of the motion: some visitors see only that. The text is
 * a part of the picture, and is not translated.
 */
export function Scene({ className = '', ...props }: ComponentProps<'svg'>) {
  return <svg {...props} className={`scene notranslate ${className}`} aria-hidden="true" />;
}
