import { expect, it } from 'vitest';
import type { Visit } from './session.ts';

const TIMEOUT_MS = 300_000;

/** The site as a reader walks through it: links work without a new document, and the language switch leads to the same page. */
export function walkTests(visit: () => Visit, url: () => string): void {
  it('leads from the home page to a tool, a post and another language', { timeout: TIMEOUT_MS }, async () => {
    const { open, evaluate, until, untilHydrated } = visit();
    /** Follows the first link to a path by a click and waits for its page. Whether the document stayed. */
    const follow = async (path: string): Promise<boolean> => {
      await evaluate((target) => {
        Object.assign(window, { stayed: true, wanted: target, left: document.querySelector('main h1') });
        const link = document.querySelector<HTMLAnchorElement>(`a[href="${target}"]`);
        if (!link) throw new Error(`The page has no link to ${target}.`);
        link.click();
      }, path);
      await until(() => {
        const { wanted: target = window.location.pathname, left } = window as { wanted?: string; left?: Element };
        const heading = document.querySelector('main h1');
        return window.location.pathname === target && heading !== null && heading !== left;
      });
      return evaluate(() => 'stayed' in window);
    };
    const heading = () => evaluate(() => document.querySelector('main h1')?.textContent?.trim() ?? '');
    await open(`${url()}/`);
    await untilHydrated('header button');
    const home = await heading();
    expect(await follow('/photo-restoration')).toBe(true);
    await untilHydrated('main input[type=file]');
    const tool = await heading();
    expect(tool).not.toBe(home);
    // The switch lists the languages of this page once it is open.
    await evaluate(() => document.querySelector<HTMLButtonElement>('header button[title^="Language"]')?.click());
    await until(() => document.querySelector('a[hreflang="de-DE"], a[hreflang="de"]') !== null);
    await evaluate(() => document.querySelector<HTMLAnchorElement>('a[hreflang="de-DE"], a[hreflang="de"]')?.click());
    await until(
      () => window.location.pathname === '/de/photo-restoration' && /^de/.test(document.documentElement.lang),
    );
    await untilHydrated('header button');
    expect(await heading()).not.toBe(tool);
    await open(`${url()}/blog`);
    await untilHydrated('header button');
    expect(await follow('/blog/what-blur-is')).toBe(true);
    await until(() => document.querySelectorAll('main article p, main p').length > 3);
  });
}
