import type { ComponentProps } from 'react';
import type { TextField } from '../ui/text-field';
import type { SignUpInput } from './waitlist-schema';

type WaitlistField = { name: keyof SignUpInput } & Omit<
  ComponentProps<typeof TextField>,
  'name' | 'value' | 'error' | 'onBlur' | 'onValueChange'
>;

export const BLANK: SignUpInput = { name: '', phoneNumber: '', instagram: '', email: '' };

export const BUTTON = { rest: 'Join the Waitlist', busy: 'Adding you...' };

/** The form's fields in their order, with the words around them. */
export const FIELDS: readonly WaitlistField[] = [
  {
    name: 'name',
    label: 'Name',
    asterisk: true,
    required: true,
    placeholder: 'Your name',
    autoComplete: 'name',
    autoCapitalize: 'words',
    hint: 'What friends call you',
  },
  {
    name: 'phoneNumber',
    label: 'Phone Number',
    asterisk: true,
    required: true,
    type: 'tel',
    inputMode: 'tel',
    placeholder: 'Your phone number',
    autoComplete: 'tel',
    hint: 'For launch day only',
  },
  {
    // The asterisk is specified although the field may be blank, so it is not announced as required.
    name: 'instagram',
    label: 'Instagram Handle',
    asterisk: true,
    placeholder: '@username',
    autoComplete: 'off',
    autoCapitalize: 'none',
    spellCheck: false,
    hint: 'May be left blank',
  },
  {
    name: 'email',
    label: 'Email',
    type: 'email',
    inputMode: 'email',
    placeholder: 'you@example.com',
    autoComplete: 'email',
    autoCapitalize: 'none',
    spellCheck: false,
    hint: 'Optional',
  },
];
