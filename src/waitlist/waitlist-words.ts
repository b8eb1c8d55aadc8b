/** The words of the form outside its fields. `SUBMIT_BUTTON` and `TOAST` are agreed (docs/product.md, 3). */
export const SUBMIT_BUTTON = { idle: 'Join the Waitlist', busy: 'Adding you...' } as const;

/** Title and description of each toast. */
export const TOAST = {
  success: ["You're on the list! 🎉", "We'll let you know when gel is ready for you."],
  error: ['Something went wrong', 'Please try again later'],
} as const;

/** What the status region announces; a failure is visible as well. */
export const STATUS = {
  idle: '',
  invalid: '',
  busy: SUBMIT_BUTTON.busy,
  failed: 'Not saved yet. Nothing is lost.',
} as const;

export const TICKET = {
  greeting: 'You’re in,',
  saved: 'Your spot is saved. Keep your phone close.',
  invitation: 'Bringing a friend? Add them.',
} as const;

/** The accessible name of the ticket: its lines, and the invitation below it. */
export function ticketName(firstName: string): string {
  return `${TICKET.greeting} ${firstName}. ${TICKET.saved} ${TICKET.invitation}`;
}
