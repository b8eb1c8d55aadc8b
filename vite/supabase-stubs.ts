/**
 * Replaces the parts of supabase-js that the page does not use: authentication, realtime, storage, and
 * functions, which are most of it. `vite.config.ts` replaces them in development, in tests, and
 * in the build alike. The build stops if supabase-js imports a name that is not exported here.
 */
class Stub {
  /** supabase-js calls it when it starts. */
  setAuth(): void {}
}

/** Any other use of a stub is an error that names the cause. */
const get = (_: object, name: string | symbol): never => {
  const advice = 'Use createSupabaseClient, or see UNUSED_PACKAGES in vite.config.ts.';
  throw new Error(`supabase-js is built without "${String(name)}". ${advice}`);
};
Object.setPrototypeOf(Stub.prototype, new Proxy({}, { get }));

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
