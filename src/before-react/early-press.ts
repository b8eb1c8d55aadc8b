// A press of the button before React. It is remembered in `data-form` (before-react.ts), and waitlist-form.tsx submits
// the form when React has started. The browser itself does nothing, because the form has `method="dialog"`.

const WAIT_LIMIT_MS = 10_000;

const { dataset } = document.documentElement;
let timer: ReturnType<typeof setTimeout>;

dataset.form = 'loading';

addEventListener('submit', () => {
  if (dataset.form !== 'loading') return;
  dataset.form = 'pressed';
  timer = setTimeout(() => {
    if (dataset.form === 'pressed') dataset.form = 'failed';
  }, WAIT_LIMIT_MS);
});

// A visitor who types again has not finished: what is typed so far must not be saved.
addEventListener('input', () => {
  if (dataset.form !== 'pressed') return;
  dataset.form = 'loading';
  clearTimeout(timer);
});

// A script of the app cannot be loaded. Scripts that extensions and hosts add have other addresses. The event does not
// bubble, so the listener captures it.
addEventListener(
  'error',
  ({ target }) => {
    const isOfApp = target instanceof HTMLScriptElement && target.src.startsWith(`${location.origin}/assets/`);
    if (isOfApp && dataset.form !== 'live') dataset.form = 'failed';
  },
  { capture: true },
);
