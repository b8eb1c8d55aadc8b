import { useMutationState } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { SignUp } from './fields';
import { SAVE_KEY, type Submission } from './save-sign-up';

const subscribe = () => () => {};

/** The last sign-up that was stored from this page; `id` differs for each save, also of the same person. */
export function useLastSignUp(): ({ id: number } & SignUp) | undefined {
  // A save may end before hydration, which starts from the prerendered form.
  const isHydrated = useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
  const stored = useMutationState({
    filters: { mutationKey: SAVE_KEY, status: 'success' },
    select: ({ mutationId, state }) => {
      const { signUp } = state.variables as Submission;
      return { ...signUp, id: mutationId };
    },
  });
  return isHydrated ? stored.at(-1) : undefined;
}
