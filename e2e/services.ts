/** Where the page of a test run is served, and where it sends its events, which fixtures.ts receives. */
export const services = { page: 'http://localhost:4273', analytics: 'https://analytics.test' } as const;
