import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type Site, siteOf } from '../site.ts';
import { sourcesOf } from './editor.ts';
import { type Served, serve } from './served.ts';
import { workshop } from './workshop.ts';

export type Shared = {
  readonly site: () => Site;
  readonly served: () => Served;
  /** What the server has printed since the test began. */
  readonly output: () => string;
};

/** One served site for all tests around; whatever a test, or its first try, did to it is undone before the next. */
export function shareServed(): Shared {
  let site: Site;
  let served: Served;
  let sources: ReadonlyMap<string, Buffer>;
  let printed = 0;
  let turn = 0;
  beforeAll(async () => {
    site = siteOf(workshop);
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
      // Edits are taken in their order: with this file, all before it are known.
      const last = `settled-${turn++}.txt`;
      site.write(`site/public/${last}`, 'All is as it was.\n');
      await served.until(`/${last}`, ({ status }) => status === 200);
      await served.until('/', ({ status }) => status === 200);
      await served.until('/@sitegen/problems', ({ text }) => text === '[]');
    }
    printed = served.output().length;
  });
  return { site: () => site, served: () => served, output: () => served.output().slice(printed) };
}

/** Puts every source back as it was; false where none had changed. */
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
