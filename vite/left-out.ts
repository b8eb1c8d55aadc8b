/**
 * Stands in, in builds, for parts of libraries that the page does not use.
 *
 * - supabase-js: authentication, realtime, storage and functions are four fifths of its 200 kB.
 * - TanStack Form looks for its developer tools once a second otherwise, in visitors' browsers too,
 *   and keeps the build from ending.
 */
class Unused {
  setAuth(): void {}
  emit(): void {}
  on(): () => void {
    return () => {};
  }
}

export {
  Unused as AuthClient,
  Unused as EventClient,
  Unused as FunctionRegion,
  Unused as FunctionsClient,
  Unused as FunctionsError,
  Unused as FunctionsFetchError,
  Unused as FunctionsHttpError,
  Unused as FunctionsRelayError,
  Unused as RealtimeClient,
  Unused as StorageApiError,
  Unused as StorageClient,
};
