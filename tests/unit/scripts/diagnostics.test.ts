import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { diagnosticsPage } from '../../../scripts/docs/diagnostics.mjs';

const cli = fileURLToPath(new URL('../../../cli', import.meta.url));

it('finds each code in the sources, since none of them is put together from parts', () => {
  const files = readdirSync(cli, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /^(?!dist|node_modules).*\.tsx?$/.test(file),
  );
  const computed = files.filter((file) => /`[A-Z]+_\$\{|\}_[A-Z]+`/.test(readFileSync(join(cli, file), 'utf8')));
  expect(computed).toEqual([]);
  const { body } = diagnosticsPage(cli);
  for (const code of ['CONTENT_LINK_BROKEN', 'PAGE_LINK_BROKEN', 'PAGE_TITLE_WIDE'])
    expect(body).toContain(`\`${code}\``);
});

it('gives each code of a diagnostic a message in the reference', () => {
  const { body } = diagnosticsPage(cli);
  const rows = body.match(/^\| `[A-Z_]+` \|.*$/gm) ?? [];
  expect(rows.length).toBeGreaterThan(100);
  expect(rows.filter((row) => /^\| `[A-Z_]+` \|\s*\|/.test(row))).toEqual([]);
});
