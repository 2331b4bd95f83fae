import type { Page } from 'playwright';
import { untilHydrated } from '../browser.ts';

/** Locale code of a path. */
export const languageOf = (path: string): string => /^\/([a-z]{2})(?=\/|$)/.exec(path)?.[1] ?? 'en';

/** URL path of a built page; not-found pages are the files `404.html`. */
export const urlPathOf = (path: string): string => (path.endsWith('/404') ? `${path}.html` : path);

/** Opens a page and waits until its first file input, field or button is hydrated. */
export async function openHydrated(page: Page, url: string): Promise<void> {
  page.setDefaultTimeout(100_000);
  await page.goto(url, { waitUntil: 'load' });
  const chooser = page.locator('main input[type=file]');
  await untilHydrated(
    page,
    (await chooser.count()) > 0 ? 'main input[type=file]' : 'main :is(input, textarea, button)',
  );
}
