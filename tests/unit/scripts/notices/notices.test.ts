import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../../../../scripts/ensure.mjs';
import { notices } from '../../../../scripts/notices.mjs';

it('lists the installed versions on the notices page; if this fails, run `npm run notices`', () => {
  const kept = JSON.parse(readFileSync(join(root, 'site/public/notices.json'), 'utf8'));
  expect(kept).toEqual(notices());
});

it('contains the text of each licence and a credit for each photograph', () => {
  const { libraries, photographs } = notices();
  for (const { name, licence, text } of libraries) {
    for (const part of licence.replace(/[()]/g, '').split(' AND '))
      expect(part, name).toMatch(/^(?:MIT|Unlicense|CC0-1\.0|Zlib|Apache-2\.0|BSD-\d-Clause|ISC|MPL-2\.0)$/);
    expect(text.length, name).toBeGreaterThan(500);
  }
  expect(photographs.every((credit) => credit.length > 10)).toBe(true);
});
