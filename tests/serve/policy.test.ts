import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Site, siteOf, smallSite } from '../site.ts';
import { type Served, serve } from './served.ts';

/** Sources by directive of a policy. */
function directives(policy: unknown): Record<string, readonly string[]> {
  const parts = String(policy).split('; ');
  return Object.fromEntries(parts.map((part) => [part.split(' ')[0] as string, part.split(' ').slice(1)]));
}

describe('the content security policy', () => {
  let site: Site;
  let development: Served;
  let preview: Served;
  beforeAll(async () => {
    site = siteOf(
      smallSite,
      `
-- config/site.yaml --
name: Small
url: https://small.example
security:
  connect: [https://api.example]
  directives: { frame-src: [https://video.example], style-src-elem: [https://fonts.example] }
  paths:
    /about: { style-src-attr: ["'unsafe-inline'"], frame-src: [https://map.example] }
-- site/public/_headers --
# Own rules of the site
/about
  X-Own: yes
  X-Frame-Options: DENY
-- site/public/_redirects --
/gone /about 302
`,
    );
    expect((await site.build()).code).toBe(0);
    [development, preview] = await Promise.all([serve(site), serve(site, '--built')]);
  });
  afterAll(async () => {
    await Promise.all([development.stop(), preview.stop()]);
    site.close();
  });

  const policyAt = async (served: Served, path: string) =>
    directives((await served.get(path)).headers['content-security-policy']);

  it('is extended by directive, and by path', async () => {
    const home = await policyAt(preview, '/');
    expect(home['connect-src']).toEqual(["'self'", 'https://api.example']);
    expect(home['frame-src']).toEqual(["'self'", 'https://video.example']);
    expect(home['style-src-elem']).toEqual(["'self'", 'https://fonts.example']);
    expect(home['style-src-attr']).toBeUndefined();
    const about = await policyAt(preview, '/about');
    expect(about['style-src-attr']).toEqual(["'self'", "'unsafe-inline'"]);
    expect(about['frame-src']).toEqual(["'self'", 'https://video.example', 'https://map.example']);
  });

  it('is the same in development, except for what the module server needs', async () => {
    for (const path of ['/', '/about', '/blog', '/nothing']) {
      const [developed, built] = [await policyAt(development, path), await policyAt(preview, path)];
      expect(developed['connect-src'], path).toEqual([...(built['connect-src'] ?? []), 'ws:', 'wss:']);
      expect(developed['style-src-elem'], path).toEqual([...(built['style-src-elem'] ?? []), "'unsafe-inline'"]);
      for (const name of ['connect-src', 'style-src-elem']) for (const all of [developed, built]) delete all[name];
      expect(developed, path).toEqual(built);
    }
  });

  it("is joined with the site's own `_headers` and `_redirects`", async () => {
    expect(site.read('dist/_headers')).toMatch(/^\/\*\n {2}Content-Security-Policy:.*X-Own: yes\n/s);
    expect(site.read('dist/_redirects')).toMatch(/^\/gone \/about 302\n/);
    for (const served of [development, preview]) {
      const { headers } = await served.get('/about');
      expect([headers['x-own'], headers['x-frame-options']]).toEqual(['yes', 'DENY']);
      expect((await served.get('/')).headers['x-own']).toBeUndefined();
    }
    expect((await preview.get('/gone')).headers.location).toBe('/about');
  });
});
