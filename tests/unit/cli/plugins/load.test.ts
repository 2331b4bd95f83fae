import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadPlugins } from '../../../../cli/plugins/load.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'plugins-'));
  mkdirSync(join(root, 'plugins'));
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(root, { recursive: true });
});

it.each([
  ['a function that never returns a plugin', 'export default () => new Promise(() => {});\n'],
  ['a module that never ends', 'await new Promise(() => {});\nexport default { name: "late" };\n'],
])('reports %s', async (_what, code) => {
  const file = join(root, 'plugins/late.mjs');
  writeFileSync(file, code);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const setting = { module: './plugins/late.mjs', options: {} };
  const loading = loadPlugins({ key: root, plugins: [{ url: pathToFileURL(file).href, index: 0, setting }], root });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await loading).toMatchObject({
    ok: false,
    problems: [
      {
        code: 'PLUGIN_FAILED',
        message: 'The plugin `./plugins/late.mjs` cannot be loaded: it returned nothing within 60 s.',
        file: 'plugins/late.mjs',
      },
    ],
  });
});
