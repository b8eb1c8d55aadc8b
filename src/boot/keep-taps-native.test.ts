import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { sayStuck, takePendingSubmit } from '../waitlist/pending-submit';
import { keepTapsNative } from './keep-taps-native';

const app = vi.fn();

beforeAll(() => {
  keepTapsNative();
  document.addEventListener('click', app);
});

afterEach(() => {
  delete window.pendingSubmit;
  document.body.replaceChildren();
  document.documentElement.removeAttribute('class');
});

function tap(html: string): boolean {
  document.body.innerHTML = html;
  const target = document.querySelector('input, a');
  return (
    target?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true })) ?? false
  );
}

test('a tap is the browser’s until the form is there', () => {
  expect(tap('<form><input></form>')).toBe(true);
  expect(app).not.toHaveBeenCalled();

  takePendingSubmit();
  tap('<form><input></form>');
  expect(app).toHaveBeenCalledOnce();
});

test('a form that says it is stuck has its link heard', () => {
  sayStuck();
  tap('<form><a href="#again">Load it again</a></form>');
  expect(app).toHaveBeenCalledOnce();
});

test('a page without a form has nothing to wait for', () => {
  tap('<a href="#home">Home</a>');
  expect(app).toHaveBeenCalledOnce();
});
