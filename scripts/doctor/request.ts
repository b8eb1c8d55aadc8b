import { hashOf } from '../../vite/security-headers.ts';

const TIMEOUT_MS = 10_000;

/** A server's response. */
export type Reply = {
  /** The address that responded, redirects followed. */
  url: URL;
  /** 0 if there was no response. */
  status: number;
  headers: Headers;
  text: string;
  hash: string;
  /** The status and the content type, or why there was no response. */
  summary: string;
};

/** One line of the report: `✓` passed, `✗` failed, `!` a warning, which may be intended. */
export type Finding = { mark: '✓' | '!' | '✗'; what: string; wrong: string; todo: string };

/** Passed, unless something is wrong. */
export function check(
  what: string,
  wrong: string | false | undefined,
  todo: string,
  mark: Finding['mark'] = '✗',
): Finding {
  return { mark: wrong ? mark : '✓', what, wrong: wrong || '', todo };
}

/** Sends one request; never throws. Tries a closed connection again: no request changes anything. */
export async function request(address: URL, init: RequestInit = {}, tries = 2): Promise<Reply> {
  try {
    const response = await fetch(address, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
    const { status, headers, url } = response;
    const content = Buffer.from(await response.arrayBuffer());
    const summary = `${status} ${headers.get('content-type')?.split(';')[0] ?? ''}`.trim();
    const [text, hash] = [content.toString(), hashOf(content)];
    return { url: new URL(url), status, headers, text, hash, summary };
  } catch (error) {
    const { name, message, cause } = error instanceof Error ? error : new Error(String(error));
    if (tries > 1 && name !== 'TimeoutError') return request(address, init, tries - 1);
    // The message of fetch is only "fetch failed".
    const summary = cause instanceof Error ? cause.message || String(cause) : message;
    return { url: address, status: 0, headers: new Headers(), text: '', hash: '', summary };
  }
}

/** The JSON of a response; undefined if there is none. */
export function jsonOf({ text }: Reply): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
