import { expect, test } from 'vitest';
import { connect } from './supabase';

test.each([
  ['from', () => connect().storage.from('pictures')],
  ['channel', () => connect().channel('people')],
  ['invoke', () => connect().functions.invoke('greet')],
])('a part of supabase-js that is left out throws when it is used: %s', (name, use) => {
  expect(use).toThrow(`leaves out the part of supabase-js that has "${name}"`);
});
