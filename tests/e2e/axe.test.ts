import { createRequire } from 'node:module';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { buildRealSite, openHost } from './real-site.ts';

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

type Violation = { readonly id: string; readonly nodes: readonly { readonly html: string }[] };

declare global {
  interface Window {
    readonly axe: { readonly run: () => Promise<{ readonly violations: readonly Violation[] }> };
  }
}

/** One page of each kind; the pages of a kind differ in their words. */
const paths = [
  '/',
  '/th',
  '/photo-restoration',
  '/hi/photo-restoration',
  '/image-background-remover',
  '/blog',
  '/blog/what-blur-is',
  '/de/blog/what-blur-is',
  '/blog/tag/models',
  '/dev-utils/seo-preview',
  '/dev-utils/pic-converter',
  '/dev-utils/p-marks-converter',
  '/dev-utils/anchor-link-generator',
  '/404.html',
];

describe('axe finds nothing', () => {
  let host: Awaited<ReturnType<typeof openHost>>;
  let browser: Browser;
  beforeAll(async () => {
    await buildRealSite();
    host = await openHost();
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    host?.close();
  });

  for (const theme of ['dark', 'light'] as const) {
    it(`in the ${theme} theme`, async () => {
      const page = await browser.newPage({ bypassCSP: true, reducedMotion: 'reduce' });
      await page.addInitScript((choice) => localStorage.setItem('theme', choice), theme);
      const found: string[] = [];
      for (const path of paths) {
        await page.goto(host.url + path, { waitUntil: 'load' });
        await page.addScriptTag({ path: axe });
        const { violations } = await page.evaluate(() => window.axe.run());
        found.push(...violations.map(({ id, nodes }) => `${path} ${id}: ${nodes[0]?.html.slice(0, 120)}`));
      }
      await page.close();
      expect(found).toEqual([]);
    });
  }
});
