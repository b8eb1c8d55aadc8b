/**
 * Stands in for parts of libraries that the page does not use, in builds: supabase-js's
 * authentication, realtime, storage, and functions (four fifths of its 200 kB), TanStack Query's
 * queries, TanStack Form's groups, and its developer tools, which otherwise search for a panel once a
 * second and keep the build from ending. The build stops when a library imports something that is not
 * here; a `useQuery` needs the real `Query`.
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
  Unused as FormGroup,
  Unused as FunctionRegion,
  Unused as FunctionsClient,
  Unused as FunctionsError,
  Unused as FunctionsFetchError,
  Unused as FunctionsHttpError,
  Unused as FunctionsRelayError,
  Unused as Query,
  Unused as RealtimeClient,
  Unused as fetchState,
  Unused as StorageApiError,
  Unused as StorageClient,
  Unused as useFormGroup,
};
