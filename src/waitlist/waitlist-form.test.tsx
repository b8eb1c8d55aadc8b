import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { delay, HttpResponse, http } from 'msw';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { capture } from '../analytics/analytics';
import { ada } from '../test/ada';
import { server } from '../test/server';
import { showToast } from '../ui/show-toast';
import { answerPendingSubmit } from './pending-submit';
import {
  BLANK as blank,
  FIELD_KEYS,
  FIELDS,
  type FieldKey,
  mapFields,
  type SignUpInput,
} from './waitlist-fields';
import { WaitlistForm } from './waitlist-form';

vi.mock('../analytics/analytics');
vi.mock('../ui/show-toast');

function app() {
  return (
    <QueryClientProvider client={new QueryClient()}>
      <WaitlistForm />
    </QueryClientProvider>
  );
}

afterEach(() => {
  delete window.pendingSubmit;
  document.body.replaceChildren();
});

function renderForm(): UserEvent {
  render(app());
  return userEvent.setup({ delay: null });
}

/** The page as it was prerendered, before any script. */
function renderWithoutScript(): HTMLElement {
  const container = document.createElement('div');
  container.innerHTML = renderToString(app());
  return document.body.appendChild(container);
}

/** Answers every save, after a moment; keeps the rows. */
function database(status: number) {
  const rows: unknown[] = [];
  server.use(
    http.post('https://supabase.test/rest/v1/waitlist', async ({ request }) => {
      rows.push(await request.json());
      await delay(20);
      return new HttpResponse(null, { status });
    }),
  );
  return rows;
}

function field(key: FieldKey) {
  const { label } = FIELDS[key].control;
  return screen.getByRole<HTMLInputElement>('textbox', { name: label });
}

function button(name = 'Join the Waitlist') {
  return screen.findByRole('button', { name });
}

async function fillIn(user: UserEvent, values: Partial<SignUpInput>) {
  for (const [key, value] of Object.entries(values)) {
    await user.click(field(key as FieldKey));
    await user.paste(value);
  }
}

function values() {
  return mapFields((key) => field(key).value);
}

/** The fields that are marked as wrong. */
function wrongFields() {
  return FIELD_KEYS.filter((key) => field(key).ariaInvalid === 'true');
}

test('four empty fields, each with its label, keyboard and autocompletion', () => {
  renderForm();

  expect(values()).toEqual(blank);
  expect(
    screen.getAllByRole<HTMLInputElement>('textbox').map((input) => ({
      label: input.labels?.[0]?.textContent,
      name: input.name,
      type: input.type,
      inputMode: input.inputMode,
      autoComplete: input.autocomplete,
      required: input.ariaRequired === 'true' || input.required,
    })),
  ).toEqual([
    {
      label: 'Name *',
      name: 'name',
      type: 'text',
      inputMode: '',
      autoComplete: 'name',
      required: true,
    },
    {
      label: 'Phone Number *',
      name: 'phoneNumber',
      type: 'tel',
      inputMode: 'tel',
      autoComplete: 'tel',
      required: true,
    },
    {
      label: 'Instagram Handle *',
      name: 'instagram',
      type: 'text',
      inputMode: '',
      autoComplete: 'off',
      required: false,
    },
    {
      label: 'Email',
      name: 'email',
      type: 'email',
      inputMode: 'email',
      autoComplete: 'email',
      required: false,
    },
  ]);
});

test('the handle suggests an @username and says that it may be left blank', () => {
  renderForm();
  expect(field('instagram')).toHaveAttribute('placeholder', '@username');
  expect(field('instagram')).toHaveAccessibleDescription(/left blank/i);
});

test('nothing complains before the first submit', async () => {
  const user = renderForm();

  await user.type(field('email'), 'ada');
  await user.tab();

  expect(wrongFields()).toEqual([]);
});

test('a submit marks all wrong fields, says why and goes to the first', async () => {
  const rows = database(201);
  const user = renderForm();
  await user.type(field('email'), 'ada');

  await user.click(await button());

  await vi.waitFor(() => expect(field('name')).toHaveFocus());
  expect(wrongFields()).toEqual(['name', 'phoneNumber', 'email']);
  expect(field('name')).toHaveAccessibleDescription('Name is required');
  expect(field('phoneNumber')).toHaveAccessibleDescription('Phone number is required');
  expect(field('email')).toHaveAccessibleDescription('Invalid email address');
  expect(rows).toEqual([]);
  expect(showToast).not.toHaveBeenCalled();
});

test('the first wrong field need not be the first field', async () => {
  const user = renderForm();
  await fillIn(user, { name: 'Ada', email: 'ada' });

  await user.keyboard('{Enter}');

  await vi.waitFor(() => expect(field('phoneNumber')).toHaveFocus());
});

test('after a submit the messages follow the typing', async () => {
  const user = renderForm();
  await user.click(await button());
  await vi.waitFor(() => expect(wrongFields()).toEqual(['name', 'phoneNumber']));

  await user.type(field('name'), 'A');
  expect(wrongFields()).toEqual(['phoneNumber']);

  await user.clear(field('name'));
  expect(field('name')).toHaveAccessibleDescription('Name is required');
});

test('a sign-up is saved as it was typed, trimmed', async () => {
  const rows = database(201);
  const user = renderForm();

  await fillIn(user, { ...ada, name: '  Ada Lovelace ' });
  await user.click(await button());

  await vi.waitFor(() => expect(showToast).toHaveBeenCalled());
  expect(rows).toEqual([
    {
      name: 'Ada Lovelace',
      phone_number: '+44 20 7946 0000',
      instagram: '@ada',
      email: 'ada@example.com',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    },
  ]);
});

test('a name and a phone number are enough', async () => {
  const rows = database(201);
  const user = renderForm();

  await fillIn(user, { name: 'Ada', phoneNumber: '1' });
  await user.keyboard('{Enter}');

  await vi.waitFor(() => expect(showToast).toHaveBeenCalled());
  expect(rows).toMatchObject([{ instagram: null, email: null }]);
});

test('after a save the form is empty and quiet, and a toast says so', async () => {
  database(201);
  const user = renderForm();

  await fillIn(user, ada);
  await user.click(await button());

  await vi.waitFor(() =>
    expect(showToast).toHaveBeenCalledExactlyOnceWith(
      'success',
      "You're on the list! 🎉",
      "We'll let you know when gel is ready for you.",
    ),
  );
  expect(await button()).toBeEnabled();
  expect(values()).toEqual(blank);
  expect(wrongFields()).toEqual([]);
});

test('after a failure everything typed is kept, a toast says so and the button is back', async () => {
  const rows = database(400);
  const error = vi.spyOn(console, 'error').mockReturnValue();
  const user = renderForm();

  await fillIn(user, ada);
  await user.click(await button());

  await vi.waitFor(() =>
    expect(showToast).toHaveBeenCalledExactlyOnceWith(
      'error',
      'Something went wrong',
      'Please try again later',
    ),
  );
  expect(error).toHaveBeenCalledOnce();
  expect(await button()).toBeEnabled();
  expect(values()).toEqual(ada);
  expect(rows).toHaveLength(1);
});

test('after a failure a second try can succeed', async () => {
  database(400);
  vi.spyOn(console, 'error').mockReturnValue();
  const user = renderForm();
  await fillIn(user, ada);
  await user.click(await button());
  await vi.waitFor(() => expect(showToast).toHaveBeenCalledOnce());

  const rows = database(201);
  await user.click(await button());

  await vi.waitFor(() => expect(showToast).toHaveBeenCalledTimes(2));
  expect(showToast).toHaveBeenLastCalledWith('success', expect.anything(), expect.anything());
  expect(rows).toHaveLength(1);
});

test('while it is saved the button is disabled and reads "Adding you..."', async () => {
  server.use(
    http.post('https://supabase.test/rest/v1/waitlist', async () => {
      await delay('infinite');
    }),
  );
  const user = renderForm();
  await fillIn(user, ada);

  await user.click(await button());

  expect(await button('Adding you...')).toBeDisabled();
  expect(screen.getByRole('status')).toHaveTextContent('Adding you...');
  expect(values()).toEqual(ada);
});

test('however often Enter and the button are pressed, it is saved once', async () => {
  const rows = database(201);
  const user = renderForm();
  await fillIn(user, ada);
  const press = await button();

  await Promise.all([
    user.keyboard('{Enter}{Enter}{Enter}'),
    user.dblClick(press),
    user.click(press),
  ]);
  press.closest('form')?.requestSubmit();

  await vi.waitFor(() => expect(showToast).toHaveBeenCalled());
  expect(rows).toHaveLength(1);
  expect(showToast).toHaveBeenCalledOnce();
});

test('analytics learns of the first edit, once', async () => {
  const user = renderForm();
  expect(capture).not.toHaveBeenCalled();

  await user.type(field('phoneNumber'), '12');
  await user.type(field('name'), 'A');
  await user.clear(field('name'));

  expect(capture).toHaveBeenCalledExactlyOnceWith('waitlist_form_started', {});
});

test('what was typed before the script came is kept, counted and saved', async () => {
  const container = renderWithoutScript();
  const user = userEvent.setup({ delay: null });
  await fillIn(user, { name: 'Ada', phoneNumber: '555' });
  const rows = database(201);

  render(app(), { container, hydrate: true });

  expect(values()).toEqual({ ...blank, name: 'Ada', phoneNumber: '555' });
  expect(capture).toHaveBeenCalledExactlyOnceWith('waitlist_form_started', {});
  await user.click(await button());
  await vi.waitFor(() => expect(rows).toMatchObject([{ name: 'Ada', phone_number: '555' }]));
  await vi.waitFor(() => expect(values()).toEqual(blank));
});

test('what was typed into a page that was translated before the script came is kept', async () => {
  const container = renderWithoutScript();
  const user = userEvent.setup({ delay: null });
  await fillIn(user, { name: 'Ada', phoneNumber: '555' });
  for (const label of screen.getAllByText(/./, { selector: 'label' })) {
    const translated = document.createElement('font');
    label.firstChild?.replaceWith(translated);
    translated.textContent = 'Translated';
  }
  const onRecoverableError = vi.fn();

  render(app(), { container, hydrate: true, onRecoverableError });

  expect(onRecoverableError).toHaveBeenCalled();
  expect(values()).toEqual({ ...blank, name: 'Ada', phoneNumber: '555' });
  expect(field('phoneNumber')).toHaveFocus();
});

test('what a script filled in without an event is saved as it is seen', async () => {
  const rows = database(201);
  const user = renderForm();
  field('name').value = 'Ada';
  field('phoneNumber').value = '555';
  // Leaving a field renders it.
  await user.click(field('name'));
  await user.click(field('email'));
  expect(values()).toEqual({ ...blank, name: 'Ada', phoneNumber: '555' });

  await user.click(await button());

  await vi.waitFor(() => expect(showToast).toHaveBeenCalled());
  expect(rows).toMatchObject([{ name: 'Ada', phone_number: '555' }]);
});

test('a submit before the script came is made up for', async () => {
  const container = renderWithoutScript();
  const user = userEvent.setup({ delay: null });
  await fillIn(user, { name: 'Ada', phoneNumber: '555' });
  const rows = database(201);
  answerPendingSubmit();
  await user.keyboard('{Enter}');
  await button('Adding you...');

  render(app(), { container, hydrate: true });

  await vi.waitFor(() => expect(rows).toMatchObject([{ name: 'Ada', phone_number: '555' }]));
  await vi.waitFor(() => expect(showToast).toHaveBeenCalledOnce());
  await button('Join the Waitlist');
});

test('a submit before the script came shows what is missing', async () => {
  const container = renderWithoutScript();
  window.pendingSubmit = () => {};

  render(app(), { container, hydrate: true });

  await vi.waitFor(() => expect(field('name')).toHaveAccessibleDescription('Name is required'));
});

test('a submit without the script leaves the address as it is', () => {
  const form = renderWithoutScript().querySelector('form');
  // With GET, the default, everything typed would stand in the address.
  expect(form).toHaveAttribute('method', 'dialog');
});

test('a form that comes back later does not submit by itself', async () => {
  database(201);
  answerPendingSubmit();
  const user = userEvent.setup({ delay: null });
  const { unmount } = render(app());
  await fillIn(user, ada);
  await user.click(await button());
  await vi.waitFor(() => expect(showToast).toHaveBeenCalled());
  unmount();

  render(app());
  await user.click(field('email'));

  expect(wrongFields()).toEqual([]);
});

test('a ticket in the card keeps the first name, and invites a friend', async () => {
  database(201);
  const user = renderForm();
  await fillIn(user, { name: '  Ada Lovelace ', phoneNumber: '1' });
  await user.keyboard('{Enter}');

  expect(await screen.findByText('Ada.')).toBeInTheDocument();
  expect(screen.getByText('Your spot is saved.')).toBeInTheDocument();
  expect(screen.getByText('Bringing a friend? Add them here.')).toBeInTheDocument();
});

test('the ticket stays while a friend is added, and is then the friend’s', async () => {
  database(201);
  const user = renderForm();
  await fillIn(user, { name: 'Ada', phoneNumber: '1' });
  await user.keyboard('{Enter}');
  await screen.findByText('Ada.');

  database(400);
  vi.spyOn(console, 'error').mockReturnValue();
  await fillIn(user, { name: 'Grace', phoneNumber: '2' });
  await user.keyboard('{Enter}');
  expect(await screen.findByText('Not saved yet. Nothing is lost.')).toBeInTheDocument();
  expect(screen.getByText('Ada.')).toBeInTheDocument();

  database(201);
  await user.click(await button());
  expect(await screen.findByText('Grace.')).toBeInTheDocument();
  expect(screen.queryByText('Ada.')).not.toBeInTheDocument();
});

test('sharing hands over the page’s address and nothing of the visitor', async () => {
  const share = vi.fn(async () => {});
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { share }));
  database(201);
  const user = renderForm();
  await fillIn(user, ada);
  await user.click(await button());

  await screen.findByText('Ada.');
  await user.click(screen.getByRole('button', { name: 'Share gel' }));

  expect(share).toHaveBeenCalledExactlyOnceWith({
    title: expect.stringContaining('gel'),
    url: window.location.origin,
  });
});

test('without a way to share there is no button for it', async () => {
  database(201);
  const user = renderForm();
  await fillIn(user, ada);
  await user.click(await button());

  await screen.findByText('Ada.');
  expect(screen.queryByRole('button', { name: 'Share gel' })).not.toBeInTheDocument();
});
