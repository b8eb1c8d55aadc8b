/** Why a sign-up was not saved, in words that name no personal data. */
export type SignUpFailure =
  /** The device said it has no network. */
  | 'offline'
  /** No answer within the time limit. */
  | 'timeout'
  /** The connection broke or was blocked. */
  | 'network'
  /** The sender or everyone together reached a limit (429). */
  | 'rate_limited'
  /** The database or a proxy said no (other 4xx, or an answer that is no stored row). */
  | 'refused'
  /** The service failed (5xx). */
  | 'server';

/**
 * A sign-up that is not certain to be stored. Carries the cause and Postgres's code, never the
 * server's details: those quote the row.
 */
export class SaveError extends Error {
  override readonly name = 'SaveError';

  constructor(
    readonly failure: SignUpFailure,
    /** HTTP status, 0 without an answer. */
    readonly status: number,
    code = '',
  ) {
    super(`The sign-up was not saved: ${failure} (status ${status}${code && `, code ${code}`})`);
  }

  /** Whether trying again within seconds may help (network error, 408, 429, 5xx). */
  get isTransient(): boolean {
    const { failure, status } = this;
    return failure === 'network' || status === 408 || status === 429 || status >= 500;
  }
}
