import { createServer } from 'node:net';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, untilHydrated, visitorAgent } from '../browser.ts';
import { type Site, siteOf, siteWithBundles, smallSite } from '../site.ts';
import { serve } from './served.ts';

/** English and French on one domain, German and Portuguese on another one. */
const domains = (english = 'https://small.example', german = 'https://klein.example') => `
-- config/site.yaml --
name: Small
url: ${english}
output: { hosts: [netlify] }
llms: true
-- config/locales.yaml --
locales:
  - { code: en, name: English, language: en-GB }
  - { code: de, name: Deutsch, language: de-DE, url: '${german}' }
  - { code: fr, name: Français, language: fr-FR }
  - { code: pt, name: Português, language: pt-BR, url: '${german}' }
-- config/routes.yaml --
routes:
  - { id: home, path: /, page: Home, seo: home.seo, data: { posts: { collection: blog, limit: 2 } } }
  - { id: about, path: /about, page: About, locales: none, seo: about.seo }
  - { id: team, path: /team, paths: { de: /über }, page: About, seo: about.seo }
  - { id: old, path: /old, redirect: /team, locales: [en, de] }
notFound: { page: NotFound, seo: notFound.seo }
-- locales/fr/home.json --
{}
-- locales/pt/home.json --
{}
-- site/App.tsx --
import type { ReactNode } from 'react';
import { LocaleLink, switchLocale } from '@safelight/sitegen/runtime';
export function App({ children }: { children: ReactNode }) {
  return <><LocaleLink to="/">Home</LocaleLink> <LocaleLink to="/about">About</LocaleLink> <LocaleLink to="/team">Team</LocaleLink>
    <button id="de" onClick={() => void switchLocale('de')}>Deutsch</button>
    <button id="fr" onClick={() => void switchLocale('fr')}>Français</button>{children}</>;
}
-- content/blog/first/de.md --
---
title: Der erste Beitrag
description: Wo alles beginnt.
date: 2026-01-01
aliases: [anfang]
---
Ein [Verweis](/team) und [noch einer](/blog/second).
`;

/** Starts the built site on free ports, which must be those of its domains. */
const twoFreePorts = async (): Promise<readonly [number, number]> => {
  for (let port = 20_000 + (process.pid % 20_000); ; port += 2)
    if ((await isFree(port)) && (await isFree(port + 1))) return [port, port + 1];
};

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

describe('a domain for each language', () => {
  let site: Site;
  beforeAll(async () => {
    site = siteWithBundles(smallSite, domains());
    const { code, problems, report } = await site.build();
    expect(code, JSON.stringify(problems)).toBe(0);
    expect(Object.keys(report?.domains ?? {})).toEqual(['small.example', 'klein.example']);
  });
  afterAll(() => site.close());
  const english = (path: string) => site.read(`dist/small.example/${path}`);
  const german = (path: string) => site.read(`dist/klein.example/${path}`);

  it('has a folder of its own with all that its host needs, and no prefix', () => {
    expect(german('index.html')).toContain('Hallo von Small');
    expect(german('index.html')).toContain('<html lang="de-DE"');
    expect(german('über/index.html')).toContain('rel="canonical" href="https://klein.example/%C3%BCber"');
    expect(german('404.html')).toContain('Diese Seite gibt es nicht.');
    expect(german('pt/index.html')).toContain('<html lang="pt-BR"');
    expect(english('fr/index.html')).toContain('<html lang="fr-FR"');
    for (const path of [
      'small.example/de',
      'klein.example/de',
      'klein.example/fr',
      'klein.example/about',
      'index.html',
    ])
      expect(site.has(`dist/${path}`), path).toBe(false);
    expect(site.has('dist/klein.example/_headers')).toBe(true);
    expect(german('_redirects')).toContain('/blog/anfang /blog/first 301!\n');
    expect(german('_redirects')).toContain('/old /über 301!\n'.replace('ü', '%C3%BC'));
    expect(english('_redirects')).not.toContain('anfang');
  });

  it('is where all links, alternates, sitemaps, feeds and lists lead', () => {
    expect(english('team/index.html')).toContain('hreflang="de-DE" href="https://klein.example/%C3%BCber"');
    const team = german('über/index.html');
    expect(team).toContain('hreflang="x-default" href="https://small.example/team"');
    expect(team).toContain('hreflang="fr-FR" href="https://small.example/fr/team"');
    expect(team).toContain('hreflang="pt-BR" href="https://klein.example/pt/team"');
    // A page without a German version, in a link of the shell and in one of a text.
    expect(team).toContain('href="https://small.example/about"');
    const post = german('blog/first/index.html');
    expect(post).toContain('href="/über"'.replace('ü', '%C3%BC'));
    expect(post).toContain('href="https://small.example/blog/second"');
    const sitemap = german('sitemap.xml');
    expect(sitemap).toContain('<loc>https://klein.example/blog/first</loc>');
    expect(sitemap).toContain('hreflang="en-GB" href="https://small.example/blog/first"');
    expect(sitemap).not.toContain('<loc>https://small.example');
    expect(german('robots.txt')).toContain('Sitemap: https://klein.example/sitemap-index.xml');
    expect(german('blog/rss.xml')).toContain('<link>https://klein.example/blog/first</link>');
    expect(german('llms.txt')).toContain('https://klein.example/blog/first.md');
  });

  it('is built again only where something changed, alone on request, and as a clean build is', async () => {
    site.edit('locales/de/home.json', (text) => text.replace('Hallo', 'Servus'));
    const { report } = await site.build();
    expect(report?.domains?.['small.example']?.rendered).toBe(0);
    expect(german('index.html')).toContain('Servus');
    site.edit('locales/de/home.json', (text) => text.replace('Servus', 'Moin'));
    const alone = await site.build('--domain', 'klein.example');
    expect(alone.report?.out).toBe(`${site.root}/dist/klein.example`);
    await site.build('--no-cache', '--out', 'clean');
    expect(site.files('dist')).toEqual(site.files('clean'));
  });

  it('must be one of the site, and is named for a shard', async () => {
    const unknown = await site.build('--domain', 'klein.exampel');
    expect([unknown.code, unknown.problems[0]?.hint]).toEqual([2, 'Did you mean `klein.example`?']);
    const shard = await site.build('--shard', '1/2');
    expect([shard.code, shard.problems[0]?.hint]).toEqual([
      2,
      'Add --domain with one of small.example, klein.example.',
    ]);
  });

  it('is served by development with a prefix, on one address', async () => {
    const served = await serve(site);
    expect((await served.get('/de/%C3%BCber')).text).toContain('href="/de"');
    await served.stop();
  });
});

describe('a visitor of a site with domains', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());

  it('gets from one to the other by links and by the choice of a language', async () => {
    const [first, second] = await twoFreePorts();
    const site = siteOf(smallSite, domains(`http://localhost:${first}`, `http://localhost:${second}`));
    const { code, problems } = await site.build();
    expect(code, JSON.stringify(problems)).toBe(0);
    const served = await serve(site, '--built', '--port', String(first));
    expect(served.output()).toContain(`localhost-${second}  http://localhost:${second}/`);
    const page = await browser.newPage({ userAgent: visitorAgent });
    const warnings: string[] = [];
    page.on('console', (message) => void warnings.push(message.text()));
    await page.goto(`http://localhost:${first}/team`);
    await untilHydrated(page, '#fr');
    await page.click('#fr');
    await page.waitForURL(`http://localhost:${first}/fr/team`);
    await page.click('#de');
    await page.waitForURL(`http://localhost:${second}/%C3%BCber`);
    await untilHydrated(page, '#de');
    await page.click('a:text-is("Home")');
    await page.waitForURL(`http://localhost:${second}/`);
    await page.click('a:text-is("About")');
    await page.waitForURL(`http://localhost:${first}/about`);
    expect(warnings).toEqual([]);
    await page.close();
    await served.stop();
    site.close();
  });
});

it('warns of a redirect to a page that has another path on a domain, and names the domain', async () => {
  const site = siteWithBundles(smallSite, domains());
  try {
    site.edit('config/routes.yaml', (text) => `${text}rules: { /crew: { redirect: /team } }\n`);
    const { report } = await site.build();
    expect(report?.warnings.map(({ code, message }) => [code, message])).toEqual([
      ['CONFIG_REDIRECT_TARGET', '`/team` has other paths in the languages of klein.example.'],
    ]);
  } finally {
    site.close();
  }
});

it('warns of the folder of a domain that the site no longer has, and keeps it', async () => {
  const site = siteWithBundles(smallSite, domains());
  try {
    const dropped = async () => {
      const { report } = await site.build();
      return report?.warnings.filter(({ code }) => code === 'OUT_DROPPED_DOMAIN').map(({ message }) => message);
    };
    expect(await dropped()).toEqual([]);
    site.edit('config/locales.yaml', (text) => text.replaceAll('klein.example', 'winzig.example'));
    expect(await dropped()).toEqual([
      `${site.root}/dist/klein.example is the output of a domain that the site no longer has.`,
    ]);
    expect(site.has('dist/klein.example/index.html')).toBe(true);
    site.edit('config/locales.yaml', (text) => text.replaceAll(/, url: '[^']+'/g, ''));
    const { problems } = await site.build();
    expect(problems.map(({ code, message }) => [code, message])).toEqual([
      [
        'OUT_NOT_OURS',
        `The output folder ${site.root}/dist holds folders of builds with other settings: klein.example, small.example, winzig.example. Nothing was written.`,
      ],
    ]);
  } finally {
    site.close();
  }
});

it('leaves no file of the one domain that a site had before, and all that no build wrote', async () => {
  const site = siteWithBundles(smallSite);
  try {
    expect((await site.build()).code).toBe(0);
    expect(site.has('dist/index.html')).toBe(true);
    site.write('dist/de/mine.txt', 'no build wrote this');
    site.write(
      'config/locales.yaml',
      `locales:
  - { code: en, name: English, language: en-GB }
  - { code: de, name: Deutsch, language: de-DE, url: 'https://klein.example' }
`,
    );
    expect((await site.build()).code).toBe(0);
    expect(site.has('dist/klein.example/index.html')).toBe(true);
    expect(site.read('dist/de/mine.txt')).toBe('no build wrote this');
    for (const path of ['index.html', 'de/index.html', 'blog', 'sitemap.xml', 'assets', '.sitegen-files.json'])
      expect(site.has(`dist/${path}`), path).toBe(false);
  } finally {
    site.close();
  }
});
