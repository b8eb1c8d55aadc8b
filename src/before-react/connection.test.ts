import { expect, test, vi } from 'vitest';
import './connection';

test('the first interest sends one OPTIONS, with the names of the headers of a save', () => {
  const fetched = vi.spyOn(window, 'fetch').mockRejectedValue(new Error('offline'));
  for (const interest of ['focusin', 'input']) document.body.dispatchEvent(new Event(interest, { bubbles: true }));
  const headers = {
    apikey: 'anon-key',
    authorization: 'Bearer anon-key',
    'content-profile': 'public',
    'content-type': 'application/json',
    'x-client-info': expect.any(String),
  };
  const request = { method: 'OPTIONS', headers };
  expect(fetched).toHaveBeenCalledExactlyOnceWith('https://supabase.test/rest/v1/waitlist', request);
});
