import { expect, test } from 'vitest';
import { takeDraft } from './form-draft';

test('a draft leaves the history at once, and fills in the blank fields of another version', () => {
  // The draft of an older page: it lacks one field, has one more, and one of another type.
  const formDraft = { name: 'Ada', email: ['ada@example.com'], nickname: 'A' };
  window.history.replaceState({ key: 'router', formDraft }, '');
  document.body.innerHTML =
    '<form id="waitlist"><input name="name"><input name="phoneNumber"><input name="email"></form>';
  const fields = document.querySelectorAll('input');

  takeDraft();
  expect(window.history.state).toEqual({ key: 'router' });
  fields.item(1).value = 'typed since';
  dispatchEvent(new Event('DOMContentLoaded'));

  expect(Array.from(fields, ({ value }) => value)).toEqual(['Ada', 'typed since', '']);
});
