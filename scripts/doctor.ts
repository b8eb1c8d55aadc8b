/**
 * Checks a deployment from outside, with what a visitor has: `npm run doctor -- https://the-page`.
 * Exit code 1 if a check fails, 2 for bad arguments.
 */
import { isSafeAddress } from '../vite/settings.ts';
import { examine } from './doctor/examine.ts';

const [address = '', ...others] = process.argv.slice(2);
if (others.length > 0 || !isSafeAddress(address)) {
  console.error('npm run doctor -- https://the-page   (http:// only for localhost)');
  process.exit(2);
}

const counts = { '✓': 0, '!': 0, '✗': 0 };
for await (const { mark, what, wrong, todo } of examine(new URL(address))) {
  counts[mark] += 1;
  console.log(mark === '✓' ? `✓ ${what}` : `${mark} ${what}: ${wrong}\n    → ${todo}`);
}
console.log(`\n${counts['✓']} passed, ${counts['!']} warnings, ${counts['✗']} failed`);
if (counts['✗'] > 0) process.exitCode = 1;
