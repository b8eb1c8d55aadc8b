const TIMEOUT_MS = 10_000;

/** A server's response. */
export type Reply = {
  /** The address that responded, redirects followed. */
  url: URL;
  /** 0 if there was no response: then `text` has the reason. */
  status: number;
  headers: Headers;
  bytes: Uint8Array;
  text: string;
};

/** One line of the report. */
export type Finding = { mark: '✓' | '!' | '✗'; what: string; found: string; todo: string };

/** Passed or failed. */
export function check(passed: boolean, what: string, found: string, todo: string): Finding {
  return { mark: passed ? '✓' : '✗', what, found, todo };
}

/** Passed, or a warning about what may be intended. */
export function expected(passed: boolean, what: string, found: string, todo: string): Finding {
  return { mark: passed ? '✓' : '!', what, found, todo };
}

/** Sends one request; never throws. Tries a closed connection again: no request changes anything. */
export async function request(address: URL, init: RequestInit = {}, tries = 2): Promise<Reply> {
  try {
    const response = await fetch(address, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
    const { status, headers, url } = response;
    const bytes = Buffer.from(await response.arrayBuffer());
    return { url: new URL(url), status, headers, bytes, text: bytes.toString() };
  } catch (error) {
    const { name, message, cause } = error instanceof Error ? error : new Error(String(error));
    if (tries > 1 && name !== 'TimeoutError') return request(address, init, tries - 1);
    // The message of fetch is only "fetch failed".
    const text = cause instanceof Error ? cause.message || String(cause) : message;
    return { url: address, status: 0, headers: new Headers(), bytes: new Uint8Array(), text };
  }
}

/** The status and the content type, or why there was no response. */
export function summaryOf({ status, headers, text }: Reply): string {
  if (status === 0) return text;
  return [status, headers.get('content-type')?.split(';')[0]].filter(Boolean).join(' ');
}

/** The JSON of a response; undefined if there is none. */
export function jsonOf({ text }: Reply): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
