import { type FieldKey, mapFields, type SignUpInput } from './fields.ts';

/** A valid text for each field. The number makes it another person's. */
const SAMPLES: Record<FieldKey, (n: number) => string> = {
  name: (n) => `Robin Example ${n}`,
  phoneNumber: (n) => `+1 (555) ${n}`,
  instagram: (n) => `@robin${n}`,
  email: (n) => `robin.${n}@example.com`,
};

/** A sign-up with every field filled in. */
export function sampleSignUp(n: number): SignUpInput {
  return mapFields((key) => SAMPLES[key](n));
}

/** The person of tests in which any person will do. */
export const ada = { ...sampleSignUp(1), name: 'Ada Lovelace' };
