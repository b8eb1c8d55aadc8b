import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createSupervisor } from './process-supervisor.ts';

test('leaves no folder behind a program that writes to its end', async () => {
  const supervisor = await createSupervisor();
  // Not Node: the ordinary user may not reach the one that root has at home.
  const busy = `
    mkdir a
    trap 'end=$(($(date +%s) + 2))' INT
    echo ready >&2
    n=0
    while [ -z "$end" ] || [ "$(date +%s)" -lt "$end" ]; do
      n=$((n + 1))
      touch "a/$n" 2>/dev/null
    done
  `;
  await supervisor.start({ file: '/bin/sh', args: ['-c', busy], ready: 'ready' });
  await supervisor.stop();
  expect(existsSync(supervisor.folder)).toBe(false);
});
