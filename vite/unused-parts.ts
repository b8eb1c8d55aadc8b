/**
 * Replaces, in builds, the parts of libraries that the page does not use: supabase-js's authentication,
 * realtime, storage, and functions (four fifths of its 200 kB), TanStack Query's queries, and TanStack
 * Form's groups and developer tools. The developer tools would also search for a panel once a second,
 * and keep the build from ending. The build stops if a library imports a part that is not listed here.
 * To use `useQuery`, remove `Query` from the list.
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
