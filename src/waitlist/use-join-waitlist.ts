import { focusManager, useMutation } from '@tanstack/react-query';
import { capture } from '../analytics/analytics';
import { loadOnce } from '../lib/load-once';
import { SaveError } from './save-error';
import type { SignUp } from './waitlist-schema';

/** The save and its quiet retries take this long at most (decided: within 10 s in all). */
const TIME_LIMIT_MS = 10_000;
const RETRIES = 2;

type Submission = { signUp: SignUp; submittedAt: Date; signal: AbortSignal };

/** supabase-js and the insert. Not in the first download; `warmUp` fetches it ahead of the need. */
export const loadRepository = loadOnce(() => import('./waitlist-repository'));

// Retries would otherwise wait until the visitor is back from another app.
focusManager.setFocused(true);

async function save({ signUp, submittedAt, signal }: Submission): Promise<void> {
  const { addToWaitlist } = await Promise.race([loadRepository(), timeUp(signal)]).catch(
    (error) => {
      if (error instanceof SaveError) throw error;
      throw new SaveError(navigator.onLine ? 'page_outdated' : 'offline', 0);
    },
  );
  await addToWaitlist(signUp, submittedAt, signal);
}

function timeUp(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new SaveError('timeout', 0)), { once: true });
  });
}

/**
 * Joins the waitlist: saves, retries what may pass, and tells analytics how it ended.
 *
 * @returns `join`, which resolves when the row is stored and rejects with a `SaveError` otherwise
 */
export function useJoinWaitlist() {
  const { mutateAsync } = useMutation({
    mutationFn: save,
    // The default would pause offline, and the button would read "Adding you..." for ever.
    networkMode: 'always',
    // Safe to repeat: an identical submission adds no row.
    retry: (failureCount, error) =>
      failureCount < RETRIES && error instanceof SaveError && error.isTransient,
    retryDelay: (failureCount) => 500 * 3 ** failureCount,
    onSuccess: (_, { signUp }) => {
      capture('waitlist_signup', {
        name: signUp.name,
        has_email: signUp.email !== null,
        has_phone: signUp.phoneNumber !== '',
        has_instagram: signUp.instagram !== null,
      });
    },
    onError: (error) => {
      console.error(error);
      capture('waitlist_signup_failed', {
        reason: error instanceof SaveError ? error.failure : 'refused',
      });
    },
  });

  return (signUp: SignUp): Promise<void> =>
    mutateAsync({
      signUp,
      submittedAt: new Date(),
      signal: AbortSignal.timeout(TIME_LIMIT_MS),
    });
}
