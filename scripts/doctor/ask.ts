const TIMEOUT_MS = 10_000;

/** What a server said. */
export type Answer = {
  /** Where the answer came from, redirects followed. */
  url: URL;
  /** 0 if there was no answer: then `text` says why. */
  status: number;
  headers: Headers;
  bytes: Uint8Array;
  text: string;
};

/**
 * Sends one request, as a visitor's browser would; never throws. A connection that is closed under
 * it is tried anew: nothing that is asked here changes anything.
 */
export async function ask(address: URL, init: RequestInit = {}, tries = 2): Promise<Answer> {
  try {
    const response = await fetch(address, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
    const { status, headers, url } = response;
    const bytes = Buffer.from(await response.arrayBuffer());
    return { url: new URL(url), status, headers, bytes, text: bytes.toString() };
  } catch (error) {
    const isTimeout = error instanceof Error && error.name === 'TimeoutError';
    if (tries > 1 && !isTimeout) return ask(address, init, tries - 1);
    const bytes = new Uint8Array();
    return { url: address, status: 0, headers: new Headers(), bytes, text: reasonOf(error) };
  }
}

/** The status and the kind of content, or why there was no answer. */
export function summaryOf({ status, headers, text }: Answer): string {
  if (status === 0) return text;
  return [status, headers.get('content-type')?.split(';')[0]].filter(Boolean).join(' ');
}

/** An answer of this kind, and not an error page in its place. */
export function isOk({ status, headers }: Answer, contentType: RegExp): boolean {
  return status === 200 && contentType.test(headers.get('content-type') ?? '');
}

/** The JSON in an answer; undefined if there is none. */
export function jsonOf({ text }: Answer): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `no answer within ${TIMEOUT_MS / 1000} s`;
  // fetch says "fetch failed" and keeps the reason to itself.
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  return cause.message || ('code' in cause ? String(cause.code) : error.message);
}
