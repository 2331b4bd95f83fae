import type { Browser } from 'playwright';
import { afterAll, beforeAll } from 'vitest';
import { type BrowserOptions, launchBrowser } from '../browser.ts';
import { type Host, openHost } from './real-site.ts';

/** This site and a browser that visits it. */
export type VisitedSite = Host & { readonly browser: Browser };

/** Waits for this site and starts a browser, before the tests of the file or group that calls this; closes it after them. */
export function visitSite(options?: BrowserOptions): VisitedSite {
  let host: Host;
  let browser: Browser;
  beforeAll(async () => {
    host = await openHost();
    browser = await launchBrowser(options);
  });
  afterAll(() => browser?.close());
  return {
    get url() {
      return host.url;
    },
    get paths() {
      return host.paths;
    },
    get browser() {
      return browser;
    },
  };
}
