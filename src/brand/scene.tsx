import type { ComponentProps } from 'react';
import './scene.css';

const BEAT_MS = 240;

/**
 * A drawing that animates once when it is on the screen. A group of class `act-…` (scene.css) starts
 * at its `data-beat`; the drawing is as the animation leaves it. Its text is part of the picture.
 */
export function Scene(props: ComponentProps<'svg'>) {
  return <svg ref={actWhenSeen} {...props} className="scene notranslate" aria-hidden="true" />;
}

/**
 * Off the screen a scene waits at its beginning, and it acts when most of it is on the screen. One
 * that is there as the script arrives stays as it is.
 */
function actWhenSeen(scene: SVGSVGElement) {
  const observer = new IntersectionObserver(
    ([entry]) => {
      for (const part of scene.querySelectorAll<SVGElement>('[data-beat]')) {
        part.style.animationDelay = `${BEAT_MS * (0.5 + Number(part.dataset.beat))}ms`;
      }
      scene.classList.add(entry?.isIntersecting ? 'scene-acting' : 'scene-waiting');
    },
    { threshold: 0.7 },
  );
  observer.observe(scene);
  return () => observer.disconnect();
}
