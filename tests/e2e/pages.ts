import type { Page } from 'playwright';
import { untilHydrated } from '../browser.ts';

/** Locale code of a path. */
export const languageOf = (path: string): string => /^\/([a-z]{2})(?=\/|$)/.exec(path)?.[1] ?? 'en';

/** URL path of a built page; not-found pages are the files `404.html`. */
export const urlPathOf = (path: string): string => (path.endsWith('/404') ? `${path}.html` : path);

/** Settings that the workspace keeps in the visitor's browser, by their keys there. */
export type Remembered = {
  /** Groups of the panel that are unfolded. */
  readonly 'safelight-unfolded'?: readonly string[];
  /** Whether tools start when a picture opens. */
  readonly 'safelight-automatic'?: boolean;
  /** Whether cleaning up and removing objects fill after each stroke. */
  readonly 'safelight-each-stroke'?: boolean;
};

/** Opens the pages of a browser context or page as for a visitor who set this on an earlier visit. */
export const remember = (visitor: Pick<Page, 'addInitScript'>, values: Remembered): Promise<unknown> =>
  visitor.addInitScript((all) => {
    for (const [key, value] of Object.entries(all)) {
      // Documents without an origin have no storage.
      if (window.origin !== 'null' && localStorage.getItem(key) === null)
        localStorage.setItem(key, JSON.stringify(value));
    }
  }, values);

/** Opens all groups of the panel. */
export const UNFOLDED: Remembered = { 'safelight-unfolded': ['options', 'mask', 'output', 'steps', 'settings'] };

/** Opens a page with all groups unfolded and waits until its first file input, field or button is hydrated. */
export async function openHydrated(page: Page, url: string): Promise<void> {
  page.setDefaultTimeout(100_000);
  await remember(page, UNFOLDED);
  await page.goto(url, { waitUntil: 'load' });
  const chooser = page.locator('main input[type=file]');
  await untilHydrated(
    page,
    (await chooser.count()) > 0 ? 'main input[type=file]' : 'main :is(input, textarea, button:not(.copy-code))',
  );
}
