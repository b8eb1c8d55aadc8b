import type { MutationOptions, QueryClient } from '@tanstack/react-query';
import type { SignUp } from './fields';
import { TIME_LIMIT_MS } from './pending-submit';
import { SaveError } from './save-error';
import { addToWaitlist } from './waitlist-repository';

const RETRIES = 2;

/** Names the saves in Query's cache. */
export const SAVE_KEY = ['save sign-up'];

export type Submission = { signUp: SignUp; submittedAt: Date; signal: AbortSignal };

/** The reason of an abort when the page returns from the back-forward cache during a save. */
const RESTORED = new Error('The page was left while it saved and has come back');

const saveSignUp: MutationOptions<void, Error, Submission> = {
  mutationKey: SAVE_KEY,
  // `useLastSignUp` reads it for as long as the page is open.
  gcTime: Number.POSITIVE_INFINITY,
  mutationFn: (submission: Submission) =>
    Promise.race([saveWithRetries(submission), rejectOnAbort(submission.signal)]),
  // The default would pause offline, and the button would continue to show "Adding you...".
  networkMode: 'always',
};

/**
 * Joins the waitlist: saves, and retries transient failures. A failure is logged.
 *
 * @returns when the row is stored
 * @throws {SaveError} otherwise
 */
export async function joinWaitlist(client: QueryClient, signUp: SignUp): Promise<void> {
  const submittedAt = new Date();
  for (;;) {
    try {
      const mutation = client.getMutationCache().build(client, saveSignUp);
      return await mutation.execute({ signUp, submittedAt, signal: abortSignal() });
    } catch (error) {
      if (error === RESTORED) continue;
      console.error(error);
      throw error;
    }
  }
}

/** Query's own retries pause past any time limit. Safe to repeat: an identical row is not added. */
async function saveWithRetries({ signUp, submittedAt, signal }: Submission): Promise<void> {
  for (let retry = 0; ; retry += 1) {
    try {
      return await addToWaitlist(signUp, submittedAt, signal);
    } catch (error) {
      if (retry === RETRIES || !(error instanceof SaveError && error.isTransient)) throw error;
      await new Promise((resolve) => setTimeout(resolve, 500 * 3 ** retry));
    }
  }
}

/**
 * Aborts a save at its time limit, and when the page is restored from the back-forward cache: there
 * requests and timers are suspended, and some never resume.
 */
function abortSignal(): AbortSignal {
  const controller = new AbortController();
  const { signal } = controller;
  setTimeout(() => controller.abort(new SaveError('timeout', 0)), TIME_LIMIT_MS);
  addEventListener('pageshow', ({ persisted }) => persisted && controller.abort(RESTORED), {
    signal,
  });
  return signal;
}

/** Rejects with the signal's reason when it aborts. */
function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });
}
