import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Site, siteOf } from '../site.ts';
import { comparable } from './comparable';
import { randomOf } from './random.ts';
import { createRandomEditor, sourcesOf } from './random-editor';
import { sampleSite } from './sample-site';
import { type Reply, type Served, serve } from './served.ts';

const seed = Number(process.env.SERVE_SEED ?? 20_260_301);
const edits = Number(process.env.SERVE_EDITS ?? 150);

describe('random edits', () => {
  let site: Site;
  let served: Served;
  beforeAll(async () => {
    site = siteOf(sampleSite);
    served = await serve(site);
  });
  afterAll(async () => {
    await served.stop();
    site.close();
  });

  it(`serves after ${edits} of them what a clean build of the same sources has (seed ${seed})`, {
    timeout: 300_000,
  }, async () => {
    const random = randomOf(seed);
    const editor = createRandomEditor(site, random);
    const requested = new Set<string>(['/', '/de', '/about', '/blog', '/blog/first', '/de/blog/first', '/sitemap.xml']);
    const log: string[] = [];
    for (let at = 0; at < edits; at++) {
      log.push(editor.edit());
      for (const path of sourcesOf(site.root).keys()) {
        const folder = /^content\/blog\/([^/]+)\//.exec(path)?.[1];
        if (folder !== undefined) requested.add(`/blog/${folder}`);
      }
      // Some edits come in quick succession; after others, a page is requested.
      if (random() < 0.3) {
        const paths = [...requested];
        const reply = await served.get(paths[Math.floor(random() * paths.length)] as string);
        expect(
          [200, 404, 500],
          `${log.slice(-5).join('\n')}: ${reply.text.slice(0, 500)}\n${served.output().slice(-3000)}`,
        ).toContain(reply.status);
      }
      if (random() < 0.2) await new Promise((done) => setTimeout(done, random() * 120));
    }
    editor.repair();
    const built = await site.build('--drafts', '--no-cache');
    expect(built.code, `${log.slice(-20).join('\n')}\n${built.stderr}`).toBe(0);
    const output = site.files('dist');
    const pages = Object.keys(output).filter(isCompared);
    expect(pages.length).toBeGreaterThan(30);
    for (const path of pages) {
      const expected = comparable(path, Buffer.from(output[path] as string, 'latin1').toString('utf8'));
      const url = encodeURI(`/${path.replace(/(?:^|\/)index\.html$/, '') || ''}`);
      const status = path.endsWith('404.html') ? 404 : 200;
      const isServed = (reply: Reply) => reply.status === status && comparable(path, reply.text) === expected;
      const last = await served.until(url, isServed).catch(() => served.get(url));
      expect(last.status, `${url}\n${last.text.slice(0, 1000)}`).toBe(status);
      expect(comparable(path, last.text), `${url}\n${served.output().slice(-3000)}`).toBe(expected);
    }
    for (const path of requested) {
      const isWritten = `${path.slice(1)}/index.html` in output || path === '/' || path.endsWith('.xml');
      if (!isWritten) expect((await served.get(path)).status, path).toBe(404);
    }
    expect(served.process.exitCode).toBeNull();
  });
});

/**
 * Pages and the files generated beside them. The development server has a manifest and code of its own, and no record
 * of written files.
 */
const isCompared = (path: string): boolean =>
  !/^(?:assets|builds)\/|^_(?:headers|redirects)$|^\.sitegen-files\.json$|\.(?:br|gz)$/.test(path) &&
  !redirectPages.has(path);

const redirectPages = new Set(['old/index.html', 'fact/index.html']);
