import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launchBrowser, untilHydrated, visitorAgent } from '../browser.ts';
import { type Served, serve } from '../serve/served.ts';
import { type Site, siteOf, smallSite } from '../site.ts';

/** Elements from every source: a plugin, the site, a route, a page and one of its components. */
const heads = `
-- config/site.yaml --
name: Small
url: https://small.example
plugins: [./plugins/marks.mjs]
head:
  meta:
    - { name: google-site-verification, content: proof-one }
    - { name: google-site-verification, content: proof-two }
    - { name: theme-color, content: '#fff', media: '(prefers-color-scheme: light)' }
    - { name: level, content: site }
  link:
    - { rel: me, href: https://social.example/@small }
    - { rel: stylesheet, href: https://fonts.example/serif.css, policy: { font-src: [https://files.example] } }
  script:
    - src: https://stats.example/s.js?site=1
      defer: true
      data-site: 7
      policy: { connect-src: [https://count.example] }
    - { src: /own.js, async: true }
    - { text: 'window.ready = 1 < 2;' }
-- config/routes.yaml --
routes:
  - { id: home, path: /, page: Home, seo: home.seo, data: { posts: { collection: blog, limit: 2 } } }
  - id: about
    path: /about
    page: About
    locales: none
    seo: about.seo
    head:
      meta: [{ name: level, content: route }, { name: of-route, content: 'yes' }]
      script: [{ text: 'window.onRoute = true;' }]
  - { id: said, path: /said, page: Said, locales: none, seo: about.seo }
notFound: { page: NotFound, seo: notFound.seo }
-- plugins/marks.mjs --
export default { name: 'marks', head: (site) => ({ meta: [{ name: 'level', content: 'plugin' }, { name: 'of-plugin', content: site.name }] }) };
-- site/public/own.js --
document.title;
-- site/pages/Said.tsx --
import { useHead } from '@safelight/sitegen/runtime';
export const head = () => ({
  meta: [{ name: 'level', content: 'page' }, { property: 'og:title', content: 'Own "title"' }],
  link: [{ rel: 'canonical', href: 'https://elsewhere.example/said' }],
  script: [{ type: 'application/json', id: 'facts', text: '{"a":1}' }],
});
export function Page() {
  useHead({ meta: [{ name: 'level', content: 'component' }] });
  return <h1>Said</h1>;
}
`;

const sha256 = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

describe('elements of heads', () => {
  let site: Site;
  const original = new Map<string, string>();
  const restore = () => {
    for (const [path, text] of original) site.write(path, text);
  };
  beforeAll(async () => {
    site = siteOf(smallSite, heads);
    for (const path of ['config/site.yaml', 'site/pages/Said.tsx', 'plugins/marks.mjs', 'site/public/own.js'])
      original.set(path, site.read(path));
  });
  beforeEach(restore);
  afterAll(() => site.close());

  const headOf = (path: string): string => site.read(`dist/${path}/index.html`).split('</head>')[0] as string;
  const levels = (path: string): string[] =>
    [...headOf(path).matchAll(/name="level" content="(\w+)"/g)].map(([, level]) => level as string);

  it('of plugins, the site, a route, a page and its components replace each other in this order', async () => {
    const { code, problems, report } = await site.build();
    expect([code, problems, report?.warnings]).toEqual([0, [], []]);
    expect([levels('.'), levels('about'), levels('said')]).toEqual([['site'], ['route'], ['component']]);
    for (const path of ['.', 'about', 'said', 'blog/first']) {
      expect(headOf(path)).toContain('<meta data-h name="of-plugin" content="Small">');
      expect(headOf(path).match(/proof-(?:one|two)/g)).toEqual(['proof-one', 'proof-two']);
    }
    expect(headOf('.')).toContain(
      '<script data-h src="https://stats.example/s.js?site=1" defer="" data-site="7"></script>',
    );
    expect(headOf('.')).toContain('<script data-h>window.ready = 1 < 2;</script>');
    expect(headOf('.')).not.toContain('window.onRoute');
    expect(headOf('said')).toContain('<meta data-h property="og:title" content="Own &quot;title&quot;">');
    expect(headOf('said').match(/property="og:title"|rel="canonical" href="[^"]*"/g)).toEqual([
      'property="og:title"',
      'rel="canonical" href="https://elsewhere.example/said"',
    ]);
    const [, data = ''] = /id="sitegen-data">(.*?)<\/script>/.exec(site.read('dist/said/index.html')) ?? [];
    expect(JSON.parse(data).head).toEqual({ title: 'About', tags: [] });
    expect(JSON.parse(site.read('dist/said/_payload.json')).head.tags).toContainEqual([
      'script',
      { type: 'application/json', id: 'facts' },
      '{"a":1}',
    ]);
  });

  it('of the configuration are allowed by the policy, in builds and in development', async () => {
    const served: Served = await serve(site);
    const developed = String((await served.get('/about')).headers['content-security-policy']);
    await served.stop();
    for (const policy of [site.read('dist/_headers'), developed]) {
      const sources = (directive: string) => new RegExp(`${directive} ([^;]*)`).exec(policy)?.[1] ?? '';
      for (const source of [
        'https://stats.example/s.js',
        sha256('window.ready = 1 < 2;'),
        sha256('window.onRoute = true;'),
      ])
        expect(sources('script-src').split(' ')).toContain(source);
      expect(sources('style-src')).toContain('https://fonts.example/serif.css');
      expect(sources('font-src')).toContain('https://files.example');
      expect(sources('connect-src')).toContain('https://count.example');
    }
  });

  it('get the base of the site', async () => {
    await site.build('--base', '/sub');
    expect(headOf('.')).toContain('<script data-h src="/sub/own.js" async="">');
  });

  it('are rendered again after an edit, as a clean build does', async () => {
    await site.build();
    site.edit('config/site.yaml', (text) => text.replace('content: site', 'content: edited'));
    await site.build();
    expect(levels('.')).toEqual(['edited']);
    const incremental = site.files('dist');
    await site.build('--no-cache');
    expect(site.files('dist')).toEqual(incremental);
  });

  it('are reported where they are duplicates, are blocked or lead nowhere', async () => {
    site.edit('config/site.yaml', (text) =>
      text.replace(
        '    - { name: level',
        '    - { name: description, content: a }\n    - { name: description, content: b }\n    - { name: level',
      ),
    );
    site.edit('site/pages/Said.tsx', (text) =>
      text
        .replace(
          "{ rel: 'canonical'",
          "{ rel: 'me', href: 'https://a.example' }, { rel: 'me', href: 'https://a.example' }, { rel: 'canonical'",
        )
        .replace('script: [', "script: [{ text: 'window.late = 1' }, { src: 'https://cdn.example/x.js' }, "),
    );
    site.edit('plugins/marks.mjs', (text) => text.replace('({ meta', "({ script: [{ text: 'plugged()' }], meta"));
    const { code, report } = await site.build();
    expect(code).toBe(0);
    expect(report?.warnings.map(({ code: name, file, line }) => [name, file, line])).toEqual([
      ['HEAD_DUPLICATE', 'config/site.yaml', 10],
      ['HEAD_BLOCKED', 'config/site.yaml', undefined],
      ['HEAD_DUPLICATE', 'site/pages/Said.tsx', undefined],
      ['HEAD_BLOCKED', 'site/pages/Said.tsx', undefined],
      ['HEAD_BLOCKED', 'site/pages/Said.tsx', undefined],
    ]);
    const hints = report?.warnings.map(({ hint }) => hint).join('\n');
    expect(hints).toContain(sha256('plugged()'));
    expect(hints).toContain(sha256('window.late = 1'));
    // What the hints name allows the elements.
    site.edit(
      'config/site.yaml',
      (text) =>
        `${text}security: { directives: { script-src: ["${sha256('plugged()')}", "${sha256('window.late = 1')}", https://*.example] } }\n`,
    );
    expect((await site.build()).report?.warnings.map(({ code: name }) => name)).toEqual([
      'HEAD_DUPLICATE',
      'HEAD_DUPLICATE',
    ]);
    restore();
    site.remove('site/public/own.js');
    expect((await site.build()).problems).toEqual([
      expect.objectContaining({ code: 'PAGE_FILE_MISSING', message: expect.stringContaining('/own.js') }),
    ]);
  });

  it('change with client-side navigation, and scripts run once', async () => {
    site.write('site/public/own.js', 'window.runs = (window.runs ?? 0) + 1;');
    expect((await site.build()).code).toBe(0);
    const served: Served = await serve(site, '--built');
    const browser = await launchBrowser();
    const page = await browser.newPage({ userAgent: visitorAgent });
    const blocked: string[] = [];
    page.on('console', (message) => {
      if (/Content Security Policy/.test(message.text()) && !/https:/.test(message.text()))
        blocked.push(message.text());
    });
    await page.route(/\.example\//, (route) => route.abort());
    await page.goto(served.url, { waitUntil: 'load' });
    await untilHydrated(page, 'header a');
    const state = () =>
      page.evaluate(() => ({
        levels: [...document.querySelectorAll<HTMLMetaElement>('meta[name=level]')].map(({ content }) => content),
        ofRoute: document.querySelectorAll('meta[name=of-route]').length,
        ran: [(window as { runs?: number }).runs, 'onRoute' in window, 'loadedOnce' in window],
      }));
    await page.evaluate(() => Object.assign(window, { loadedOnce: true }));
    expect(await state()).toEqual({ levels: ['site'], ofRoute: 0, ran: [1, false, true] });
    const elements = () =>
      page.evaluate(() =>
        Array.from(document.head.querySelectorAll('[data-h]'), (one) => one.outerHTML.replace(' data-h=""', '')).sort(),
      );
    const first = await elements();
    for (const round of [1, 2]) {
      await page.click('text=About');
      await page.waitForFunction(() => document.title.startsWith('About'));
      expect(await state(), `${round}`).toEqual({ levels: ['route'], ofRoute: 1, ran: [1, true, true] });
      await page.click('header >> text=Home');
      await page.waitForFunction(() => document.title.startsWith('Small home'));
      expect(await state(), `${round}`).toEqual({ levels: ['site'], ofRoute: 0, ran: [1, true, true] });
      // Scripts of other pages stay.
      expect((await elements()).filter((one) => !one.includes('onRoute'))).toEqual(first);
    }
    expect(blocked).toEqual([]);
    await browser.close();
    await served.stop();
  });

  it('that HTML cannot hold are errors with their place', async () => {
    const text = site.read('config/site.yaml');
    site.write(
      'config/site.yaml',
      text
        .replace('{ name: level, content: site }', '{ content: site }')
        .replace("text: 'window.ready = 1 < 2;'", "text: 'a</script>', onload: x")
        .replace('{ rel: me, href: https://social.example/@small }', '{ rel: me }'),
    );
    expect((await site.build()).problems.map(({ code, line }) => `${code} ${line}`)).toEqual([
      'CONFIG_INVALID_VALUE 9',
      'CONFIG_MISSING_KEY 11',
      'CONFIG_INVALID_VALUE 19',
      'CONFIG_INVALID_VALUE 19',
    ]);
    restore();
    site.edit('site/pages/Said.tsx', (page) =>
      page.replace('{"a":1}', '</script>').replace("'application/json'", "'application/json', onerror: 'x'"),
    );
    expect((await site.build()).problems).toEqual([
      expect.objectContaining({ code: 'HEAD_INVALID', file: 'site/pages/Said.tsx' }),
    ]);
    site.write('plugins/marks.mjs', "export default { name: 'marks', head: () => [['meta', {}]] };\n");
    expect((await site.build()).problems).toEqual([
      expect.objectContaining({ code: 'PLUGIN_FAILED', message: expect.stringContaining('{ meta, link, script }') }),
    ]);
  });
});
