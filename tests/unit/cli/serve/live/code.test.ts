import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { SiteConfig } from '../../../../../cli/config/types.ts';
import { createCode } from '../../../../../cli/serve/live/code.ts';
import type { BundleOrder } from '../../../../../cli/serve/protocol.ts';
import { readSources } from '../../../../../cli/sources/read.ts';
import { openStatCache } from '../../../../../cli/sources/stat-cache.ts';

const config = {
  site: { base: '' },
  routes: [{ page: 'Home' }],
  notFound: null,
  content: { collections: {} },
} as unknown as SiteConfig;

let root: string;
let work: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'code-'));
  work = join(root, '.sitegen');
  mkdirSync(join(root, 'site/pages'), { recursive: true });
  writeFileSync(join(root, 'site/pages/Home.tsx'), 'export const Page = () => null;');
  utimesSync(join(root, 'site/pages/Home.tsx'), 1000, 1000);
});
afterEach(() => rmSync(root, { recursive: true }));

/** Follows the code as a start of the server does; gives the order, or null where a kept bundle serves. */
function start() {
  let ordered: BundleOrder | null = null;
  const code = createCode({ work, order: (order) => (ordered = order) });
  const tree = readSources(root, openStatCache(null, Date.now));
  code.follow(config, tree);
  const order = ordered as BundleOrder | null;
  const folder = join(work, 'serve/made');
  const take = () => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'server.js'), '');
    const bundle = { entry: '/entry', folder, server: 'server.js', pages: {} };
    return order !== null && code.take(order.key, bundle, tree);
  };
  return { order, take, current: code.current };
}

it('takes a kept bundle for the same code, and none that another installation made', () => {
  expect(start().take()).toBe(true);
  const again = start();
  expect(again.order).toBeNull();
  expect(again.current()).toMatchObject({ server: 'server.js' });

  const file = join(work, 'serve', readdirSync(join(work, 'serve')).find((name) => name.endsWith('.json')) as string);
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), home: '/elsewhere' }));
  expect(start().order).not.toBeNull();
});
