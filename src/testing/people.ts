import { FIELD_KEYS, type FormValues, INPUTS } from '../waitlist/fields.ts';

/** What a visitor types: a valid text in every field. Each number gives other texts. */
export function person(n: number): FormValues {
  return {
    name: `Robin Example ${n}`,
    phoneNumber: `+1 (555) ${n}`,
    instagram: `@robin${n}`,
    email: `robin.${n}@example.com`,
  };
}

/** The default person of the tests. */
export const ada: FormValues = { ...person(1), name: 'Ada Lovelace' };

/** What the default person types in the required fields. */
export const minimal: Partial<FormValues> = Object.fromEntries(
  FIELD_KEYS.filter((key) => INPUTS[key].required).map((key) => [key, ada[key]]),
);
