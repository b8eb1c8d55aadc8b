import type { MutationOptions, QueryClient } from '@tanstack/react-query';
import { capture } from '../analytics/analytics';
import { SaveError } from './save-error';
import type { SignUp } from './waitlist-fields';
import { addToWaitlist } from './waitlist-repository';

/** The save takes this long at most, retries and the pauses before them included (docs/product.md, 3). */
const TIME_LIMIT_MS = 10_000;
const RETRIES = 2;

/** Names the saves in Query's cache. */
export const SAVE_KEY = ['save sign-up'];

export type Submission = {
  signUp: SignUp;
  submittedAt: Date;
  signal: AbortSignal;
  /** Resolves when the form can show the outcome. */
  handled?: Promise<void> | undefined;
};

/** The reason of a signal that aborts a save because the page was left meanwhile. */
const WAS_AWAY = new Error('The page was left while it saved and has come back');

const saveSignUp: MutationOptions<void, Error, Submission> = {
  mutationKey: SAVE_KEY,
  // `useNewcomer` reads it for as long as the page is open.
  gcTime: Number.POSITIVE_INFINITY,
  mutationFn: (submission: Submission) =>
    Promise.race([saveWithRetries(submission), rejectOnAbort(submission.signal)]),
  // The default would pause offline, and the button would continue to show "Adding you...".
  networkMode: 'always',
  // The outcome waits for the form, so that it empties the fields and the funnel keeps its order.
  onSuccess: async (_, { signUp, handled }) => {
    await handled;
    capture('waitlist_signup', {
      name: signUp.name,
      has_email: signUp.email !== null,
      has_phone: signUp.phoneNumber !== '',
      has_instagram: signUp.instagram !== null,
    });
  },
  onError: (error, { handled }) => {
    if (error === WAS_AWAY) return;
    console.error(error);
    const reason = error instanceof SaveError ? error.failure : 'refused';
    // Not awaited: before hydration, a new submit saves again.
    void Promise.resolve(handled).then(() => capture('waitlist_signup_failed', { reason }));
  },
};

/**
 * Joins the waitlist: saves, retries transient failures, and reports the outcome to analytics.
 *
 * @returns when the row is stored
 * @throws {SaveError} otherwise
 */
export async function joinWaitlist(
  client: QueryClient,
  signUp: SignUp,
  handled?: Promise<void>,
): Promise<void> {
  const submittedAt = new Date();
  for (;;) {
    try {
      const mutation = client.getMutationCache().build(client, saveSignUp);
      return await mutation.execute({ signUp, submittedAt, signal: limit(), handled });
    } catch (error) {
      if (error !== WAS_AWAY) throw error;
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
function limit(): AbortSignal {
  const controller = new AbortController();
  const { signal } = controller;
  setTimeout(() => controller.abort(new SaveError('timeout', 0)), TIME_LIMIT_MS);
  addEventListener('pageshow', ({ persisted }) => persisted && controller.abort(WAS_AWAY), {
    signal,
  });
  return signal;
}

/** Rejects with the signal's reason when it aborts. */
function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
