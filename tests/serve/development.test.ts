import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Site, siteOf } from '../site.ts';
import { answersAlike } from './answers.ts';
import { type Served, serve } from './served.ts';
import { workshop } from './workshop.ts';

describe('the development server', () => {
  let site: Site;
  let served: Served;
  beforeAll(async () => {
    site = siteOf(workshop);
    site.write(
      'content/blog/draft/en.md',
      '---\ntitle: A draft\ndescription: Not yet.\ndate: 2026-01-05\ndraft: true\n---\nText.\n',
    );
    served = await serve(site, '--show-events');
  });
  afterAll(async () => {
    await served.stop();
    site.close();
  });

  answersAlike(() => served);

  it('prints where it is, for this machine and for others', () => {
    expect(served.output()).toMatch(/Local\s+http:\/\/localhost:\d+\/\n\s+Network\s+\S/);
  });

  it('shows drafts', async () => {
    expect((await served.get('/blog/draft')).status).toBe(200);
  });

  it('lets no browser keep a payload', async () => {
    expect((await served.get('/_payload.json')).headers['cache-control']).toBe('no-store');
  });

  it('allows in the policy only what the module server needs besides', async () => {
    const policy = (await served.get('/')).headers['content-security-policy'] as string;
    expect(policy).toContain("style-src 'self' 'unsafe-inline';");
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

  it('writes events of the configured path down, and shows them', async () => {
    const post = (body: string) =>
      served.get('/track', { method: 'POST', headers: { 'Content-Type': 'text/plain' }, body });
    expect((await post('{"name":"opened","tool":"blur"}')).status).toBe(204);
    expect((await post('no json')).status).toBe(204);
    expect((await post('x'.repeat(70_000))).status).toBe(413);
    const lines = site
      .read('.sitegen/events.ndjson')
      .trim()
      .split('\n')
      .slice(-2)
      .map((line) => JSON.parse(line));
    expect(lines).toMatchObject([{ event: { name: 'opened', tool: 'blur' } }, { text: 'no json' }]);
    await served.until('/', () => served.output().includes('"name":"opened"'));
  });

  it('answers to no name but its own: a page elsewhere cannot read it by way of DNS', async () => {
    expect((await served.get('/', { headers: { Host: 'evil.example' } })).status).toBe(403);
    expect((await served.get('/@fs/etc/passwd', { headers: { Host: 'evil.example' } })).status).toBe(403);
    expect((await served.get('/', { headers: { Host: '127.0.0.1:1' } })).status).toBe(200);
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
    site = siteOf(workshop);
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
