import { expect, test } from 'vitest';
import { createVisitorClient } from './supabase';

test.each([
  ['from', () => createVisitorClient().storage.from('pictures')],
  ['channel', () => createVisitorClient().channel('people')],
  ['invoke', () => createVisitorClient().functions.invoke('greet')],
])('a part of supabase-js that is left out throws when it is used: %s', (name, use) => {
  expect(use).toThrow(`leaves out the part of supabase-js that has "${name}"`);
});
