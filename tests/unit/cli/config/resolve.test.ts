import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { configOf, minimal, problemsOf, routes, twoLocales } from './site-of.ts';

describe('resolveConfig, valid configuration', () => {
  it('requires only a name, a URL and one route', () => {
    const config = configOf({});
    expect(config.locales.list).toEqual([{ code: 'en', name: 'English', language: 'en', dir: 'ltr', prefix: '' }]);
    expect(config.routes[0]).toMatchObject({ id: 'home', path: '/', page: 'Home', locales: 'all', index: true });
    expect(config.site).toMatchObject({
      base: '',
      theme: 'system',
      output: { dir: 'dist' },
      builds: { pollSeconds: 3600 },
    });
    expect(config).toMatchObject({ notFound: null, navigation: [], rules: {}, content: { collections: {} } });
  });

  it('accepts the configuration of the site in this repository', () => {
    const texts: Record<string, string> = {};
    const folder = new URL('../../../../config/', import.meta.url);
    for (const name of readdirSync(folder)) texts[`config/${name}`] = readFileSync(new URL(name, folder), 'utf8');
    for (const [, page] of (texts['config/routes.yaml'] ?? '').matchAll(/page: (\w+)/g))
      texts[`site/pages/${page}.tsx`] = '';
    for (const [, code] of (texts['config/locales.yaml'] ?? '').matchAll(/code: (\w+)/g))
      Object.assign(texts, { [`locales/${code}/common.json`]: '{}', [`data/series.${code}.yaml`]: '[]' });
    for (const name of ['BlogPost', 'BlogList', 'BlogSeries', 'BlogTag']) texts[`templates/${name}.tsx`] = '';
    texts['content/blog/first/en.md'] = '';
    expect(problemsOf(texts)).toEqual([]);
    const config = configOf(texts);
    expect(config.locales.list).toHaveLength(15);
    expect(config.locales.list.map((locale) => locale.prefix).slice(0, 3)).toEqual(['', '/es', '/zh']);
    expect(config.routes).toHaveLength(19);
    expect(config.rules['/home']).toEqual({ redirect: { to: '/', status: 301 } });
    expect(Object.keys(config.rules)).toEqual(['/**', '/home']);
    expect(config.content.collections.blog?.tags).toMatchObject({ path: '/blog/tag/{tag}', perPage: 12 });
  });

  it('returns frozen data', () => {
    const config = configOf({ 'config/site.yaml': `${minimal['config/site.yaml']}custom: { a: [1] }\n` });
    expect(() => (config.site.custom.a as number[]).push(2)).toThrow(TypeError);
    expect(Object.isFrozen(config.routes[0]) && Object.isFrozen(config.locales.list[0])).toBe(true);
  });

  it('lets the command line replace values of the files', () => {
    const options = { siteUrl: 'http://localhost:80/', base: '/sub/', out: '../out', locales: ['de'] };
    const messages = { 'locales/en/a.json': '{}', 'locales/de/a.json': '{}', 'locales/fr/a.json': '{}' };
    const config = configOf(
      { ...messages, 'config/locales.yaml': `${twoLocales}  - { code: fr, name: Français }\n` },
      options,
    );
    expect(config.site).toMatchObject({ url: 'http://localhost', base: '/sub', output: { dir: '../out' } });
    expect(config.locales.list.map((locale) => locale.code)).toEqual(['en', 'de']);
    expect(config.locales.allCodes).toEqual(['en', 'de', 'fr']);
  });

  it('requires no `url` in the file if the command line has one', () => {
    expect(configOf({ 'config/site.yaml': 'name: A\n' }, { siteUrl: 'https://a.org' }).site.url).toBe('https://a.org');
  });

  it('derives the writing direction of a language from its script', () => {
    const codes = ['ar', 'he', 'fa-IR', 'ur', 'az-Arab', 'de', 'ja', 'pa-PK'];
    const lines = codes.map((tag, at) => `  - { code: x${'abcdefgh'[at]}, name: X, language: ${tag} }`);
    const texts = { 'config/locales.yaml': `default: xa\nlocales:\n${lines.join('\n')}\n` };
    expect(configOf(texts).locales.list.map((locale) => locale.dir)).toEqual(
      'rtl rtl rtl rtl rtl ltr ltr rtl'.split(' '),
    );
  });

  it('ends every fallback chain with the default locale', () => {
    const yaml = `${twoLocales}  - { code: gsw, name: Züritüütsch, fallback: [de] }\n`;
    const config = configOf({ 'config/locales.yaml': yaml });
    expect(config.locales.fallbacks).toEqual({ en: [], de: ['en'], gsw: ['de', 'en'] });
  });

  it('adds the redirects of routes and of the root to the rules, localised if the target exists', () => {
    const config = configOf({
      'config/locales.yaml': twoLocales,
      'config/site.yaml': `${minimal['config/site.yaml']}rootRedirect: /new\n`,
      ...routes(
        '  - { id: home, path: /, page: Home }',
        '  - { id: new, path: /new/, page: Home }',
        '  - { id: english, path: /english, page: Home, locales: none }',
        '  - { id: old, path: /old, redirect: /new }',
        '  - { id: older, path: /older, redirect: { to: /english, status: 302 } }',
        'rules:',
        '  /a/**: { headers: { X-A: a } }',
      ),
    });
    expect(config.rules).toEqual({
      '/a/**': { headers: { 'X-A': 'a' } },
      '/': { redirect: { to: '/new', status: 302 } },
      '/old': { redirect: { to: '/new', status: 301 } },
      '/de/old': { redirect: { to: '/de/new', status: 301 } },
      '/older': { redirect: { to: '/english', status: 302 } },
      '/de/older': { redirect: { to: '/english', status: 302 } },
    });
  });

  it('redirects the root to the default locale if every locale has a prefix', () => {
    const config = configOf({ 'config/locales.yaml': `prefixDefault: true\n${twoLocales}` });
    expect(config.locales.list.map((locale) => locale.prefix)).toEqual(['/en', '/de']);
    expect(config.rules).toEqual({ '/': { redirect: { to: '/en', status: 302 } } });
  });

  it('returns data queries as a union', () => {
    const config = configOf({
      'data/en.json': '{}',
      'content/blog/a/en.md': '',
      'templates/Post.tsx': '',
      'config/site.yaml': `${minimal['config/site.yaml']}custom: { x: { y: 1 } }\n`,
      'config/content.yaml': "collections: { blog: { from: content/blog, path: '/blog/{slug}', template: Post } }\n",
      ...routes(
        '  - id: home',
        '    path: /',
        '    page: Home',
        '    data:',
        '      posts: { collection: blog, limit: 3, tag: colour }',
        "      team: { file: 'data/{locale}.json' }",
        '      y: { config: custom.x.y }',
      ),
    });
    expect(config.routes[0]?.data).toEqual({
      posts: { collection: 'blog', limit: 3, tag: 'colour' },
      team: { file: 'data/{locale}.json' },
      y: { config: 'custom.x.y' },
    });
  });
});
