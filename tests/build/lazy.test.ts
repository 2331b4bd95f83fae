import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { type Served, serve } from '../serve/served.ts';
import { type Site, siteOf, smallSite } from '../site.ts';

/** A page that renders one lazy component, another in German only, and a third never. */
const lazy = `
-- config/routes.yaml --
routes:
  - { id: home, path: /, page: Home, seo: home.seo, data: { posts: { collection: blog, limit: 2 } } }
  - { id: about, path: /about, page: About, seo: home.seo }
notFound: { page: NotFound, seo: notFound.seo }
-- site/pages/About.tsx --
import { useRoute } from '@safelight/sitegen/runtime';
import * as React from 'react';
import { lazy, Suspense, useState } from 'react';
const Always = lazy(() => import('../Always'));
const German = React.lazy(async () => ({ default: (await import('../German')).German }));
const Never = lazy(() => import('../Never'));
export function Page() {
  const [isOpen, open] = useState(false);
  return <Suspense><Always>{useRoute().locale === 'de' && <German />}</Always><button onClick={() => open(true)}>Open</button>{isOpen && <Never />}</Suspense>;
}
-- site/Always.tsx --
import { type ReactNode, useId } from 'react';
import styles from './Always.module.css';
export default function Always({ children }: { children: ReactNode }) {
  return <section id={useId()} className={styles.box}>Always{children}</section>;
}
-- site/Always.module.css --
.box { color: rgb(1, 2, 3); }
-- site/German.tsx --
import './german.css';
export const German = () => <b className="german">Deutsch</b>;
-- site/german.css --
.german { color: rgb(4, 5, 6); }
-- site/Never.tsx --
import './never.css';
export default () => <i className="never">Never</i>;
-- site/never.css --
.never { color: rgb(7, 8, 9); }
`;

const stylesOf = (html: string): readonly string[] =>
  [...html.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, href]) => href as string);

describe('styles of a lazy component', () => {
  let site: Site;
  let served: Served;
  beforeAll(async () => {
    site = siteOf(smallSite, lazy);
    expect((await site.build()).problems).toEqual([]);
  });
  afterAll(async () => {
    await served?.stop();
    site.close();
  });
  const colors = (path: string) =>
    stylesOf(site.read(`dist/${path}/index.html`)).map((href) => /#\w+/.exec(site.read(`dist${href}`))?.[0]);

  it('are linked in the documents in which it is rendered, and only there', async () => {
    expect([colors('about'), colors('de/about')]).toEqual([['#010203'], ['#010203', '#040506']]);
    served = await serve(site);
    const linked = async (path: string) => stylesOf((await served.get(path)).text);
    expect(await linked('/about')).toEqual([expect.stringContaining('/site/Always.module.css')]);
    expect(await linked('/de/about')).toEqual([
      expect.stringContaining('/site/Always.module.css'),
      expect.stringContaining('/site/german.css'),
    ]);
  });

  it('are those of the last edit', async () => {
    site.edit('site/german.css', (text) => text.replace('4, 5, 6', '10, 5, 6'));
    expect((await site.build()).problems).toEqual([]);
    expect(colors('de/about')).toEqual(['#010203', '#0a0506']);
    await site.build('--no-cache', '--out', 'clean');
    expect(site.files('dist')).toEqual(site.files('clean'));
  });

  it('apply to a page that hydrates without another one, or is reached by a link', async () => {
    const preview = await serve(site, '--built');
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage();
      const problems: string[] = [];
      page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
      page.on('pageerror', ({ message }) => problems.push(message));
      const colorOf = (name: string) => page.locator(name).evaluate((element) => getComputedStyle(element).color);
      await page.goto(new URL('/de/about', preview.url).href);
      expect([await colorOf('section'), await colorOf('.german')]).toEqual(['rgb(1, 2, 3)', 'rgb(10, 5, 6)']);
      await page.getByRole('button').click();
      await page.getByText('Never').waitFor();
      expect(await colorOf('.never')).toBe('rgb(7, 8, 9)');
      await page.goto(new URL('/de', preview.url).href);
      await page.getByRole('link', { name: 'About' }).click();
      await page.getByText('Deutsch').waitFor();
      expect(await colorOf('.german')).toBe('rgb(10, 5, 6)');
      expect(problems).toEqual([]);
    } finally {
      await browser.close();
      await preview.stop();
    }
  });
});
