import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type Site, siteOf } from '../site.ts';
import { sourcesOf } from './random-editor';
import { sampleSite } from './sample-site';
import { type Served, serve } from './served.ts';

export type SharedServer = {
  readonly site: () => Site;
  readonly served: () => Served;
  /** What the server has printed since the test began. */
  readonly output: () => string;
};

/** Serves one site for all tests of a file. Before each test, sources that an earlier one changed are restored. */
export function createSharedServer(): SharedServer {
  let site: Site;
  let served: Served;
  let sources: ReadonlyMap<string, Buffer>;
  let printed = 0;
  let restoreCount = 0;
  beforeAll(async () => {
    site = siteOf(sampleSite);
    sources = sourcesOf(site.root);
    served = await serve(site);
    await served.get('/');
  });
  afterAll(async () => {
    await served?.stop();
    site?.close();
  });
  beforeEach(async () => {
    if (served.process.exitCode !== null) served = await serve(site);
    if (restore(site.root, sources)) {
      // Edits are applied in order: once this file is served, so are all earlier ones.
      const last = `settled-${restoreCount++}.txt`;
      site.write(`site/public/${last}`, 'Restored.\n');
      await served.until(`/${last}`, ({ status }) => status === 200);
      await served.until('/', ({ status }) => status === 200);
      await served.until('/@sitegen/problems', ({ text }) => text === '[]');
    }
    printed = served.output().length;
  });
  return { site: () => site, served: () => served, output: () => served.output().slice(printed) };
}

/** Restores all sources. Returns false if none had changed. */
function restore(root: string, sources: ReadonlyMap<string, Buffer>): boolean {
  const present = sourcesOf(root);
  const added = [...present.keys()].filter((path) => !sources.has(path));
  const changed = [...sources].filter(([path, content]) => !present.get(path)?.equals(content));
  for (const path of added) rmSync(join(root, path));
  for (const [path, content] of changed) {
    const folder = join(root, path.split('/', 1)[0] as string);
    if (statSync(folder, { throwIfNoEntry: false })?.isFile()) rmSync(folder);
    mkdirSync(dirname(join(root, path)), { recursive: true });
    rmSync(join(root, path), { recursive: true, force: true });
    writeFileSync(join(root, path), content);
  }
  return added.length + changed.length > 0;
}
