/**
 * Stands in for the parts of supabase-js that the page does not use, in builds: authentication,
 * realtime, storage and functions are four fifths of its 200 kB.
 */
class Unused {
  setAuth(): void {}
}

export {
  Unused as AuthClient,
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
