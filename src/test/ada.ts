import { sampleSignUp } from '../waitlist/fields';

/** A person who fills in every field. */
export const ada = { ...sampleSignUp(1), name: 'Ada Lovelace' };
