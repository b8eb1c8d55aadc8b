const FIRST_PORT = Number(process.env.E2E_PORT ?? 4273);

/** Where the services of a test run listen; ports of their own, so that a running preview stays. */
export const services = {
  page: `http://localhost:${FIRST_PORT}`,
  analytics: `http://127.0.0.1:${FIRST_PORT + 1}`,
  database: `memory://node_modules/.cache/e2e-${FIRST_PORT}`,
} as const;

/** The page's settings for its events. */
export const analyticsSettings = {
  VITE_POSTHOG_KEY: 'phc_test',
  VITE_POSTHOG_HOST: services.analytics,
} as const;
