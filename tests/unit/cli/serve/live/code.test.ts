import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bundle, buildBundle } from '../../../../../cli/bundle/bundle.ts';
import type { BundleRequest } from '../../../../../cli/bundle/request.ts';
import type { SiteConfig } from '../../../../../cli/config/types.ts';
import { createSiteCode } from '../../../../../cli/serve/live/code.ts';
import { readSources } from '../../../../../cli/sources/read.ts';
import { openStatCache } from '../../../../../cli/sources/stat-cache.ts';

const config = {
  site: { base: '', plugins: [], markdown: { components: {} } },
  routes: [{ page: 'Home' }],
  notFound: null,
  content: { collections: {} },
} as unknown as SiteConfig;

let root: string;
let work: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'code-'));
  work = join(root, '.sitegen');
  write('site/pages/Home.tsx', "import words from '../../content/words.json';\nexport const Page = () => words.text;");
  write('content/words.json', '{ "text": "one" }');
});
afterEach(() => rmSync(root, { recursive: true }));

/** Writes a file that was last changed a while ago: what is edited during a bundle is not reused. */
function write(path: string, text: string): void {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), text);
  const seconds = Date.now() / 1000 - 3600 + text.length;
  utimesSync(join(root, path), seconds, seconds);
}

/** The code of a server that has just started, and its requests for bundles. */
function start() {
  const requests: [id: number, request: BundleRequest][] = [];
  const code = createSiteCode({ work, request: (...request) => requests.push(request) });
  const follow = () => code.update(config, readSources(root, openStatCache(null, Date.now)));
  follow();
  return { code, requests, follow };
}

async function bundle(request: BundleRequest): Promise<Bundle> {
  const bundled = await buildBundle(request, work);
  if (!bundled.ok) throw new Error(bundled.problems[0]?.message);
  return bundled.value;
}

/** The manifest of a bundle without pages. */
const emptyManifest = {
  entry: '',
  pages: {},
  islands: { entry: null, root: [], code: {} },
  server: '',
  code: '',
  files: [],
  cycles: [],
  warnings: [],
};

describe('createCode', () => {
  it('reuses the bundle of an earlier server as long as the module graph is unchanged', async () => {
    const first = start();
    const [[id, request] = []] = first.requests;
    if (id === undefined || !request) throw new Error('no request');
    const bundled = await bundle(request);
    expect(first.code.accept(id, bundled)).toBe(true);
    expect(first.code.current()).toBe(bundled);

    const second = start();
    expect(second.requests).toEqual([]);
    expect(second.code.current()?.folder).toBe(bundled.folder);

    write('site/unused.ts', 'export const unused = 1;');
    write('content/words.json', '{ "text": "another" }');
    second.follow();
    expect(second.requests).toHaveLength(1);
  });

  it('ignores the result of a request that a cached bundle superseded', async () => {
    const first = start();
    const [[, request] = []] = first.requests;
    const bundled = await bundle(request as BundleRequest);

    const { code, requests, follow } = start();
    const home = 'export const Page = () => null;';
    write('site/pages/Home.tsx', home);
    follow();
    expect(requests).toHaveLength(1);
    write(
      'site/pages/Home.tsx',
      "import words from '../../content/words.json';\nexport const Page = () => words.text;",
    );
    follow();
    expect(code.current()?.folder).toBe(bundled.folder);
    expect(code.accept(requests[0]?.[0] as number, { ...bundled, folder: '/late' })).toBe(false);
    expect(code.current()?.folder).toBe(bundled.folder);
    expect(code.isWaiting()).toBe(false);
  });

  it('resumes a waiting page request with the result of its own bundle request, not only of the newest', async () => {
    const { code, requests, follow } = start();
    const ready = code.ready();
    write('site/pages/Home.tsx', 'export const Page = () => null;');
    follow();
    expect(requests).toHaveLength(2);
    const bundled = {
      manifest: emptyManifest,
      folder: '/first',
      inputs: [],
    };
    expect(code.accept(requests[0]?.[0] as number, bundled)).toBe(false);
    expect((await ready)?.folder).toBe('/first');
    expect(code.isWaiting()).toBe(true);
  });

  it('ignores the result of a request of the thread that it replaces', async () => {
    const last = start();
    for (const level of [1, 2, 3]) {
      write('site/pages/Home.tsx', `export const Page = () => ${level};`);
      last.follow();
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
    const { code, requests } = start();
    const bundled = await bundle(requests[0]?.[1] as BundleRequest);
    expect(code.accept(last.requests.at(-1)?.[0] as number, { ...bundled, folder: '/late' })).toBe(false);
    expect([code.current(), code.isWaiting()]).toEqual([null, true]);
    expect(code.accept(requests[0]?.[0] as number, bundled)).toBe(true);
    expect([code.current(), code.isWaiting()]).toEqual([bundled, false]);
  });

  it('keeps the last good bundle while the code has errors', () => {
    const { code, requests, follow } = start();
    const bundled = {
      manifest: emptyManifest,
      folder: '/good',
      inputs: [],
    };
    code.accept(requests[0]?.[0] as number, bundled);
    write('site/pages/Home.tsx', 'export const Page = (');
    follow();
    const problem = { code: 'BUNDLE_FAILED', severity: 'error', message: 'Unexpected end' } as const;
    expect(code.reject(requests.at(-1)?.[0] as number, [problem])).toBe(true);
    expect(code.current()?.folder).toBe('/good');
    expect(code.problems()).toEqual([problem]);
  });
});
