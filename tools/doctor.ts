/**
 * Checks a live deployment from outside, with nothing but what a visitor has, and writes nothing:
 * `npm run doctor -- https://the-page`. Exit code 1 if something is wrong, 2 for bad arguments.
 */
import { examine } from './doctor/examine.ts';
import type { Finding } from './doctor/finding.ts';
import { isSafeAddress } from './vite/settings.ts';

const address = readAddress(process.argv.slice(2));
if (!address) {
  console.error('npm run doctor -- https://the-page   (http:// only for localhost)');
  process.exit(2);
}

const counts = { '✓': 0, '!': 0, '✗': 0 };
try {
  for await (const { title, findings } of examine(address)) {
    console.log(`${title}\n${findings.map(toLine).join('\n')}\n`);
    for (const { mark } of findings) counts[mark] += 1;
  }
  console.log(`${counts['✓']} as it should be, ${counts['!']} doubtful, ${counts['✗']} wrong.`);
  if (counts['✗'] > 0) process.exitCode = 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/** The one argument, if it is an address that a page may have. */
function readAddress([address, ...others]: string[]): URL | undefined {
  if (!address || others.length > 0 || !isSafeAddress(address)) return undefined;
  return new URL(address);
}

function toLine({ mark, what, found, todo }: Finding): string {
  const line = `  ${mark} ${what}: ${found}`;
  return todo ? `${line}\n      → ${todo}` : line;
}
