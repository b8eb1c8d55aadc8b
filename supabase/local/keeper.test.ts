import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { startKeeper } from './keeper.ts';

test('leaves no folder behind a program that writes to its end', async () => {
  const keeper = await startKeeper();
  const busy = `
    const { writeFileSync, mkdirSync } = require('node:fs');
    mkdirSync('a');
    let n = 0;
    setInterval(() => { try { writeFileSync('a/' + n++, ''); } catch {} }, 1);
    process.on('SIGINT', () => setTimeout(process.exit, 1000));
    console.error('ready');
  `;
  await keeper.start({ file: process.execPath, args: ['-e', busy], ready: 'ready' });
  await keeper.stop();
  expect(existsSync(keeper.folder)).toBe(false);
});
