/**
 * Checks a live deployment from outside, with nothing but what a visitor has, and writes nothing:
 * `npm run doctor -- https://the-page`. Exit code 1 if something is wrong, 2 for bad arguments.
 */
import { isSafeAddress } from '../vite/settings.ts';
import { examine } from './doctor/examine.ts';

const [address = '', ...others] = process.argv.slice(2);
if (others.length > 0 || !isSafeAddress(address)) {
  console.error('npm run doctor -- https://the-page   (http:// only for localhost)');
  process.exit(2);
}

const counts = { '✓': 0, '!': 0, '✗': 0 };
try {
  for await (const { title, findings } of examine(new URL(address))) {
    console.log(title);
    for (const { mark, what, found, todo } of findings) {
      counts[mark] += 1;
      console.log(`  ${mark} ${what}: ${found}${todo ? `\n      → ${todo}` : ''}`);
    }
    console.log();
  }
  console.log(`${counts['✓']} as it should be, ${counts['!']} doubtful, ${counts['✗']} wrong.`);
  if (counts['✗'] > 0) process.exitCode = 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
