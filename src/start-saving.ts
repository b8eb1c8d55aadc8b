import { notifyManager, QueryClient } from '@tanstack/react-query';
import { saveEarly } from './waitlist/early-save';

/** `vite.config.ts` builds this module into the script that runs first, without React. */
export const queryClient = new QueryClient();

// The default is a timer: other tasks, and a frame, may come before the ticket.
notifyManager.setScheduler(queueMicrotask);

saveEarly(queryClient);
