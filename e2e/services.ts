const page = `http://localhost:${process.env.E2E_PORT || 4273}`;

/** Where the page of a test run is served, and where it sends its events, which fixtures.ts receives. */
export const services = { page, analytics: 'https://analytics.test' } as const;
