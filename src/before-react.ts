/*
 * What happens before React. The build puts this script into the document, where it runs before the browser parses and
 * paints the form. Then it starts the app. Two attributes of <html> connect it with the app, which takes the form over
 * in waitlist/take-over.ts, and with the styles:
 *
 * data-app           absent   this script has not run: the form shows that it did not load, and a link that reloads it
 *                    loading  the form looks as if it worked
 *                    late     the app failed, or a submit has waited for ten seconds: the form shows the link
 *                    ready    React handles the form
 * data-submitted-at  a time   a submit waits for its outcome: the button is busy
 */
import { animate } from 'framer-motion/dom/mini';
import { env } from './lib/env';
import { runFor } from './lib/wait';

const WAIT_LIMIT_SECONDS = 10;
const RELOAD_LINK = '.waitlist-form-late a';

const { dataset } = document.documentElement;
const form = () => document.forms.namedItem('waitlist');
/** What is typed, by the names of the fields. */
const typed = () => Object.fromEntries(new FormData(form() ?? undefined));

dataset.app = 'loading';

function setLate(): void {
  if (dataset.app === 'loading') dataset.app = 'late';
}

// A submit is remembered. The browser itself does nothing, because the form has `method="dialog"` and is in no dialog.
let pressed: string;
addEventListener('submit', ({ target }) => {
  if (target !== form() || dataset.app === 'ready') return;
  // The link may be off the screen.
  if (dataset.app === 'late') document.querySelector<HTMLElement>(RELOAD_LINK)?.focus();
  // Another press of a busy button.
  if (dataset.submittedAt) return;
  pressed = JSON.stringify(typed());
  const time = new Date().toISOString();
  dataset.submittedAt = time;
  void runFor(WAIT_LIMIT_SECONDS).then(() => dataset.submittedAt === time && setLate());
});
// A visitor who types again has not finished: what is typed so far must not be saved. Password managers and extensions
// send this event also when no text changes.
addEventListener('input', () => {
  if (dataset.app !== 'ready' && JSON.stringify(typed()) !== pressed) delete dataset.submittedAt;
});

// The link reloads the page. Meanwhile the history entry has what is typed, the draft.
addEventListener('click', (event) => {
  if (!(event.target instanceof Element && event.target.closest(RELOAD_LINK))) return;
  event.preventDefault();
  window.history.replaceState({ ...window.history.state, draft: typed() }, '');
  window.location.reload();
});
const { draft, ...state } = window.history.state ?? {};
if (draft) {
  // At once, because browsers may write the history to the disk.
  window.history.replaceState(state, '');
  addEventListener('DOMContentLoaded', () => {
    // Field by field: if a new version was deployed, its form may have other fields than the draft.
    for (const input of form()?.querySelectorAll('input') ?? []) {
      const text: unknown = draft[input.name];
      if (typeof text === 'string') input.value ||= text;
    }
  });
}

// The first sign of interest opens the connection of a save. The document's preconnect serves visitors who submit at
// once, and browsers close a connection that has had no request after some ten seconds. OPTIONS writes nothing
// (https://docs.postgrest.org/en/v12/references/api/options.html). Its headers have the names of those that
// supabase-js sends, so that browsers can use its preflight for a save within five seconds.
const table = new URL('/rest/v1/waitlist', env.supabaseUrl);
if (table.origin !== window.location.origin) {
  const interest = new AbortController();
  const connect = () => {
    interest.abort();
    const headers = {
      apikey: env.supabaseKey,
      authorization: `Bearer ${env.supabaseKey}`,
      'content-profile': 'public',
      'content-type': 'application/json',
      'x-client-info': 'gel',
    };
    void fetch(table, { method: 'OPTIONS', headers }).catch(() => {});
  };
  // Autofill sends no event of a focus.
  for (const sign of ['focusin', 'input']) addEventListener(sign, connect, { signal: interest.signal });
}

// Sections fade in, each at its milliseconds after the navigation (docs/product.md, 1). A section is hidden as it
// enters the document, before it is painted. One whose time has passed by then is visible at once, and so are all
// sections without this script or with reduced motion.
if (!matchMedia('(prefers-reduced-motion: reduce)').matches) {
  const observer = new MutationObserver(() => {
    for (const section of document.querySelectorAll<HTMLElement>('[data-fade-in-at]')) fadeIn(section);
  });
  observer.observe(document, { childList: true, subtree: true });
  addEventListener('load', () => observer.disconnect());
}

function fadeIn(section: HTMLElement): void {
  const at = Number(section.dataset.fadeInAt);
  if (performance.now() >= at || section.getAnimations().length > 0) return;
  animate(
    section,
    { opacity: [0, 1], transform: ['translateY(16px)', 'none'] },
    // Drawings behind the card would show through it: it is opaque before it has stopped moving.
    {
      opacity: { delay: at / 1000, duration: 0.15 },
      transform: { delay: at / 1000, duration: 0.45, ease: [0.2, 0.8, 0.2, 1] },
    },
  );
  // framer-motion counts the delay from now. The document's timeline starts at the navigation.
  for (const animation of section.getAnimations()) animation.startTime = 0;
}

// The app starts when the page is parsed and painted: the task after the callback of a frame follows its paint. Not at
// the first paint, which may show half of the HTML, nor at the load event, for which a font may keep visitors waiting.
addEventListener('DOMContentLoaded', () => requestAnimationFrame(() => setTimeout(startApp)));

async function startApp(): Promise<void> {
  try {
    // One file after the other: if one import ran them all, they would be one long task. The build sets the files.
    for (const file of (import.meta.env.APP_FILES ?? '/src/main.tsx').split(' ')) await import(/* @vite-ignore */ file);
  } catch (error) {
    console.error(error);
    setLate();
  }
}
