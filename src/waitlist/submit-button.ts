/** The words of the submit button. */
export const SUBMIT_BUTTON = { idle: 'Join the Waitlist', busy: 'Adding you...' } as const;
