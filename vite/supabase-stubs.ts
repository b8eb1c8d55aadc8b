/**
 * Replaces the parts of supabase-js that the page does not use: authentication, realtime, storage, and
 * functions, which are most of it. `vite.config.ts` replaces them in development, in tests, and
 * in the build alike. The build stops if supabase-js imports a name that is not exported here.
 */
class Stub {
  /** supabase-js calls it when it starts. */
  setAuth(): void {}
}

export {
  Stub as AuthClient,
  Stub as FunctionRegion,
  Stub as FunctionsClient,
  Stub as FunctionsError,
  Stub as FunctionsFetchError,
  Stub as FunctionsHttpError,
  Stub as FunctionsRelayError,
  Stub as RealtimeClient,
  Stub as StorageApiError,
  Stub as StorageClient,
};
