import { focusManager, QueryClient } from '@tanstack/react-query';

export const queryClient = new QueryClient();

// Retries would otherwise wait until the visitor is back from another app, and nothing here is
// fetched anew on coming back.
focusManager.setFocused(true);
