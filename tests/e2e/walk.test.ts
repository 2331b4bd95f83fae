import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isAlive, launchBrowser, visitorAgent } from '../browser.ts';
import { axeViolations, themeRules } from './checks/axe.ts';
import { englishIn, textsOf } from './checks/english.ts';
import { addFonts } from './checks/fonts.ts';
import { misfits } from './checks/layout.ts';
import { addressOf, languageOf } from './pages.ts';
import { type Host, openHost, whole } from './real-site.ts';

/** Long words (German, Russian), high letters (Thai, Devanagari), dense ones (Chinese), and what all others come from. */
const AT_EVERY_WIDTH = ['en', 'de', 'th', 'hi', 'ru', 'zh'];
/** Of pages that share a template or a page component, one; in all languages the home page. */
const isOfItsKind = (path: string) =>
  /^(?:\/[a-z]{2})?\/?$|^\/(?!..\/)(?!blog\/(?!what-blur-is|tag\/guides))/.test(path);
const WIDE = { width: 1440, height: 900 };

describe('every page, in one visit', () => {
  let host: Host;
  let browser: Browser;
  beforeAll(async () => {
    host = await openHost();
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
  });

  /** What the page that is open complains of, apart from a not-found page's own status. */
  const listen = (page: Page, found: string[]) => {
    const own = (url: string) => /\/404\.html$/.test(url);
    page.on('console', (message) => {
      if (['warning', 'error'].includes(message.type()) && !own(message.location().url))
        found.push(`${page.url()} on the console: ${message.text()}`);
    });
    page.on('pageerror', (error) => found.push(`${page.url()} threw: ${error.message}`));
    page.on('response', (response) => {
      if (response.status() >= 400 && !own(response.url()))
        found.push(`${page.url()} asked for ${response.url()}: ${response.status()}`);
    });
  };
  const accessibility = async (page: Page) => {
    // The development server sends the same pages: what they are built of is looked into once.
    if (!whole) return [];
    const found = (await axeViolations(page)).map((one) => `in the dark theme: ${one}`);
    await page.evaluate(() => dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: 'light' })));
    await page.waitForSelector('html[data-theme=light]');
    return [...found, ...(await axeViolations(page, themeRules)).map((one) => `in the light theme: ${one}`)];
  };
  const layout = async (page: Page, language: string) => {
    const found: string[] = [];
    await addFonts(page, language);
    for (const width of whole && AT_EVERY_WIDTH.includes(language) ? [1440, 768, 360] : [360]) {
      await page.setViewportSize({ ...WIDE, width });
      found.push(...(await page.evaluate(misfits)).map((one) => `at ${width} px: ${one}`));
    }
    return found;
  };

  it.each([
    ['English', ['en']],
    ['languages with a blog', ['de', 'es', 'fr', 'ja', 'zh']],
    ['other languages', ['hi', 'id', 'it', 'ko', 'pt', 'ru', 'th', 'tr', 'vi']],
  ])(
    'in %s: nothing on the console, nothing missing, axe content, all text in its box and in its language',
    { timeout: 400_000 },
    async (_, languages) => {
      const context = await browser.newContext({ reducedMotion: 'reduce', userAgent: visitorAgent, viewport: WIDE });
      const page = await context.newPage();
      const found: string[] = [];
      listen(page, found);
      const own = host.paths.filter((path) => languages.includes(languageOf(path)) && (whole || isOfItsKind(path)));
      expect(new Set(own.map(languageOf))).toEqual(new Set(languages));
      for (const path of own) {
        const language = languageOf(path);
        const note = (problems: readonly string[]) => found.push(...problems.map((one) => `${path} ${one}`));
        await page.setViewportSize(WIDE);
        await page.goto(host.url + addressOf(path), { waitUntil: 'load' });
        await isAlive(page, 'header button');
        if ((await page.locator('h1').count()) !== 1) note(['has not one h1']);
        note(await accessibility(page));
        note(await layout(page, language));
        const texts = await page.evaluate(textsOf);
        expect(texts.length, path).toBeGreaterThan(20);
        if (language !== 'en') note(englishIn(texts, language).map((one) => `is in English: ${one}`));
      }
      await context.close();
      expect(found).toEqual([]);
    },
  );
});
