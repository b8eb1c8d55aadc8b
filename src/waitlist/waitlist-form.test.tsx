import { EventEmitter, once } from 'node:events';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { delay, HttpResponse, http } from 'msw';
import { toast } from 'sonner';
import { afterEach, expect, test, vi } from 'vitest';
import { capture } from '../analytics/analytics';
import { expectLogged } from '../testing/console';
import { ada, minimal } from '../testing/people';
import { server } from '../testing/server';
import { Toaster } from '../ui/toaster';
import { BLANK, FIELD_KEYS, type FieldKey } from './fields';
import { WaitlistForm } from './waitlist-form';
import { STATUS, SUBMIT_BUTTON, TICKET, TOAST, ticketLabel } from './words';

vi.mock('../analytics/analytics');
vi.mock('sonner', { spy: true });

afterEach(() => document.body.replaceChildren());

/** Renders the form and fills it in, with the focus in the last field. */
async function renderForm(values: Partial<Record<FieldKey, string>> = {}): Promise<UserEvent> {
  const user = userEvent.setup({ delay: null });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <WaitlistForm />
      <Toaster />
    </QueryClientProvider>,
  );
  await fillIn(user, values);
  return user;
}

async function fillIn(user: UserEvent, values: Partial<Record<FieldKey, string>>) {
  for (const [key, value] of Object.entries(values)) {
    await user.click(field(key as FieldKey));
    // user-event keeps the text of a field that the form has reset.
    await user.clear(field(key as FieldKey));
    await user.paste(value);
  }
}

/** Responds to every save with this status, not before `held`. @returns the rows it receives */
function respondWith(status: number, held: Promise<unknown> = delay(20)): unknown[] {
  const rows: unknown[] = [];
  server.use(
    http.post('https://supabase.test/rest/v1/waitlist', async ({ request }) => {
      rows.push(await request.json());
      await held;
      return new HttpResponse(null, { status });
    }),
  );
  return rows;
}

const formElement = () => document.forms[0] as HTMLFormElement;
const field = (key: FieldKey) => formElement().elements.namedItem(key) as HTMLInputElement;

function submitButton(): Promise<HTMLElement> {
  return screen.findByRole('button', { name: SUBMIT_BUTTON.idle });
}

const values = () => ({ ...BLANK, ...Object.fromEntries(new FormData(formElement())) });
const events = () => vi.mocked(capture).mock.calls;

test.each<[FieldKey, label: string, required: boolean, Record<string, string>]>([
  ['name', 'Name *', true, { type: 'text', autocomplete: 'name' }],
  ['phoneNumber', 'Phone Number *', true, { type: 'tel', inputMode: 'tel', autocomplete: 'tel' }],
  ['instagram', 'Instagram Handle *', false, { placeholder: '@username', autocomplete: '' }],
  ['email', 'Email', false, { type: 'email', inputMode: 'email', autocomplete: 'email' }],
])('%s has its label, asterisk, keyboard, and autofill', async (key, label, required, control) => {
  await renderForm();

  expect(field(key)).toMatchObject({ ...control, name: key, ariaRequired: String(required) });
  expect(field(key).labels?.[0]?.textContent).toBe(label);
  // One line explains the asterisk, and a hint its exception.
  expect(screen.getByText('Required')).toBeVisible();
  expect(field('instagram')).toHaveAccessibleDescription('May be left blank');
  // Keyboards otherwise change a handle or a name to a word.
  for (const key of ['name', 'instagram'] as const) expect(field(key)).toHaveAttribute('autocorrect', 'off');
});

test('the button, the toasts, and the line of a failure have the agreed text', () => {
  expect(Object.values(SUBMIT_BUTTON)).toEqual(['Join the Waitlist', 'Adding you...']);
  expect(Object.values(TOAST)).toMatchObject([
    { title: "You're on the list! 🎉", description: "We'll let you know when gel is ready for you." },
    { title: 'Something went wrong', description: 'Please try again later' },
  ]);
  expect(STATUS.failed).toBe('Not confirmed. Your details stay here.');
});

test.each([
  [{ instagram: '@ada' }, { has_email: false, has_instagram: true }],
  [{ email: 'a@b.co' }, { has_email: true, has_instagram: false }],
])('analytics receives which optional texts there are (%j)', async (texts, has) => {
  respondWith(201);
  const user = await renderForm({ ...minimal, ...texts });

  await user.keyboard('{Enter}');

  await waitFor(() => expect(toast.success).toHaveBeenCalledOnce());
  expect(events().at(-1)).toEqual(['waitlist_signup', { name: ada.name, has_phone: true, ...has }]);
});

/** @returns a function that expects what has been announced since its last call: the new texts in live regions */
function recordAnnouncements() {
  const announced: (string | null)[] = [];
  const observer = new MutationObserver((records) => {
    for (const { addedNodes, target } of records) {
      const changed = target instanceof Text ? [target] : [...addedNodes];
      announced.push(...changed.map(({ textContent }) => textContent).filter(Boolean));
    }
  });
  for (const region of document.querySelectorAll('[aria-live]')) {
    observer.observe(region, { childList: true, characterData: true, subtree: true });
  }
  return async (...expected: string[]) => {
    await waitFor(() => expect(announced.join('\n')).toBe(expected.join('\n')));
    announced.length = 0;
  };
}

test('every state is announced, in order, each time', async () => {
  const user = await renderForm({ email: 'ada@' });
  const expectAnnounced = recordAnnouncements();
  // An empty region has no role that a screen reader announces.
  expect(screen.queryByRole('status')).toBeNull();
  const invalidEmail = 'Invalid email address. Like a@b.com';

  await user.click(await submitButton());
  await expectAnnounced(`To correct: Name is required. Phone number is required. ${invalidEmail}.`);
  expect(field('name')).toHaveFocus();
  expect(field('name')).toHaveAccessibleDescription('Name is required');
  expect(events().at(-1)).toEqual(['waitlist_form_invalid', { fields: ['name', 'phoneNumber', 'email'] }]);
  await fillIn(user, minimal);
  for (const _ of ['first', 'second']) {
    await user.type(field('email'), '{Enter}');
    await expectAnnounced(`To correct: ${invalidEmail}.`);
  }
  expect(field('email')).toHaveAccessibleDescription(invalidEmail);

  await fillIn(user, { email: 'ada@example.com' });
  (await submitButton()).focus();
  // The second saved one is a friend of the same name.
  for (const [key, status, words, toast] of [
    ['{Enter}', 401, [STATUS.failed], TOAST.error],
    [' ', 401, [STATUS.failed], TOAST.error],
    ['{Enter}', 201, [], TOAST.success],
    ['{Enter}', 201, [], TOAST.success],
  ] as const) {
    const gate = new EventEmitter();
    respondWith(status, once(gate, 'open'));
    await user.keyboard(key);
    await expectAnnounced(STATUS.busy);
    gate.emit('open');
    await expectAnnounced(...words, toast.title + toast.description);
    if (status === 401) {
      expect(await submitButton()).toHaveFocus();
    } else {
      expect(screen.getByRole('group', { name: ticketLabel('Ada') })).toHaveFocus();
      await fillIn(user, minimal);
    }
  }
  expectLogged('error: SaveError', 'error: SaveError');
});

test('a text typed during the save stays, and so does the focus', async () => {
  const gate = new EventEmitter();
  respondWith(201, once(gate, 'open'));
  const user = await renderForm(minimal);
  await user.keyboard('{Enter}');
  await user.type(field('phoneNumber'), '6');
  gate.emit('open');

  await screen.findByRole('group');
  expect(values()).toEqual({ ...BLANK, ...minimal, phoneNumber: `${ada.phoneNumber}6` });
  expect(field('phoneNumber')).toHaveFocus();
});

test('during a save, more submits are ignored', async () => {
  const gate = new EventEmitter();
  const rows = respondWith(201, once(gate, 'open'));
  const user = await renderForm(minimal);
  const button = await submitButton();

  // In one task, before React renders a busy button.
  act(() => {
    for (let press = 0; press < 5; press += 1) button.click();
  });
  await waitFor(() => expect(button).toHaveAttribute('aria-disabled', 'true'));
  await user.keyboard('{Enter}');
  gate.emit('open');

  await waitFor(() => expect(toast.success).toHaveBeenCalledOnce());
  expect(rows).toHaveLength(1);
});

test.each([
  ['Ada Lovelace', 'Ada'],
  ['J. Smith', 'J'],
  ['李小龍', '李小龍'],
])('the ticket of %j is named by its words and takes the focus', async (name, firstName) => {
  const focus = vi.spyOn(HTMLElement.prototype, 'focus');
  const scrollIntoView = vi.spyOn(Element.prototype, 'scrollIntoView');
  respondWith(201);
  await renderForm({ ...minimal, name });

  // Safari does not focus a button that is clicked.
  act(() => field('phoneNumber').blur());
  fireEvent.submit(await submitButton());

  const ticket = await screen.findByRole('group', { name: ticketLabel(firstName) });
  await waitFor(() => expect(ticket).toHaveFocus());
  expect(focus).toHaveBeenLastCalledWith({ preventScroll: true });
  expect(scrollIntoView).toHaveBeenCalledExactlyOnceWith({ block: 'nearest' });
  expect(ticket).toHaveTextContent(`${TICKET.greeting} ${firstName}.`);
  expect(ticket).toContainElement(screen.getByRole('heading', { name: 'Get Early Access' }));
  expect(values()).toEqual(BLANK);
  expect(await submitButton()).toHaveAttribute('aria-disabled', 'false');
  expect(events().at(-1)?.[0]).toBe('waitlist_signup');
});

test('the ticket leaves the focus where the visitor went meanwhile', async () => {
  const gate = new EventEmitter();
  respondWith(201, once(gate, 'open'));
  const scrollIntoView = vi.spyOn(Element.prototype, 'scrollIntoView');
  const user = await renderForm(minimal);
  const elsewhere = document.body.appendChild(document.createElement('button'));
  await user.keyboard('{Enter}');
  elsewhere.focus();
  gate.emit('open');

  await waitFor(() => expect(values()).toEqual(BLANK));
  expect(elsewhere).toHaveFocus();
  expect(scrollIntoView).not.toHaveBeenCalled();
});

test('an unexpected failure is shown, and does not scroll a visitor who has left the form', async () => {
  // A fault of the page.
  vi.spyOn(Date.prototype, 'toISOString').mockImplementation(() => {
    throw new Error('no clock');
  });
  const scrollIntoView = vi.spyOn(Element.prototype, 'scrollIntoView');
  await renderForm(minimal);
  document.body.appendChild(document.createElement('button')).focus();

  fireEvent.submit(await submitButton());

  await waitFor(() => expect(toast.error).toHaveBeenCalledOnce());
  expect(events().at(-1)).toEqual(['waitlist_signup_failed', { reason: 'page_error', status: 0 }]);
  expect(scrollIntoView).not.toHaveBeenCalled();
  expectLogged('error: Error: no clock');
});

test('a failure is logged and counted, and the page scrolls to its line, which goes with the next edit', async () => {
  const scrollIntoView = vi.spyOn(Element.prototype, 'scrollIntoView');
  respondWith(401);
  const user = await renderForm(minimal);
  await user.keyboard('{Enter}');
  const line = await screen.findByText(STATUS.failed);
  expect(line).toBeVisible();
  await waitFor(() => expect(toast.error).toHaveBeenCalledOnce());
  expect(scrollIntoView.mock.contexts).toEqual([line.parentElement]);
  expectLogged('error: SaveError');
  expect(events().at(-1)).toEqual(['waitlist_signup_failed', { reason: 'refused', status: 401 }]);

  await user.type(field('name'), '!');

  await waitFor(() => expect(screen.queryByText(STATUS.failed)).toBeNull());
});

/** Fills in all fields but the handle as autofill does, through the setter of the browser. */
function autofill() {
  for (const key of FIELD_KEYS.filter((key) => key !== 'instagram')) {
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field(key)), 'value')?.set?.call(field(key), ada[key]);
  }
}

// Browsers and password managers fill in several fields, and send events for all, some, or none of them.
test.each<[events: string, sendEvents: () => void]>([
  ['one event after the first field', () => fireEvent.input(field('name'))],
  ['no event', () => {}],
])('after a submit with errors, autofill keeps the texts, and saves them: %s', async (_events, sendEvents) => {
  const rows = respondWith(201);
  const user = await renderForm();
  await user.click(await submitButton());
  await user.click(field('instagram'));

  autofill();
  await act(async () => sendEvents());
  expect(values()).toEqual({ ...ada, instagram: '' });

  await user.click(await submitButton());
  await waitFor(() => expect(toast.success).toHaveBeenCalled());
  expect(rows).toMatchObject([{ name: ada.name, phone_number: ada.phoneNumber, instagram: null, email: ada.email }]);
  expect(events().filter(([name]) => name === 'waitlist_form_started')).toHaveLength(1);
});

/** Replaces each text by elements, as a browser's translation does. The words stay, so that the test can find them. */
function translate() {
  for (const element of document.querySelectorAll('body *')) {
    for (const text of [...element.childNodes].filter((node) => node instanceof Text)) {
      const translated = document.createElement('font');
      translated.append(text.data);
      text.replaceWith(translated);
    }
  }
}

test('a translated form shows each state, and the ticket stays while a friend is added', async () => {
  const user = await renderForm();
  translate();
  await user.click(await submitButton());
  await waitFor(() => expect(field('name')).toHaveAccessibleDescription('Name is required'));
  expect(screen.getByText(/To correct/)).toBeInTheDocument();
  await fillIn(user, { name: 'Ada' });
  expect(screen.queryByText(/To correct/)).not.toBeInTheDocument();

  for (const [status, name, outcome, nameOnTicket] of [
    [201, 'Ada', TICKET.saved, 'Ada'],
    [401, 'Bea', STATUS.failed, 'Ada'],
    [201, 'Bea', TICKET.saved, 'Bea'],
  ] as const) {
    translate();
    const rows = respondWith(status);
    await fillIn(user, { ...minimal, name });
    await user.click(await submitButton());
    await waitFor(() => expect(rows).toHaveLength(1));
    expect(await screen.findByRole('group', { name: ticketLabel(nameOnTicket) })).toBeVisible();
    expect(await screen.findByText(outcome)).toBeVisible();
  }
  expectLogged('error: SaveError');
});
