const port = process.env.E2E_PORT || '4273';
if (port === '4173') throw new Error('E2E_PORT must not be 4173: a test run deletes the database of its port.');

/** Where the page of a test run is served, and where it sends its events, which fixtures.ts receives. */
export const addresses = { page: `http://localhost:${port}`, analytics: 'https://analytics.test' } as const;
