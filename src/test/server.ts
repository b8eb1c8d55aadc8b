import { setupServer } from 'msw/node';

/** The network as the tests see it. Each test says who answers; everything else is refused. */
export const server = setupServer();
