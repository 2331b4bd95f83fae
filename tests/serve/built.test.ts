import { copyFileSync, cpSync, mkdirSync, renameSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Site, siteOf, siteWithBundles } from '../site.ts';
import { testCommonAnswers } from './common-answers';
import { sampleSite } from './sample-site';
import { type Served, serve } from './served.ts';

describe('the server of the built site', () => {
  let site: Site;
  let served: Served;
  beforeAll(async () => {
    site = siteWithBundles(sampleSite);
    expect((await site.build()).code).toBe(0);
    served = await serve(site, '--built');
  });
  afterAll(async () => {
    await served.stop();
    site.close();
  });

  testCommonAnswers(() => served);

  it('sends just the policy of the build', async () => {
    const built = /Content-Security-Policy: (.*)/.exec(site.read('dist/_headers'))?.[1];
    expect((await served.get('/')).headers['content-security-policy']).toBe(built);
    expect((await served.get('/nothing')).headers['content-security-policy']).toBe(built);
  });

  it('lets assets be cached for a year and everything else be revalidated', async () => {
    const script = /src="(\/assets\/[^"]+\.js)"/.exec((await served.get('/')).text)?.[1] as string;
    expect((await served.get(script)).headers['cache-control']).toBe('public, max-age=31536000, immutable');
    for (const path of ['/', '/builds/latest.json', '/sitemap.xml', '/robots-logo.txt']) {
      const reply = await served.get(path);
      expect(reply.headers['cache-control'], path).toBe('no-cache');
      expect(reply.headers.etag, path).toBeTruthy();
    }
  });

  it('sends the compressed copy that the browser can read', async () => {
    const script = /src="(\/assets\/[^"]+\.js)"/.exec((await served.get('/')).text)?.[1] as string;
    for (const path of ['/', '/de', script]) {
      const plain = await served.get(path);
      const br = await served.get(path, { headers: { 'Accept-Encoding': 'gzip, deflate, br' } });
      const gz = await served.get(path, { headers: { 'Accept-Encoding': 'gzip' } });
      expect([br.headers['content-encoding'], gz.headers['content-encoding']], path).toEqual(['br', 'gzip']);
      expect(brotliDecompressSync(br.body).equals(plain.body), path).toBe(true);
      expect(gunzipSync(gz.body).equals(plain.body), path).toBe(true);
      expect(br.headers['content-type'], path).toBe(plain.headers['content-type']);
      expect(
        [br, gz, plain].map((reply) => reply.headers.vary),
        path,
      ).toEqual(Array(3).fill('Accept-Encoding'));
    }
  });

  it('follows no link out of the folder, neither of a file nor of a folder', async () => {
    const secret = join(site.root, 'secret');
    mkdirSync(secret, { recursive: true });
    for (const name of ['key.txt', 'door', 'plain.txt.gz']) site.remove(`dist/${name}`);
    writeFileSync(join(secret, 'key.txt'), 'a secret');
    symlinkSync(join(secret, 'key.txt'), join(site.root, 'dist/key.txt'));
    symlinkSync(secret, join(site.root, 'dist/door'));
    writeFileSync(join(site.root, 'dist/plain.txt'), 'plain');
    symlinkSync(join(secret, 'key.txt'), join(site.root, 'dist/plain.txt.gz'));
    for (const path of ['/key.txt', '/door/key.txt', '/door']) expect((await served.get(path)).status, path).toBe(404);
    const reply = await served.get('/plain.txt', { headers: { 'Accept-Encoding': 'gzip' } });
    expect(reply.text).not.toContain('secret');
  });

  it('serves the next build as soon as it is there, and never an error in between', async () => {
    const before = (await served.get('/blog/first')).headers.etag;
    let building = true;
    const statuses = new Set<number>();
    const visits = (async () => {
      while (building) statuses.add((await served.get('/about')).status);
    })();
    // Another title with each try.
    const title = `The very first post ${Date.now()}`;
    site.edit('content/blog/first/en.md', (text) => text.replace(/^title: .*$/m, `title: ${title}`));
    site.edit('config/routes.yaml', (text) =>
      text.replace('/old: { redirect: /about }', '/older: { redirect: /blog }'),
    );
    const { code } = await site.build();
    building = false;
    await visits;
    expect(code).toBe(0);
    const after = await served.get('/blog/first');
    expect(after.text).toContain(title);
    expect(after.headers.etag).not.toBe(before);
    expect((await served.get('/older')).headers.location).toBe('/blog');
    expect((await served.get('/old')).status).toBe(404);
    expect([...statuses]).toEqual([200]);
  });
});

describe('a built site', () => {
  it('is answered whole from one version while files and the folder are replaced', async () => {
    const site = siteOf(sampleSite);
    expect((await site.build()).code).toBe(0);
    const at = (path: string) => join(site.root, path);
    const long = 'long '.repeat(60_000);
    writeFileSync(at('dist/note.txt'), 'short');
    cpSync(at('dist'), at('other'), { recursive: true });
    const served = await serve(site, '--built');
    let isReplacing = true;
    const answers = new Map<string, number>();
    const visits = Array.from({ length: 8 }, async () => {
      while (isReplacing) {
        const answer = await fetch(`${served.url}note.txt`)
          .then(async (response) => {
            const text = await response.text();
            return text === 'short' || text === long ? `${response.status}` : `${response.status}: a part of it`;
          })
          .catch((error: Error) => `${error.cause}`);
        answers.set(answer, (answers.get(answer) ?? 0) + 1);
      }
    });
    for (let round = 0; round < 600; round++) {
      writeFileSync(at('note.txt'), round % 2 === 0 ? long : 'short');
      renameSync(at('note.txt'), at('dist/note.txt'));
      if (round % 3 === 0) {
        // No build is an earlier one.
        utimesSync(at('other/builds/latest.json'), round, round);
        renameSync(at('dist'), at('replaced'));
        renameSync(at('other'), at('dist'));
        renameSync(at('replaced'), at('other'));
      }
      await new Promise((done) => setTimeout(done, 2));
    }
    isReplacing = false;
    await Promise.all(visits);
    await served.stop();
    site.close();
    expect([...answers.keys()]).toEqual(['200']);
    expect(answers.get('200')).toBeGreaterThan(200);
  });

  it('is served from another folder and below the base that it was built for', async () => {
    const site = siteOf(sampleSite);
    try {
      expect((await site.build('--out', 'public-html', '--base', '/sub')).code).toBe(0);
      const served = await serve(site, '--built', '--out', 'public-html');
      expect(served.url).toMatch(/\/sub\/$/);
      expect((await served.get('/sub/de')).status).toBe(200);
      expect((await served.get('/')).headers.location).toBe('/sub/');
      expect((await served.get('/sub/old')).headers.location).toBe('/sub/about');
      const script = /src="(\/sub\/assets\/[^"]+\.js)"/.exec((await served.get('/sub/')).text)?.[1] as string;
      expect((await served.get(script)).headers['cache-control']).toContain('immutable');
      await served.stop();
    } finally {
      site.close();
    }
  });

  it('needs no host files: without them the rules come from its manifest', async () => {
    const site = siteWithBundles(sampleSite);
    try {
      site.edit('config/site.yaml', (text) => text.replace('output: { ', 'output: { hosts: [], '));
      site.edit('config/routes.yaml', (text) => text.replace('/old:', "'/C%23': { redirect: /blog }\n  /old:"));
      expect((await site.build()).code).toBe(0);
      const served = await serve(site, '--built');
      expect((await served.get('/news/old')).headers.location).toBe('/blog');
      expect((await served.get('/C%23')).headers.location).toBe('/blog');
      const about = await served.get('/about');
      expect(about.headers['x-shown']).toBe('plainly');
      expect(about.headers['content-security-policy']).toContain("script-src 'self' 'sha256-");
      await served.stop();
    } finally {
      site.close();
    }
  });

  it('is served once it is copied whole, in whatever order', async () => {
    const site = siteWithBundles(sampleSite);
    try {
      expect((await site.build()).code).toBe(0);
      const served = await serve(site, '--built');
      const [dist, copy] = [join(site.root, 'dist'), join(site.root, 'copy')];
      renameSync(dist, copy);
      mkdirSync(join(dist, 'builds'), { recursive: true });
      copyFileSync(join(copy, 'builds/latest.json'), join(dist, 'builds/latest.json'));
      expect((await served.get('/')).status).toBe(503);
      cpSync(join(copy, 'builds/meta'), join(dist, 'builds/meta'), { recursive: true });
      cpSync(copy, dist, { recursive: true, filter: (path) => !path.includes('builds') });
      expect((await served.get('/')).status).toBe(200);
      await served.stop();
    } finally {
      site.close();
    }
  });

  it('has to be there: exit code 1, and what to do', async () => {
    const site = siteOf(sampleSite);
    try {
      await expect(serve(site, '--built')).rejects.toThrow(/ended with 1:[\s\S]*Run `npx sitegen build` first/);
    } finally {
      site.close();
    }
  });
});
