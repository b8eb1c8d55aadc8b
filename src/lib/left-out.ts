/**
 * Replaces the parts of supabase-js that the page does not use: authentication, realtime, storage, and
 * functions, which are four fifths of it. `vite.config.ts` replaces them in development, in tests, and
 * in the build alike. The build stops if supabase-js imports a name that is not exported here.
 */
class LeftOut {
  /** supabase-js calls it when it starts. */
  setAuth(): void {}
}

export {
  LeftOut as AuthClient,
  LeftOut as FunctionRegion,
  LeftOut as FunctionsClient,
  LeftOut as FunctionsError,
  LeftOut as FunctionsFetchError,
  LeftOut as FunctionsHttpError,
  LeftOut as FunctionsRelayError,
  LeftOut as RealtimeClient,
  LeftOut as StorageApiError,
  LeftOut as StorageClient,
};
