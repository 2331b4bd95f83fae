import { renameSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Site, siteOf } from '../site.ts';
import { testCommonAnswers } from './common-answers';
import { sendBytes, sendRequest } from './raw-requests';
import { sampleSite } from './sample-site';
import { type Served, serve } from './served.ts';

describe('the development server', () => {
  let site: Site;
  let served: Served;
  beforeAll(async () => {
    site = siteOf(sampleSite);
    site.write(
      'content/blog/draft/en.md',
      '---\ntitle: A draft\ndescription: Not yet.\ndate: 2026-01-05\ndraft: true\n---\nText.\n',
    );
    site.write(
      'content/blog/404/en.md',
      '---\ntitle: Not a missing page\ndescription: A post.\ndate: 2026-01-05\n---\nText.\n',
    );
    served = await serve(site);
  });
  afterAll(async () => {
    await served.stop();
    site.close();
  });

  testCommonAnswers(() => served);

  it('prints where it is, for this machine and for others', () => {
    expect(served.output()).toMatch(/Local\s+http:\/\/localhost:\d+\/\n\s+Network\s+\S/);
  });

  it('shows drafts', async () => {
    expect((await served.get('/blog/draft')).status).toBe(200);
  });

  it('shows entries of tables and loaders, and follows their former addresses, as they are edited', async () => {
    const shows = (path: string, text: string) => served.until(path, (reply) => reply.text.includes(text));
    const before = site.read('config/content.yaml');
    site.write('data/goods.csv', 'id,title\nlamp,Lamp\n');
    site.write('loaders/makers.mjs', "export default { load: () => [{ id: 'ada', title: 'Ada' }] };\n");
    const goods = "goods: { from: data/goods.csv, path: '/goods/{id}', template: Post }";
    const makers = "makers: { load: ./loaders/makers.mjs, path: '/makers/{id}', template: Post }";
    site.write('config/content.yaml', `${before.trimEnd()}\n  ${goods}\n  ${makers}\n`);
    await shows('/goods/lamp', 'Lamp');
    await shows('/makers/ada', 'Ada');
    site.edit('data/goods.csv', (text) => text.replace('Lamp', 'Lantern'));
    await shows('/goods/lamp', 'Lantern');
    site.edit('loaders/makers.mjs', (text) => text.replace('Ada', 'Beata'));
    await shows('/makers/ada', 'Beata');
    const loaders = join(site.root, 'loaders');
    renameSync(loaders, join(site.root, '.loaders'));
    await shows('/@sitegen/problems', 'LOADER_NOT_FOUND');
    renameSync(join(site.root, '.loaders'), loaders);
    await served.until('/@sitegen/problems', (reply) => !reply.text.includes('LOADER_NOT_FOUND'));
    site.edit('content/blog/third/en.md', (text) => text.replace('title:', 'aliases: [tertius]\ntitle:'));
    await served.until('/blog/tertius', ({ status, headers }) => status === 301 && headers.location === '/blog/third');
    site.edit('content/blog/third/en.md', (text) => text.replace('aliases: [tertius]\n', ''));
    site.write('config/content.yaml', before);
    for (const path of ['data/goods.csv', 'loaders']) site.remove(path);
    await served.until('/blog/tertius', ({ status }) => status === 404);
  });

  it('takes 404.html for a not-found page only where there is one', async () => {
    const post = await served.get('/blog/404');
    expect([post.status, post.text.includes('Not a missing page')]).toEqual([200, true]);
    expect((await served.get('/blog/404.html')).text).toContain('This page does not exist.');
    expect((await served.get('/blog/404.html')).status).toBe(404);
    expect((await served.get('/404.html')).status).toBe(404);
  });

  it('lets no browser keep a payload', async () => {
    expect((await served.get('/_payload.json')).headers['cache-control']).toBe('no-store');
  });

  it('allows in the policy only what the module server needs besides', async () => {
    const policy = (await served.get('/')).headers['content-security-policy'] as string;
    // Without `style-src-attr`: a `style` attribute is blocked as in production.
    expect(policy).toContain("style-src 'self';");
    expect(policy).toContain("style-src-elem 'self' 'unsafe-inline'");
    expect(policy).not.toContain('style-src-attr');
    expect(policy).toContain("connect-src 'self' ws: wss:;");
    expect(policy).not.toContain("unsafe-eval' 'unsafe");
    expect(policy).not.toMatch(/script-src[^;]*unsafe-inline/);
  });

  it('links styles in the document, under the class names that it has', async () => {
    const { text } = await served.get('/');
    const href = /<link rel="stylesheet" href="([^"]+)">/.exec(text)?.[1] as string;
    const css = await served.get(href, { headers: { Accept: 'text/css,*/*;q=0.1' } });
    const name = /class="(shell_\w+)"/.exec(text)?.[1];
    expect(css.headers['content-type']).toMatch(/^text\/css/);
    expect(css.text).toContain(`.${name}`);
  });

  it('serves the modules that a page names', async () => {
    const { text } = await served.get('/');
    const entry = /<script type="module" src="([^"]+)">/.exec(text)?.[1] as string;
    const chunk = /"chunk":"([^"]+)"/.exec(text)?.[1] as string;
    for (const url of [entry, chunk]) {
      const reply = await served.get(url);
      expect(reply.status, url).toBe(200);
      expect(reply.headers['content-type'], url).toMatch(/javascript/);
    }
  });

  const report = (headers: Readonly<Record<string, string>>, body: string) =>
    served.get('/@sitegen/error', { method: 'POST', headers, body });
  const crash = (message: string) => JSON.stringify({ message, stack: '', page: '/about' });

  it.each([
    ['of another origin', { Origin: 'https://evil.example' }, 403],
    ['of another port', { Origin: 'http://localhost:1' }, 403],
    ['without an origin', {}, 403],
    ['of an opaque origin', { Origin: 'null' }, 403],
    ['as a form would send it', { 'Content-Type': 'text/plain' }, 415],
  ] as const)('prints no report of an error %s', async (_, changed, status) => {
    const host = `localhost:${served.port}`;
    const acceptedHeaders = { Host: host, 'Content-Type': 'application/json', Origin: `http://${host}` };
    const headers = Object.fromEntries(
      Object.entries({
        ...acceptedHeaders,
        ...('Origin' in changed || 'Content-Type' in changed ? {} : { Origin: '' }),
        ...changed,
      }).filter(([, value]) => value !== ''),
    );
    const mark = `unwanted ${status} ${JSON.stringify(changed)}`;
    expect((await report(headers, crash(mark))).status).toBe(status);
    expect((await served.get('/@sitegen/problems')).text).not.toContain('unwanted');
    expect(served.output()).not.toContain('unwanted');
  });

  it("prints a page's report without its control characters, and none that is too large", async () => {
    const host = `localhost:${served.port}`;
    const headers = { Host: host, 'Content-Type': 'application/json', Origin: `http://${host}` };
    expect((await report(headers, crash('x'.repeat(70_000)))).status).toBe(413);
    expect((await report(headers, crash('\u001b]0;owned\u0007 \u009b2J wanted'))).status).toBe(204);
    await served.until('/', () => served.output().includes('wanted'));
    expect(served.output()).toContain('\\u001b]0;owned\\u0007 \\u009b2J wanted');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters meant
    expect(served.output()).not.toMatch(/[\u0007\u001b\u009b]/);
  });

  it('answers only to local names, so that no other page can read it by DNS rebinding', async () => {
    const foreign = [
      'evil.example',
      'localhost.evil.example',
      '127.0.0.1.evil.example',
      '999.999.999.999',
      '1.2.3.4.5',
    ];
    for (const host of foreign) {
      for (const path of ['/', '/@fs/etc/passwd', '/@vite/client', '/@sitegen/problems'])
        expect((await served.get(path, { headers: { Host: host } })).status, `${host}${path}`).toBeGreaterThanOrEqual(
          400,
        );
    }
    for (const host of ['[evil', '[::1', '[evil]', 'a b', 'localhost/x', 'user@localhost'])
      expect((await served.get('/', { headers: { Host: host } })).status, host).toBe(400);
    const localHosts = [
      '127.0.0.1:1',
      'localhost',
      'LOCALHOST:80',
      'a.localhost:3000',
      '[::1]',
      '[::1]:3000',
      '192.168.1.2',
      hostname(),
    ];
    for (const host of localHosts) expect((await served.get('/', { headers: { Host: host } })).status, host).toBe(200);
    const absolute = (url: string) => sendRequest(served.port, `GET ${url}`, `Host: localhost:${served.port}`);
    expect((await absolute('http://evil.example/')).status).toBe(403);
    expect((await absolute('http://localhost/about')).status).toBe(200);
  });

  it('refuses to upgrade to any protocol but that of its module server, and closes the connection', async () => {
    const upgrade = (...headers: string[]) =>
      sendBytes(
        served.port,
        ['GET / HTTP/1.1', 'Host: localhost', 'Connection: Upgrade', ...headers, '', ''].join('\r\n'),
      );
    const socket = ['Upgrade: websocket', 'Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='];
    await served.get('/@vite/client');
    for (const headers of [
      ['Upgrade: h2c'],
      ['Upgrade: websocket'],
      socket,
      [...socket, 'Sec-WebSocket-Protocol: chat'],
      [...socket, 'Sec-WebSocket-Protocol: vite-hmr', 'Origin: https://evil.example'],
    ]) {
      const reply = await upgrade(...headers);
      expect([reply.status, reply.isClosed], headers.join()).toEqual([400, true]);
    }
    const elsewhere = [
      'GET /x HTTP/1.1',
      'Host: localhost',
      'Connection: Upgrade',
      ...socket,
      'Sec-WebSocket-Protocol: vite-hmr',
    ];
    expect((await sendBytes(served.port, [...elsewhere, '', ''].join('\r\n'))).status).toBe(503);
  });

  it('serves no file outside of the site and the generator as a module', async () => {
    for (const path of [
      '/@fs/etc/passwd',
      '/@fs/etc/hostname?raw',
      '/@fs/etc/passwd?import&raw??',
      '/@id/etc/passwd',
    ]) {
      expect((await served.get(path)).text, path).not.toContain('root:');
      expect((await served.get(path)).status, path).toBeGreaterThanOrEqual(400);
    }
  });
});

describe('below a base', () => {
  let site: Site;
  let served: Served;
  beforeAll(async () => {
    site = siteOf(sampleSite);
    served = await serve(site, '--base', '/sub', '--no-drafts');
  });
  afterAll(async () => {
    await served.stop();
    site.close();
  });

  it('serves all below it, and leads there from the root', async () => {
    expect(served.url).toMatch(/\/sub\/$/);
    expect((await served.get('/')).headers.location).toBe('/sub/');
    expect((await served.get('/about')).status).toBe(404);
    const page = await served.get('/sub/de');
    expect(page.status).toBe(200);
    expect((await served.get('/sub/old')).headers.location).toBe('/sub/about');
    for (const [, url] of page.text.matchAll(/(?:src|href)="(\/sub\/[^"]+\.(?:css|svg)|\/sub\/@id[^"]+)"/g)) {
      expect((await served.get(url as string)).status, url).toBe(200);
    }
  });
});
