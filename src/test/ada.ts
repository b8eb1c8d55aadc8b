import type { SignUp } from '../waitlist/waitlist-fields';

/** Somebody who gives everything. */
export const ada = {
  name: 'Ada Lovelace',
  phoneNumber: '+44 20 7946 0000',
  instagram: '@ada',
  email: 'ada@example.com',
} as const satisfies SignUp;
