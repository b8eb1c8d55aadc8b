import { expect } from 'vitest';

/** The errors and warnings that the running test has logged, which setup.ts adds. */
export const consoleMessages: string[] = [];

/** Expects messages that contain these texts, such as "error: SaveError", in this order, and no others. */
export function expectLogged(...texts: string[]): void {
  expect(consoleMessages.splice(0)).toEqual(texts.map((text) => expect.stringContaining(text)));
}
