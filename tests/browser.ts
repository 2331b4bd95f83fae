import { type Browser, chromium, type LaunchOptions } from 'playwright';
import { browserFlags, installedBrowser } from '../scripts/ensure.mjs';

/** Starts the installed Chromium, or Playwright's own where there is none. */
export function launchBrowser({ args = [], ...options }: LaunchOptions = {}): Promise<Browser> {
  const executablePath = installedBrowser();
  return chromium.launch({
    ...options,
    ...(executablePath ? { executablePath } : {}),
    args: [...browserFlags, ...args],
  });
}
