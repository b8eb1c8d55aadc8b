import { expect, test } from 'vitest';
import { contentSecurityPolicy } from './content-security-policy.ts';

// Browser tests show that it allows what the page does: any violation fails them.
test('nothing is allowed that is not listed, and nothing unsafe is listed', async () => {
  const policy = await contentSecurityPolicy('<script>one()</script>', {});
  expect(policy.split('; ')).toEqual(
    expect.arrayContaining([
      "default-src 'none'",
      "base-uri 'none'",
      "form-action 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ]),
  );
  expect(policy).not.toMatch(/unsafe-|\*|https?:|"/);
});
