import { expect, test } from 'vitest';
import { SaveError } from './save-error';

test.each([
  [new SaveError('network', 0), true],
  [new SaveError('refused', 408), true],
  [new SaveError('rate_limited', 429), true],
  [new SaveError('server', 500), true],
  [new SaveError('server', 503), true],
  [new SaveError('offline', 0), false],
  [new SaveError('timeout', 0), false],
  [new SaveError('page_outdated', 0), true],
  [new SaveError('refused', 200), false],
  [new SaveError('refused', 401), false],
  [new SaveError('refused', 409), false],
])('whether to try again: %s → %s', (error, isTransient) => {
  expect(error.isTransient).toBe(isTransient);
});

test('the message names the cause, the status and the code', () => {
  expect(new SaveError('refused', 403, '42501').message).toBe(
    'The sign-up was not saved: refused (status 403, code 42501)',
  );
  expect(new SaveError('offline', 0).message).toBe('The sign-up was not saved: offline (status 0)');
});
