import { setupServer } from 'msw/node';

/** The network of the tests. Each test adds its handlers; any other request is an error. */
export const server = setupServer();
