/** Where the services of a test run listen; ports of their own, so that a running preview stays. */
export const services = {
  page: 'http://localhost:4273',
  postHog: 'http://127.0.0.1:4274',
  databasePort: 4275,
} as const;

/** The project key that the page under test is built with. */
export const POSTHOG_KEY = 'phc_test';
