import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { delay, HttpResponse, http } from 'msw';
import { createRef } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { capture } from '../analytics/analytics';
import { idle } from '../lib/wait';
import { pass, stopClock } from '../test-setup/clock';
import { server } from '../test-setup/server';
import { showToast } from '../ui/show-toast';
import { BLANK, FIELD_KEYS, FIELDS, type FieldKey, mapFields } from './fields';
import { WaitlistForm } from './waitlist-form';
import { STATUS, SUBMIT_BUTTON, TICKET, TOAST, ticketName } from './words';

vi.mock('../analytics/analytics');
// At once: nothing of a test happens after it.
vi.mock('../lib/wait', async (original) => ({ ...(await original<object>()), idle: vi.fn(async () => {}) }));
vi.mock('../ui/show-toast');

const SAVED = ['success', TOAST.success, expect.any(HTMLFormElement)];
const FAILED = ['error', TOAST.error, expect.any(HTMLFormElement)];
const minimal = { name: 'Ada', phoneNumber: '555' };

afterEach(() => {
  delete document.documentElement.dataset.app;
  document.body.replaceChildren();
});

function app() {
  const card = createRef<HTMLElement>();
  return (
    <QueryClientProvider client={new QueryClient()}>
      <section ref={card}>
        <WaitlistForm card={card} />
      </section>
    </QueryClientProvider>
  );
}

/** Renders the form and fills it in, with the focus in the last field. */
async function renderForm(values: Partial<Record<FieldKey, string>> = {}): Promise<UserEvent> {
  const user = userEvent.setup({ delay: null });
  render(app());
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
function database(status: number, held: Promise<void> = delay(20)): unknown[] {
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

/** @returns a promise, and a function that fulfills it */
function hold(): [Promise<void>, () => void] {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  return [held, release];
}

function field(key: FieldKey): HTMLInputElement {
  return screen.getByRole('textbox', { name: FIELDS[key].control.label });
}

function submitButton(): Promise<HTMLElement> {
  return screen.findByRole('button', { name: SUBMIT_BUTTON.idle });
}

const values = () => mapFields((key) => field(key).value);
const invalidFields = () => FIELD_KEYS.filter((key) => field(key).ariaInvalid === 'true');
const events = () => vi.mocked(capture).mock.calls;

test.each<[FieldKey, label: string, required: boolean, Record<string, string>]>([
  ['name', 'Name *', true, { type: 'text', autocomplete: 'name' }],
  ['phoneNumber', 'Phone Number *', true, { type: 'tel', inputMode: 'tel', autocomplete: 'tel' }],
  ['instagram', 'Instagram Handle *', false, { placeholder: '@username', autocomplete: 'nickname' }],
  ['email', 'Email', false, { type: 'email', inputMode: 'email', autocomplete: 'email' }],
])('%s has its label, keyboard, and autofill', (key, label, required, control) => {
  render(app());

  expect(field(key)).toMatchObject({ ...control, name: key, ariaRequired: String(required) });
  expect(field(key).labels?.[0]?.textContent).toBe(label);
  // One line explains the asterisk, and a hint its exception.
  expect(screen.getByText('Required')).toBeVisible();
  expect(field('instagram')).toHaveAccessibleDescription('May be left blank');
});

test('the button and the toasts have the agreed text', () => {
  expect(Object.values(SUBMIT_BUTTON)).toEqual(['Join the Waitlist', 'Adding you...']);
  expect(Object.values(TOAST)).toEqual([
    ["You're on the list! 🎉", "We'll let you know when gel is ready for you."],
    ['Something went wrong', 'Please try again later'],
  ]);
});

test.each([
  [{ instagram: '@ada' }, { has_email: false, has_instagram: true }],
  [{ email: 'a@b.co' }, { has_email: true, has_instagram: false }],
])('analytics receives which optional texts there are (%j)', async (texts, has) => {
  database(201);
  const user = await renderForm({ ...minimal, ...texts });

  await user.keyboard('{Enter}');

  await waitFor(() => expect(showToast).toHaveBeenCalledOnce());
  expect(events().at(-1)).toEqual(['waitlist_signup', { name: 'Ada', has_phone: true, ...has }]);
});

test('a text typed during the save stays', async () => {
  const [held, release] = hold();
  database(201, held);
  const user = await renderForm(minimal);
  await user.keyboard('{Enter}');
  await user.type(field('phoneNumber'), '6');
  release();

  await screen.findByRole('group');
  expect(values()).toEqual({ ...BLANK, ...minimal, phoneNumber: '5556' });
});

test('during a save, more submits are ignored', async () => {
  const [held, release] = hold();
  const rows = database(201, held);
  const user = await renderForm(minimal);
  const button = await submitButton();

  // In one task, before React renders a busy button.
  act(() => {
    for (let press = 0; press < 5; press += 1) button.click();
  });
  await waitFor(() => expect(button).toHaveAttribute('aria-disabled', 'true'));
  await user.keyboard('{Enter}');
  release();

  await waitFor(() => expect(showToast).toHaveBeenCalledExactlyOnceWith(...SAVED));
  expect(rows).toHaveLength(1);
});

test.each([
  ['Ada Lovelace', 'Ada'],
  ['عبد الله', 'عبد الله'],
  ['👨‍👩‍👧‍👦 Kim', '👨‍👩‍👧‍👦 Kim'],
])('the ticket of %j is named by its lines and takes the focus', async (name, firstName) => {
  const focus = vi.spyOn(HTMLElement.prototype, 'focus');
  const scrollIntoView = vi.spyOn(Element.prototype, 'scrollIntoView');
  database(201);
  const user = await renderForm({ ...minimal, name });

  await user.keyboard('{Enter}');

  const ticket = await screen.findByRole('group', { name: ticketName(firstName) });
  await waitFor(() => expect(ticket).toHaveFocus());
  expect(focus).toHaveBeenLastCalledWith({ preventScroll: true });
  expect(scrollIntoView).toHaveBeenCalledExactlyOnceWith({ block: 'start' });
  expect(ticket).toHaveTextContent(`${TICKET.greeting} ${firstName}.`);
});

test('the ticket stays while a friend is added', async () => {
  database(201);
  const user = await renderForm(minimal);
  await user.keyboard('{Enter}');
  const first = await screen.findByRole('group', { name: /Ada/ });
  await waitFor(() => expect(values()).toEqual(BLANK));

  database(400);
  vi.spyOn(console, 'error').mockReturnValue();
  await fillIn(user, minimal);
  stopClock();
  fireEvent.click(screen.getByRole('button'));
  // After five minutes, TanStack Query would forget the first sign-up.
  await pass(5);
  await act(() => vi.advanceTimersByTimeAsync(300_000));
  expect(screen.getByText(STATUS.failed)).toBeInTheDocument();
  expect(screen.getByRole('group', { name: /Ada/ })).toBe(first);
});

test('a friend’s sign-up is saved from the moment at which the button is ready', async () => {
  const rows = database(201);
  // The browser is busy, so the toast is still to come.
  vi.mocked(idle).mockReturnValue(new Promise(() => {}));
  const user = await renderForm(minimal);
  await user.keyboard('{Enter}');
  await screen.findByRole('group');
  // Not later: the visitor may close the page.
  expect(events().at(-1)?.[0]).toBe('waitlist_signup');
  // At once, not a frame later.
  const button = screen.getByRole('button', { name: SUBMIT_BUTTON.idle });
  expect(button).toHaveAttribute('aria-disabled', 'false');
  expect(values()).toEqual(BLANK);

  const friend = { name: 'Bob', phone_number: '777' };
  await fillIn(user, { name: friend.name, phoneNumber: friend.phone_number });
  await user.keyboard('{Enter}');
  await waitFor(() => expect(rows).toMatchObject([{ name: 'Ada' }, friend]));
});

test('the ticket leaves the focus where the visitor went meanwhile', async () => {
  const [held, release] = hold();
  database(201, held);
  const scrollIntoView = vi.spyOn(Element.prototype, 'scrollIntoView');
  const user = await renderForm(minimal);
  const elsewhere = document.body.appendChild(document.createElement('button'));
  await user.keyboard('{Enter}');
  elsewhere.focus();
  release();

  await waitFor(() => expect(values()).toEqual(BLANK));
  expect(elsewhere).toHaveFocus();
  expect(scrollIntoView).not.toHaveBeenCalled();
});

test('an unexpected failure is shown, and leaves a visitor who is elsewhere', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  vi.stubGlobal('AbortController', undefined);
  const scrollIntoView = vi.spyOn(Element.prototype, 'scrollIntoView');
  await renderForm(minimal);
  document.body.appendChild(document.createElement('button')).focus();

  fireEvent.submit(await submitButton());

  await waitFor(() => expect(showToast).toHaveBeenCalledExactlyOnceWith(...FAILED));
  expect(events().at(-1)).toEqual(['waitlist_signup_failed', { reason: 'refused' }]);
  expect(scrollIntoView).not.toHaveBeenCalled();
});

const filled = { ...BLANK, ...minimal, email: 'ada@example.com' };
const FILLED = Object.keys({ ...minimal, email: '' }) as FieldKey[];

/** Fills in a field as autofill does, through the setter of the browser. */
function autofill(key: FieldKey) {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field(key), filled[key]);
}

// Browsers and password managers fill in several fields, and send events for all, some, or none of them.
describe.each(['a blank form', 'an invalid press'])('autofill after %s', (before) => {
  test.each<[events: string, fill: () => void]>([
    ['one event after the first field', () => FILLED.map(autofill) && fireEvent.input(field('name'))],
    ['an event for each', () => FILLED.map((key) => [autofill(key), fireEvent.input(field(key))])],
    ['a change, and no input', () => FILLED.map(autofill) && FILLED.map((key) => fireEvent.blur(field(key)))],
    ['no event', () => FILLED.map(autofill)],
  ])('keeps the texts, and saves them: %s', async (_events, fill) => {
    const rows = database(201);
    const user = await renderForm();
    if (before === 'an invalid press') await user.click(await submitButton());
    await user.click(field('instagram'));

    fill();
    await act(async () => {});
    expect(values()).toEqual(filled);

    await user.click(await submitButton());
    await waitFor(() => expect(showToast).toHaveBeenCalled());
    expect(rows).toMatchObject([{ name: filled.name, phone_number: filled.phoneNumber, email: filled.email }]);
    expect(events().filter(([name]) => name === 'waitlist_form_started')).toHaveLength(1);
  });
});

test('a form that was left during a save does not submit the next one', async () => {
  const [held, release] = hold();
  database(201, held);
  const user = await renderForm(minimal);
  await user.keyboard('{Enter}');
  await screen.findByText(STATUS.busy, { selector: '[aria-live] *' });
  cleanup();

  render(app());
  await act(async () => {});
  expect(invalidFields()).toEqual([]);
  release();
});

test('an invalid submit before hydration shows its messages after it', async () => {
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = renderToString(app());
  const user = userEvent.setup({ delay: null });
  await fillIn(user, { name: 'Ada' });
  // As src/before-react.ts remembers it.
  document.documentElement.dataset.submittedAt = new Date().toISOString();

  render(app(), { container, hydrate: true });

  await waitFor(() => expect(invalidFields()).toEqual(['phoneNumber']));
});
