import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isAlive, launchBrowser, visitorAgent } from '../browser.ts';
import { axeViolations, colourRules } from './checks/axe.ts';
import { englishIn, textsOf } from './checks/english.ts';
import { addFonts } from './checks/fonts.ts';
import { misfits } from './checks/layout.ts';
import { addressOf, languageOf } from './pages.ts';
import { type Host, openHost, whole } from './real-site.ts';

/** Long words (German, Russian), high letters (Thai, Devanagari), dense ones (Chinese), and what all others come from. */
const AT_EVERY_WIDTH = ['en', 'de', 'th', 'hi', 'ru', 'zh'];
/** What a page has in common with others of its language: their templates are the same, only texts differ. */
const kindOf = (path: string) => path.replace(/^(.*\/blog\/tag)\/.*|^(.*\/blog)\/(?!tag\/).*/, '$1$2/of');
const isTag = (path: string) => path.includes('/blog/tag/');
/** One page of each template and component, and a language beside that of the sources. */
const isOfTheShort = (path: string) => /^\/(?:404|blog|blog\/.+|notices|dev-utils\/.+|image-sharpener|de)?$/.test(path);
const payloadOf = (path: string) => `${path.replace(/^\/$/, '')}/_payload.json`;
/** Runs in the page: nothing is fetched ahead. What English pages fetch so, others do by the same code. */
const saveData = () => void Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
/** Of the pages of a kind, the first. */
const firstOfEachKind = (paths: readonly string[]) =>
  new Set(paths.filter((path, at) => paths.findIndex((one) => kindOf(one) === kindOf(path)) === at));
/** Of a language's tags, whose pages say the same but for its name, the one with the longest. */
const longestTags = (paths: readonly string[]) => {
  const longest = new Map<string, string>();
  for (const path of paths.filter(isTag))
    if (path.length > (longest.get(languageOf(path))?.length ?? 0)) longest.set(languageOf(path), path);
  return new Set(longest.values());
};
const HEIGHT = 900;
/** Widths at which the pages of a language are laid out, that at which they are opened first. */
const widthsOf = (language: string) => (whole && AT_EVERY_WIDTH.includes(language) ? [1440, 768, 360] : [360]);

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
  /**
   * In English by all rules in the dark theme, and by those of colour in the light one on the first page of each kind.
   * Every language has the same elements in the same colours: in others the rules are left whose answer comes from texts.
   */
  const accessibility = async (page: Page, path: string, isFirst: boolean) => {
    // The development server sends the same pages: what they are built of is looked into once.
    if (!whole) return [];
    if (languageOf(path) !== 'en') return axeViolations(page, { without: colourRules });
    if (isTag(path) && !isFirst) return [];
    const found = (await axeViolations(page)).map((one) => `in the dark theme: ${one}`);
    if (!isFirst) return found;
    await page.evaluate(() => dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: 'light' })));
    await page.waitForSelector('html[data-theme=light]');
    return [...found, ...(await axeViolations(page, { only: colourRules })).map((one) => `in the light theme: ${one}`)];
  };
  const layout = async (page: Page, language: string) => {
    const found: string[] = [];
    await addFonts(page, language);
    for (const width of widthsOf(language)) {
      await page.setViewportSize({ width, height: HEIGHT });
      found.push(...(await page.evaluate(misfits)).map((one) => `at ${width} px: ${one}`));
    }
    return found;
  };

  const groups: readonly (readonly [name: string, languages: readonly string[]])[] = [
    ['English', ['en']],
    ['languages with a blog', ['de', 'es', 'fr', 'ja', 'zh']],
    ['other languages', ['hi', 'id', 'it', 'ko', 'pt', 'ru', 'th', 'tr', 'vi']],
  ];
  it.each(whole ? groups : [['English and German', ['en', 'de']] as const])(
    'in %s: nothing on the console, nothing missing, axe content, all text in its box and in its language',
    { timeout: 400_000 },
    async (_, languages) => {
      const context = await browser.newContext({ reducedMotion: 'reduce', userAgent: visitorAgent });
      if (!languages.includes('en')) await context.addInitScript(saveData);
      const page = await context.newPage();
      const found: string[] = [];
      listen(page, found);
      const firsts = firstOfEachKind(host.paths);
      const tags = longestTags(host.paths);
      const isWanted = (path: string) =>
        whole ? languageOf(path) === 'en' || !isTag(path) || tags.has(path) : firsts.has(path) && isOfTheShort(path);
      const own = host.paths.filter((path) => languages.includes(languageOf(path)) && isWanted(path));
      expect(new Set(own.map(languageOf))).toEqual(new Set(languages));
      for (const path of own) {
        const language = languageOf(path);
        const note = (problems: readonly string[]) => found.push(...problems.map((one) => `${path} ${one}`));
        await page.setViewportSize({ width: widthsOf(language)[0] ?? 360, height: HEIGHT });
        await page.goto(host.url + addressOf(path), { waitUntil: 'load' });
        await isAlive(page, 'header button');
        const payload = await fetch(host.url + payloadOf(path));
        if (!path.endsWith('/404') && !payload.ok) note([`has no payload: ${payload.status}`]);
        if ((await page.locator('h1').count()) !== 1) note(['has not one h1']);
        note(await accessibility(page, path, firsts.has(path)));
        note(await layout(page, language));
        const texts = await page.evaluate(textsOf);
        expect(texts.length, path).toBeGreaterThan(20);
        if (language !== 'en') note(englishIn(texts, language).map((one) => `is in English: ${one}`));
      }
      await context.close();
      const unopened = host.paths.filter((path) => whole && languages.includes(languageOf(path)) && !isWanted(path));
      for (const address of unopened.flatMap((path) => [addressOf(path), payloadOf(path)])) {
        const { status } = await fetch(host.url + address);
        if (status !== 200) found.push(`${address} answers ${status}`);
      }
      expect(found).toEqual([]);
    },
  );
});
