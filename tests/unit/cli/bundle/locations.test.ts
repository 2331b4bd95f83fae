import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { serverLocation } from '../../../../cli/bundle/locations.ts';

it('finds no source of a line that a compiler has added, and then looks at the next frame', () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'sitegen-locations-')));
  // Only the first line has a mapping, to line 1, column 1 of the source.
  const map = { version: 3, sources: ['../site/Lamp.tsx'], names: [], mappings: 'AAAA' };
  writeFileSync(join(root, 'page.mjs.map'), JSON.stringify(map));
  const frame = (line: number) => `at render (${join(root, 'page.mjs')}:${line}:1)`;
  const where = (...lines: readonly number[]) =>
    serverLocation(`Error: no\n${lines.map(frame).join('\n')}`, { root: join(root, '..'), folder: root });
  expect(where(2)).toBeNull();
  expect(where(2, 1)).toMatchObject({ line: 1, column: 1 });
  rmSync(root, { recursive: true });
});
