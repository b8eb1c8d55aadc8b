// At each of these events React hydrates its target at once, in one long task.
const TOUCHES = [
  'touchstart',
  'touchend',
  'pointerdown',
  'pointerup',
  'mousedown',
  'mouseup',
  'click',
  'keydown',
  'keyup',
  'input',
];

/**
 * Keeps these events from React before hydration: the browser handles them without a delay, hydration
 * continues in small tasks, and the app then reads the form's values.
 */
export function keepTapsNative(): void {
  for (const touch of TOUCHES) {
    addEventListener(
      touch,
      (event) => {
        if (isAwaited()) event.stopPropagation();
      },
      { capture: true, passive: true },
    );
  }
}

/** Whether a form waits for the app: not hydrated, and loading has not failed (`waitlist/pending-submit.ts`). */
function isAwaited(): boolean {
  return !document.documentElement.dataset.app && document.forms.length > 0;
}
