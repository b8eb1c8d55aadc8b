const FIRST_PORT = Number(process.env.E2E_PORT ?? 4273);

/** The services of a test run; a port and a socket of their own, so that a running preview stays. */
export const services = {
  page: `http://localhost:${FIRST_PORT}`,
  /** Reached by no request: the fixtures respond. */
  analytics: 'https://analytics.test',
  databaseSocket: `node_modules/.cache/e2e-${FIRST_PORT}.sock`,
} as const;

/** The page's settings for its events. */
export const analyticsSettings = {
  VITE_ANALYTICS_KEY: 'phc_test',
  VITE_ANALYTICS_HOST: services.analytics,
} as const;
