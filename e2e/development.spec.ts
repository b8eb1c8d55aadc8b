import { rm } from 'node:fs/promises';
import { createServer } from 'vite';
import { testEnv } from '../vite/testing/build.ts';
import { freePort } from '../vite/testing/server.ts';
import { expect, test } from './fixtures.ts';
import { expectSaved, open, signUp } from './waitlist-page.ts';

test('the page of the development server saves, and has the policy', async ({
  page,
  person,
  consoleLines,
  allowErrors,
}) => {
  Object.assign(process.env, testEnv());
  const port = await freePort();
  const server = await createServer({ server: { port, strictPort: true }, logLevel: 'error' });
  await server.listen();
  try {
    await open(page, `http://127.0.0.1:${port}`);
    await signUp(page, person);
    await expectSaved(page);
    expect(consoleLines.filter(({ type }) => type === 'error')).toEqual([]);
    expect((await page.request.get(page.url())).headers()).toHaveProperty('permissions-policy');

    allowErrors('Content-Security-Policy violation');
    const blocked = page.waitForEvent('console', (line) => /style-src/.test(line.text()));
    await page.evaluate(
      "document.head.append(Object.assign(document.createElement('style'), { textContent: 'a {}' }))",
    );
    await blocked;
  } finally {
    await server.close();
    await rm(`.local/${port}`, { recursive: true, force: true });
  }
});
