/**
 * Stands in for `@tanstack/devtools-event-client` in builds: TanStack Form looks for its developer
 * tools once a second otherwise, in visitors' browsers too, and keeps the build from ending.
 */
export class EventClient {
  emit(): void {}
  on(): () => void {
    return () => {};
  }
}
