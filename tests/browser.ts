import { type Browser, chromium, type LaunchOptions, type Page } from 'playwright';
import { browserFlags, installedBrowser, installedTestBrowser } from '../scripts/ensure.mjs';

/** User agent of a visitor's browser: that of a headless one would be classified as a crawler. */
export const visitorAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

export type BrowserOptions = LaunchOptions & {
  /** Whether the tests need WebGPU, which a Chromium without windows does not emulate reliably. */
  readonly needsGpu?: boolean;
};

/** Starts the installed Chromium, without windows if there is such a one, or Playwright's own. */
export function launchBrowser({ args = [], needsGpu = false, ...options }: BrowserOptions = {}): Promise<Browser> {
  const executablePath = needsGpu ? installedBrowser() : installedTestBrowser();
  return chromium.launch({
    ...options,
    ...(executablePath ? { executablePath } : {}),
    args: [...browserFlags, ...args],
  });
}

/** The used part of what React keeps at the root of a page. */
type ReactRoot = {
  readonly stateNode: { readonly current: { readonly memoizedState: { readonly isDehydrated: boolean } } };
};

/**
 * Waits until React has hydrated an element of the page and run the effects, which register keys. Elements are marked
 * before that, while they are rendered.
 */
export async function untilHydrated(page: Page, selector: string): Promise<void> {
  await page.waitForFunction((selector) => {
    const isMarked = Object.keys(document.querySelector(selector) ?? {}).some((key) => key.startsWith('__reactProps'));
    const [, root] =
      Object.entries(document.getElementById('root') ?? {}).find(([key]) => key.startsWith('__reactContainer')) ?? [];
    return isMarked && !(root as ReactRoot | undefined)?.stateNode.current.memoizedState.isDehydrated;
  }, selector);
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
}
