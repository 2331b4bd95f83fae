import { expect, it } from 'vitest';
import type { Served } from './served.ts';

/** Tests of what the development server and the server of the built site have in common. */
export function testCommonAnswers(served: () => Served): void {
  it('serves each page at its path, with and without a slash at the end', async () => {
    for (const path of ['/', '/de', '/de/', '/about', '/blog/first/', '/blog/first/index.html', '/de/blog/first']) {
      const reply = await served().get(path);
      expect(reply.status, path).toBe(200);
      expect(reply.headers['content-type'], path).toMatch(/^text\/html; ?charset=utf-8$/);
      expect(reply.headers['cache-control'], path).toBe('no-cache');
    }
    expect((await served().get('/de')).text).toContain('<html lang="de-DE"');
  });

  it('answers unknown addresses with 404, in the language of their path', async () => {
    const [en, de] = [await served().get('/nothing/here'), await served().get('/de/nichts?a=1')];
    expect([en.status, de.status]).toEqual([404, 404]);
    expect(en.text).toContain('This page does not exist.');
    expect(de.text).toContain('Diese Seite gibt es nicht.');
    expect(de.headers['cache-control']).toBe('no-cache');
    expect((await served().get('/de/404.html')).status).toBe(404);
    expect((await served().get('/del')).text).toContain('This page does not exist.');
  });

  it('redirects as configured, with the query', async () => {
    const exact = await served().get('/old?a=1');
    expect([exact.status, exact.headers.location]).toEqual([301, '/about?a=1']);
    expect((await served().get('/fact?a=1')).headers.location).toBe('/about?a=1#facts');
    const glob = await served().get('/news/2019/may');
    expect([glob.status, glob.headers.location]).toEqual([302, '/blog']);
    expect((await served().get('/news')).headers.location).toBe('/blog');
  });

  it('sends the headers of the rules and a policy without inline scripts', async () => {
    expect((await served().get('/about')).headers['x-shown']).toBe('plainly');
    const { headers } = await served().get('/');
    expect(headers['x-shown']).toBeUndefined();
    expect(headers['content-security-policy']).toMatch(/script-src 'self' 'sha256-[^']+' 'wasm-unsafe-eval';/);
    expect(headers['content-security-policy']).toContain("object-src 'none'");
  });

  it('serves feeds, sitemaps, messages, payloads and public files with their types', async () => {
    const types: Record<string, RegExp> = {
      '/sitemap.xml': /^application\/xml/,
      '/de/sitemap.xml': /^application\/xml/,
      '/blog/rss.xml': /^application\/rss\+xml/,
      '/blog/atom.xml': /^application\/atom\+xml/,
      '/de/blog/feed.json': /^application\/feed\+json/,
      '/robots.txt': /^text\/plain/,
      '/_i18n/de/messages.json': /^application\/json/,
      '/_payload.json': /^application\/json/,
      '/de/blog/first/_payload.json': /^application\/json/,
      '/builds/latest.json': /^application\/json/,
      '/robots-logo.txt': /^text\/plain/,
      '/film.mp4': /^video\/mp4/,
    };
    for (const [path, type] of Object.entries(types)) {
      const reply = await served().get(path);
      expect(reply.status, path).toBe(200);
      expect(reply.headers['content-type'], path).toMatch(type);
    }
    const { id } = JSON.parse((await served().get('/builds/latest.json')).text);
    const meta = JSON.parse((await served().get(`/builds/meta/${id}.json`)).text);
    expect(meta.prerendered).toContain('/de/blog/first');
    expect(meta.matcher.static['/old'].redirect).toEqual({ to: '/about', status: 301 });
  });

  it('serves files beside entries at the addresses that pages have for them', async () => {
    const href = /href="(\/assets\/media\/note-[^"]+\.txt)"/.exec((await served().get('/blog/first')).text)?.[1];
    expect((await served().get(href as string)).text).toBe('Beside the entry.\n');
    expect((await served().get('/assets/media/note-00000000.txt')).status).toBe(404);
  });

  it('answers HEAD without a body, and other methods not at all', async () => {
    const head = await served().get('/about', { method: 'HEAD' });
    const get = await served().get('/about', { headers: { 'Accept-Encoding': 'identity' } });
    expect([head.status, head.body.length]).toEqual([200, 0]);
    expect(head.headers['content-length']).toBe(String(get.body.length));
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      const reply = await served().get('/about', { method });
      expect([reply.status, reply.headers.allow], method).toEqual([405, 'GET, HEAD']);
    }
  });

  it('answers 304 to a browser that has the page, and not to one that has another', async () => {
    const path = '/blog/first';
    const etag = (await served().get(path)).headers.etag as string;
    const cached = await served().get(path, { headers: { 'If-None-Match': etag } });
    expect([cached.status, cached.body.length]).toEqual([304, 0]);
    expect((await served().get(path, { headers: { 'If-None-Match': '"other"' } })).status).toBe(200);
  });

  it('sends parts of a file: from the front, from the back, and none that is not there', async () => {
    const part = async (range: string) => served().get('/film.mp4', { headers: { Range: range } });
    const rows = { 'bytes=0-3': '0123', 'bytes=-5': 'wxyz\n', 'bytes=30-': 'uvwxyz\n', 'bytes=30-900': 'uvwxyz\n' };
    for (const [range, text] of Object.entries(rows)) {
      const reply = await part(range);
      expect([reply.status, reply.text], range).toEqual([206, text]);
      expect(reply.headers['content-length'], range).toBe(String(text.length));
    }
    expect((await part('bytes=-5')).headers['content-range']).toBe('bytes 32-36/37');
    expect((await part('bytes=-900')).text.length).toBe(37);
    for (const range of ['bytes=37-', 'bytes=100-200', 'bytes=-0']) {
      const reply = await part(range);
      expect([reply.status, reply.headers['content-range']], range).toEqual([416, 'bytes */37']);
    }
    for (const range of ['bytes=5-2', 'lines=1-2', 'bytes=a-b', 'bytes=0-1,4-5']) {
      const reply = await part(range);
      expect([reply.status, reply.body.length], range).toEqual([200, 37]);
    }
    const { etag } = (await served().get('/film.mp4')).headers;
    expect(
      (await served().get('/film.mp4', { headers: { Range: 'bytes=0-3', 'If-Range': etag as string } })).status,
    ).toBe(206);
    expect((await served().get('/film.mp4', { headers: { Range: 'bytes=0-3', 'If-Range': '"old"' } })).status).toBe(
      200,
    );
    expect((await served().get('/film.mp4')).headers['accept-ranges']).toBe('bytes');
  });

  it('serves no file outside of the site: encoded, dotted, NUL, backslash, double slash', async () => {
    const paths = [
      '/../package.json',
      '/%2e%2e/package.json',
      '/..%2fpackage.json',
      '/blog/..%2f..%2fconfig/site.yaml',
      '/config/site.yaml',
      '/content/blog/first/en.md',
      '/..%5cpackage.json',
      '/a%00b',
      '//etc/passwd',
      '/.sitegen/record.bin',
      '/.git/config',
      '/_headers',
      '/_redirects',
    ];
    for (const path of paths) expect([400, 403, 404], path).toContain((await served().get(path)).status);
    expect((await served().get('/%E0%A4%A')).status).toBe(400);
  });

  it('lists no folder', async () => {
    for (const path of ['/assets', '/assets/', '/builds', '/site', '/_i18n']) {
      expect((await served().get(path)).status, path).toBe(404);
    }
  });
}
