import type { ComponentProps } from 'react';
import { frameWithoutSubmit } from '../lib/wait';
import './scene.css';

const BEAT_MS = 240;

/**
 * A drawing that acts once, when it comes on the screen. In it, a group of a class `act-…` (scene.css)
 * moves, and starts at its `data-beat`. Draw the end of the motion: without a script and with reduced motion,
 * visitors see only that. Its text is a part of the picture, and is not translated.
 */
export function Scene(props: ComponentProps<'svg'>) {
  return <svg ref={actWhenSeen} {...props} className="scene notranslate" aria-hidden="true" />;
}

/** One scene in each quiet frame: for all at once, a slow phone would compute styles for a tenth of a second. */
let turn: Promise<unknown> = Promise.resolve();

function actWhenSeen(scene: SVGSVGElement) {
  let observer: IntersectionObserver | undefined;
  turn = turn.then(frameWithoutSubmit).then(() => {
    if (scene.isConnected) observer = observe(scene);
  });
  return () => observer?.disconnect();
}

/**
 * A scene off the screen waits as its motion begins, and acts when most of it is on the screen. A scene
 * that is on the screen as the app starts never waits, and stays as it is: its parts would jump to the
 * beginning in view.
 */
function observe(scene: SVGSVGElement): IntersectionObserver {
  const observer = new IntersectionObserver(
    ([entry]) => {
      for (const part of scene.querySelectorAll<SVGElement>('[data-beat]')) {
        part.style.animationDelay = `${BEAT_MS * (0.5 + Number(part.dataset.beat))}ms`;
      }
      scene.classList.add(entry?.isIntersecting ? 'scene-acting' : 'scene-waiting');
      if (entry?.isIntersecting) observer.disconnect();
    },
    // In a low window, less of the scene fits on the screen.
    { threshold: Math.min(0.7, (0.7 * window.innerHeight) / scene.clientHeight) },
  );
  observer.observe(scene);
  return observer;
}
