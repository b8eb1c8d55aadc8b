import { useMutationState } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { SAVE_KEY, type Submission } from './save-sign-up';

const subscribe = () => () => {};

/** The last person who was saved on this page; `id` is another one for each save. */
export function useNewcomer(): { id: number; name: string } | undefined {
  // A save may end before hydration, which starts from the prerendered form.
  const isHydrated = useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
  const newcomers = useMutationState({
    filters: { mutationKey: SAVE_KEY, status: 'success' },
    select: ({ mutationId, state }) => {
      const { signUp } = state.variables as Submission;
      return { id: mutationId, name: signUp.name };
    },
  });
  return isHydrated ? newcomers.at(-1) : undefined;
}
