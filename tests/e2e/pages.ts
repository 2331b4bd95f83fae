import type { Page } from 'playwright';
import { isAlive } from '../browser.ts';

/** Code of the language of a path. */
export const languageOf = (path: string): string => /^\/([a-z]{2})(?=\/|$)/.exec(path)?.[1] ?? 'en';

/** Address below the host of one of the built pages: that for what is not found is a file that hosts look for. */
export const addressOf = (path: string): string => (path.endsWith('/404') ? `${path}.html` : path);

/** Opens a page and waits until it answers: where a file can be chosen, or a field or button of its content. */
export async function openAlive(page: Page, url: string): Promise<void> {
  page.setDefaultTimeout(100_000);
  await page.goto(url, { waitUntil: 'load' });
  const chooser = page.locator('main input[type=file]');
  await isAlive(page, (await chooser.count()) > 0 ? 'main input[type=file]' : 'main :is(input, textarea, button)');
}
