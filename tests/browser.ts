import { type Browser, chromium, type LaunchOptions } from 'playwright';
import { installedBrowser } from '../scripts/ensure.mjs';

/** Quiet on a machine without a network, and fit for a container. */
const flags = [
  '--no-sandbox',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts the installed Chromium, or Playwright's own where there is none. */
export function launchBrowser({ args = [], ...options }: LaunchOptions = {}): Promise<Browser> {
  const executablePath = installedBrowser();
  return chromium.launch({ ...options, ...(executablePath ? { executablePath } : {}), args: [...flags, ...args] });
}
