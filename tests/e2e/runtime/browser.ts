import type { Browser, BrowserContextOptions, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { launchBrowser, visitorAgent } from '../../browser.ts';
import { buildFixture, type Files } from './build.ts';
import { type Host, openHost } from './host.ts';

export type Visit = {
  readonly page: Page;
  /** Console warnings and errors, and uncaught errors. */
  readonly problems: string[];
  /** Number of documents requested so far. */
  readonly loads: () => number;
};

export type Fixture = {
  readonly host: () => Host;
  /** The same site after a deployment that changed its code. */
  readonly nextBuild: () => Promise<Files>;
  /** Opens a path of the fixture in a new browser context and waits until navigation works. */
  readonly visit: (path: string, options?: VisitOptions) => Promise<Visit>;
};

export type VisitOptions = BrowserContextOptions & {
  /** Runs before each document's own scripts. */
  readonly before?: () => void;
  /** False: do not wait for hydration. */
  readonly ready?: boolean;
};

/** Builds, serves and visits the fixture for the tests of a file. */
export function openFixture(): Fixture {
  let browser: Browser;
  let host: Host;
  let next: Promise<Files> | null = null;
  beforeAll(async () => {
    host = await openHost(await buildFixture('one'));
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await host.close();
  });
  beforeEach(() => host.clear());
  afterEach(async () => {
    for (const context of browser.contexts()) await context.close();
  });

  return {
    host: () => host,
    nextBuild: () => {
      next ??= buildFixture('two');
      return next;
    },
    async visit(path, { before, ready = true, ...options } = {}) {
      const context = await browser.newContext({ userAgent: visitorAgent, ...options });
      const page = await context.newPage();
      page.setDefaultTimeout(60_000);
      const problems: string[] = [];
      let loads = 0;
      page.on('console', (message) => {
        if (['warning', 'error'].includes(message.type())) problems.push(message.text());
      });
      page.on('pageerror', (error) => problems.push(error.message));
      page.on('request', (request) => {
        if (request.isNavigationRequest()) loads += 1;
      });
      if (before) await context.addInitScript(before);
      await page.goto(host.url + path);
      if (ready) await waitForBuild(page);
      return { page, problems, loads: () => loads };
    },
  };
}

/** Waits until the runtime has loaded the build manifest, its last request without a user action. */
export async function waitForBuild(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/meta/')),
  );
  await page.waitForFunction(() => document.querySelector('[role=status]') !== null);
  await page.waitForTimeout(50);
}

/** Path of the page's URL below the base, with query and hash. */
export async function expectPath(page: Page, path: string): Promise<void> {
  await page.waitForFunction(
    (expectedPath) => location.pathname + location.search + location.hash === expectedPath,
    `/sub${path}`,
  );
  expect(new URL(page.url()).pathname).toBe(new URL(`/sub${path}`, page.url()).pathname);
}
