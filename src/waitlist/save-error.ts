import type { SignUpFailure } from '../analytics/events';

/**
 * A sign-up that is not certain to be stored. Carries the cause and Postgres's code, never the
 * server's details: those quote the row.
 */
export class SaveError extends Error {
  override readonly name = 'SaveError';

  constructor(
    readonly failure: SignUpFailure,
    /** HTTP status, 0 without a response. */
    readonly status: number,
    code = '',
  ) {
    super(`The sign-up was not saved: ${failure} (status ${status}${code && `, code ${code}`})`);
  }

  /** Whether trying again within seconds may help (network error, 408, 429, 5xx, a crash). */
  get isTransient(): boolean {
    const { failure, status } = this;
    return failure === 'network' || failure === 'server' || status === 408 || status === 429;
  }
}
