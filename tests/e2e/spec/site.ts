import type { BrowserContextOptions, Page } from 'playwright';
import { afterEach } from 'vitest';
import { untilHydrated, visitorAgent } from '../../browser.ts';
import { urlPathOf } from '../pages.ts';
import { visitSite } from '../visited-site.ts';

export type Visit = BrowserContextOptions & { readonly width?: number };

/** Waits for this site and opens its pages for the tests of a file. */
export function openSite() {
  const site = visitSite();
  afterEach(async () => {
    for (const context of site.browser.contexts()) await context.close();
  });
  return {
    paths: () => site.paths,
    url: () => site.url,
    /** Opens a page and waits until it is hydrated. */
    async visit(path: string, { width = 1440, ...options }: Visit = {}): Promise<Page> {
      const viewport = { width, height: 900 };
      const context = await site.browser.newContext({ userAgent: visitorAgent, viewport, ...options });
      const page = await context.newPage();
      page.setDefaultTimeout(60_000);
      await page.goto(site.url + urlPathOf(path), { waitUntil: 'load' });
      await untilHydrated(page, 'header button');
      return page;
    },
  };
}

/** Bounding box of the first visible element, in CSS pixels. */
export async function boxOf(page: Page, selector: string) {
  const box = await page.locator(selector).filter({ visible: true }).first().boundingBox();
  if (!box) throw new Error(`${selector} is not on the page.`);
  return box;
}
