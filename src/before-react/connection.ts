// The connection of a save. The document's `preconnect` opens one at the start, but browsers close a connection that
// has had no request after some ten seconds. So the first focus sends a request: OPTIONS, which writes nothing. It has
// the same names of headers as the save, because browsers remember for five seconds which headers the API allows. A
// save that soon, as after autofill, needs no preflight of its own.

const url = import.meta.env.VITE_SUPABASE_URL;
const apikey = import.meta.env.VITE_SUPABASE_PUBLISHABLE_KEY;
const listening = new AbortController();

function connect(): void {
  listening.abort();
  const headers = {
    apikey: `${apikey}`,
    authorization: `Bearer ${apikey}`,
    'content-profile': 'public',
    'content-type': 'application/json',
    'x-client-info': 'gel',
  };
  fetch(`${url}/rest/v1/waitlist`, { method: 'OPTIONS', headers }).catch(() => {});
}

// The local database needs no connection: it is on the page's own origin.
if (url) {
  // Autofill sends `input` without a focus.
  for (const interest of ['focusin', 'input']) addEventListener(interest, connect, { signal: listening.signal });
}
