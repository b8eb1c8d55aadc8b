/** Where the services of a test run listen. The ports differ from those of `npm start`. */
export const services = {
  page: 'http://localhost:4273',
  analytics: 'http://127.0.0.1:4274',
  database: 'node_modules/.cache/e2e-database',
} as const;

/** The page's settings for its events. */
export const analyticsSettings = { VITE_POSTHOG_KEY: 'phc_test', VITE_POSTHOG_HOST: services.analytics } as const;
