import type { ComponentProps } from 'react';
import './scene.css';

const BEAT_MS = 240;

/**
 * A drawing that acts once, when it comes on the screen. A part of it with the class `scene-hop`, `scene-appear`,
 * or `scene-roll` moves, and starts at its `data-beat`. Draw the end of the motion, because without a script and with
 * reduced motion, visitors see only that. The text is a part of the picture, and is not translated.
 */
export function Scene({ className = '', ...props }: ComponentProps<'svg'>) {
  return <svg ref={actWhenSeen} {...props} className={`scene notranslate ${className}`.trim()} aria-hidden="true" />;
}

/**
 * A scene off the screen waits at the beginning of its motion, and acts when it comes on the screen. A scene that is on
 * the screen as the app starts stays as it is, because its parts would jump to the beginning in view.
 */
function actWhenSeen(scene: SVGSVGElement) {
  const observer = new IntersectionObserver(
    (entries) => {
      for (const part of scene.querySelectorAll<SVGElement>('[data-beat]')) {
        part.style.animationDelay = `${BEAT_MS * (0.5 + Number(part.dataset.beat))}ms`;
      }
      // The last entry is the newest.
      const isOnScreen = entries.at(-1)?.isIntersecting;
      scene.classList.add(isOnScreen ? 'scene-acting' : 'scene-waiting');
      if (isOnScreen) observer.disconnect();
    },
    // On the screen: above the lowest 30 % of the window.
    { rootMargin: '0px 0px -30%' },
  );
  observer.observe(scene);
  return () => observer.disconnect();
}
