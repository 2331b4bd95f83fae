import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { untilHydrated, visitorAgent } from '../browser.ts';
import { axeViolations, colourRules } from './checks/axe.ts';
import { englishIn, textsOf } from './checks/english.ts';
import { addFonts } from './checks/fonts.ts';
import { layoutProblems } from './checks/layout.ts';
import { movingElements } from './checks/motion.ts';
import { languageOf, urlPathOf } from './pages.ts';
import { isThorough, runsAll } from './real-site.ts';
import { visitSite } from './visited-site.ts';

/** Languages with long words (German, Russian), tall letters (Thai, Hindi) or dense ones (Chinese), and the source. */
const AT_EVERY_WIDTH = ['en', 'de', 'th', 'hi', 'ru', 'zh'];
/** Groups pages of a language that share a template and differ in texts only. */
const kindOf = (path: string) => path.replace(/^(.*\/blog\/tag)\/.*|^(.*\/blog)\/(?!tag\/).*/, '$1$2/of');
const isHomeOrTool = (path: string) => /^\/[a-z]{2}(?:\/photo-restoration)?$/.test(path);
const isTag = (path: string) => path.includes('/blog/tag/');
/** One page of each template and component, and one other language. */
const isOfTheShort = (path: string) => /^\/(?:404|blog|blog\/.+|notices|dev-utils\/.+|image-sharpener|de)?$/.test(path);
const payloadOf = (path: string) => `${path.replace(/^\/$/, '')}/_payload.json`;
/** Runs in the page: disables prefetching, which works alike in all languages and is tested in English. */
const saveData = () => void Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
/** The first page of each kind. */
const firstOfEachKind = (paths: readonly string[]) =>
  new Set(paths.filter((path, at) => paths.findIndex((one) => kindOf(one) === kindOf(path)) === at));
/** The tag page with the longest name per language: tag pages differ in the name only. */
const longestTags = (paths: readonly string[]) => {
  const longest = new Map<string, string>();
  for (const path of paths.filter(isTag))
    if (path.length > (longest.get(languageOf(path))?.length ?? 0)) longest.set(languageOf(path), path);
  return new Set(longest.values());
};
const HEIGHT = 900;
/** Viewport widths for a language; pages are opened at the first. At 961 px the layout of wide screens is narrowest. */
const widthsOf = (language: string) => (runsAll && AT_EVERY_WIDTH.includes(language) ? [1440, 961, 768, 360] : [360]);

describe('every page, in one visit', () => {
  const site = visitSite();

  /** Collects console errors and failed requests of the open page, except the status of a not-found page. */
  const listen = (page: Page, found: string[]) => {
    const isNotFoundPage = (url: string) => /\/404\.html$/.test(url);
    page.on('console', (message) => {
      if (['warning', 'error'].includes(message.type()) && !isNotFoundPage(message.location().url))
        found.push(`${page.url()} on the console: ${message.text()}`);
    });
    page.on('pageerror', (error) => found.push(`${page.url()} threw: ${error.message}`));
    page.on('response', (response) => {
      if (response.status() >= 400 && !isNotFoundPage(response.url()))
        found.push(`${page.url()} asked for ${response.url()}: ${response.status()}`);
    });
  };
  /**
   * Runs axe on the first page of each kind in English, with all rules in the dark theme and the colour rules in the
   * light one, and on the other pages in English that are written by hand. Other languages have the same elements and
   * colours: it runs on their home page and on a tool, and `sitegen check` finds missing names on all of their pages.
   */
  const accessibility = async (page: Page, path: string, isFirst: boolean) => {
    // The development server sends the same pages: their content is checked on the built site only.
    if (!runsAll) return [];
    const isEnglish = languageOf(path) === 'en';
    const isChecked = isEnglish ? isFirst || !isTag(path) : isThorough ? isFirst : isHomeOrTool(path);
    if (!isChecked) return [];
    if (!isFirst || !isEnglish) return axeViolations(page, { without: colourRules });
    const found = (await axeViolations(page)).map((one) => `in the dark theme: ${one}`);
    await page.evaluate(() => dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: 'light' })));
    await page.waitForSelector('html[data-theme=light]');
    return [...found, ...(await axeViolations(page, { only: colourRules })).map((one) => `in the light theme: ${one}`)];
  };
  const layout = async (page: Page, language: string) => {
    const found: string[] = [];
    await addFonts(page, language);
    for (const width of widthsOf(language)) {
      await page.setViewportSize({ width, height: HEIGHT });
      found.push(...(await page.evaluate(layoutProblems)).map((one) => `at ${width} px: ${one}`));
    }
    return found;
  };

  const groups: readonly (readonly [name: string, languages: readonly string[]])[] = [
    ['English', ['en']],
    ['languages with a blog', ['de', 'es', 'fr', 'ja', 'zh']],
    ['other languages', ['hi', 'id', 'it', 'ko', 'pt', 'ru', 'th', 'tr', 'vi']],
  ];
  it.each(runsAll ? groups : [['English and German', ['en', 'de']] as const])(
    'in %s: nothing on the console, nothing missing, axe content, all text in its box and in its language',
    { timeout: 400_000 },
    async (_, languages) => {
      const context = await site.browser.newContext({ reducedMotion: 'reduce', userAgent: visitorAgent });
      if (!languages.includes('en')) await context.addInitScript(saveData);
      const page = await context.newPage();
      const found: string[] = [];
      listen(page, found);
      const firsts = firstOfEachKind(site.paths);
      const tags = longestTags(site.paths);
      const isWanted = (path: string) => {
        if (!runsAll) return firsts.has(path) && isOfTheShort(path);
        if (isThorough) return languageOf(path) === 'en' || !isTag(path) || tags.has(path);
        return firsts.has(path) || tags.has(path) || (languageOf(path) === 'en' && !isTag(path));
      };
      const visitedPaths = site.paths.filter((path) => languages.includes(languageOf(path)) && isWanted(path));
      expect(new Set(visitedPaths.map(languageOf))).toEqual(new Set(languages));
      for (const path of visitedPaths) {
        const language = languageOf(path);
        const note = (problems: readonly string[]) => found.push(...problems.map((one) => `${path} ${one}`));
        await page.setViewportSize({ width: widthsOf(language)[0] ?? 360, height: HEIGHT });
        await page.goto(site.url + urlPathOf(path), { waitUntil: 'load' });
        await untilHydrated(page, 'header button');
        const payload = await fetch(site.url + payloadOf(path));
        if (!path.endsWith('/404') && !payload.ok) note([`has no payload: ${payload.status}`]);
        note((await page.evaluate(movingElements)).map((one) => `moves in spite of reduced motion: ${one}`));
        note(await accessibility(page, path, firsts.has(path)));
        note(await layout(page, language));
        const texts = await page.evaluate(textsOf);
        expect(texts.length, path).toBeGreaterThan(20);
        if (language !== 'en') note(englishIn(texts, language).map((one) => `is in English: ${one}`));
      }
      await context.close();
      const unopened = site.paths.filter((path) => runsAll && languages.includes(languageOf(path)) && !isWanted(path));
      for (const address of unopened.flatMap((path) => [urlPathOf(path), payloadOf(path)])) {
        const { status } = await fetch(site.url + address);
        if (status !== 200) found.push(`${address} answers ${status}`);
      }
      expect(found).toEqual([]);
    },
  );
});
