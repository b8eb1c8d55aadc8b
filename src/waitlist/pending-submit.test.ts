import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answerPendingSubmit, sayStuck, takePendingSubmit } from './pending-submit';

let form: HTMLFormElement;
let button: HTMLButtonElement;

beforeEach(() => {
  delete window.pendingSubmit;
  document.body.innerHTML =
    '<form><input name="name" aria-required="true"><input name="email"><button>Join</button></form>';
  form = document.forms[0] as HTMLFormElement;
  button = form.elements[2] as HTMLButtonElement;
  answerPendingSubmit();
});

afterEach(() => {
  document.body.replaceChildren();
  document.documentElement.removeAttribute('class');
});

/** @returns whether somebody answered */
function submit(values: Record<string, string>): boolean {
  for (const [name, value] of Object.entries(values)) {
    (form.elements.namedItem(name) as HTMLInputElement).value = value;
  }
  return !form.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }));
}

const isStuck = () => document.documentElement.classList.contains('app-missing');

test('a submit that no form handles yet is answered at once, and handed over once', () => {
  expect(submit({ name: 'Ada' })).toBe(true);
  expect(button).toHaveTextContent('Adding you...');
  expect(button).toBeDisabled();

  expect(takePendingSubmit()).toBe(true);
  expect(button).toHaveTextContent('Join');
  expect(button).toBeEnabled();
  expect(takePendingSubmit()).toBe(false);
});

test('one with a required field left blank waits for its message', () => {
  expect(submit({ name: ' ', email: 'ada@example.com' })).toBe(true);

  expect(button).toHaveTextContent('Join');
  expect(takePendingSubmit()).toBe(true);
});

test('a form that is there handles its submits itself', () => {
  takePendingSubmit();

  expect(submit({ name: 'Ada' })).toBe(false);
  expect(button).toHaveTextContent('Join');
});

test('who waits for a form that does not come is told so, and saved should it come after all', () => {
  vi.useFakeTimers();
  submit({ name: 'Ada' });
  vi.advanceTimersByTime(10_000);

  expect(isStuck()).toBe(true);
  expect(button).toHaveTextContent('Join');

  expect(takePendingSubmit()).toBe(true);
  expect(isStuck()).toBe(false);
});

test.each([
  ['with all that is required', 'Ada'],
  ['with something left out', ''],
])('who goes on typing after a press %s has to press again', (_, name) => {
  submit({ name });
  form.elements[1]?.dispatchEvent(new InputEvent('input', { bubbles: true }));

  expect(button).toHaveTextContent('Join');
  expect(takePendingSubmit()).toBe(false);
});

test('the press after that is answered, and has its whole time', () => {
  vi.useFakeTimers();
  submit({ name: '' });
  vi.advanceTimersByTime(9_000);
  form.elements[0]?.dispatchEvent(new InputEvent('input', { bubbles: true }));
  submit({ name: 'Ada' });
  vi.advanceTimersByTime(9_000);

  expect(button).toHaveTextContent('Adding you...');
  expect(isStuck()).toBe(false);
});

test('who presses again after that waits anew', () => {
  vi.useFakeTimers();
  submit({ name: 'Ada' });
  vi.advanceTimersByTime(10_000);
  form.elements[1]?.dispatchEvent(new InputEvent('input', { bubbles: true }));
  submit({ name: 'Ada' });

  expect(isStuck()).toBe(false);
  expect(button).toHaveTextContent('Adding you...');
});

test('a form that came in time is not said to be stuck', () => {
  vi.useFakeTimers();
  submit({ name: 'Ada' });
  takePendingSubmit();
  vi.advanceTimersByTime(10_000);

  expect(isStuck()).toBe(false);
});

test('a form that cannot come is busy no more', () => {
  submit({ name: 'Ada' });
  sayStuck();

  expect(isStuck()).toBe(true);
  expect(button).toBeEnabled();
});
