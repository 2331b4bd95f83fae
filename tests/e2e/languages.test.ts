import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { htmlFile } from '../../cli/routes/paths.ts';
import { launchBrowser } from '../browser.ts';
import { languageOf } from './pages.ts';
import { buildRealSite, out, root } from './real-site.ts';

/** Frequent English words that no other language of the site has. Two of them in one text make it English. */
const ENGLISH =
  'the and your with this that from are you what how which when where does have will into of was were every without its our they been than their there then only made'.split(
    ' ',
  );

/** Texts of the page in its own language: what is read, and what is said or shown of pictures, fields and the page. */
function textsOf(): readonly string[] {
  const language = document.documentElement.lang;
  const foreign = (element: Element | null) =>
    element?.closest(`[lang]:not([lang="${language}"]), script, style, code, pre, .footnotes`) !== null;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts: string[] = [document.title];
  while (walker.nextNode()) {
    if (!foreign(walker.currentNode.parentElement)) texts.push(walker.currentNode.nodeValue ?? '');
  }
  const names = ['alt', 'title', 'placeholder', 'aria-label', 'aria-description'];
  for (const element of document.body.querySelectorAll(names.map((name) => `[${name}]`).join())) {
    if (!foreign(element)) texts.push(...names.map((name) => element.getAttribute(name) ?? ''));
  }
  for (const element of document.head.querySelectorAll(
    'meta[name=description], meta[name=keywords], meta[property^="og:"]',
  )) {
    texts.push(element.getAttribute('content') ?? '');
  }
  return texts;
}

const isEnglish = (text: string): boolean => {
  const words = new Set(text.toLowerCase().match(/\p{Letter}+/gu));
  return ENGLISH.filter((word) => words.has(word)).length >= 2;
};
/** Four words of Latin letters on end, where the language has letters of its own. */
const isLatin = (text: string): boolean => /\p{Script=Latin}{2,}(?: \p{Script=Latin}{2,}){3}/u.test(text);

describe('a page in another language', () => {
  let paths: readonly string[];
  let browser: Browser;
  beforeAll(async () => {
    paths = (await buildRealSite()).filter((path) => languageOf(path) !== 'en');
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
  });

  it('has no English sentence, unless it says that it is English', { timeout: 300_000 }, async () => {
    const page = await browser.newPage({ javaScriptEnabled: false });
    const found: string[] = [];
    for (const path of paths) {
      await page.setContent(readFileSync(join(root, out, htmlFile(path)), 'utf8'), { waitUntil: 'commit' });
      const ownScript = ['zh', 'ja', 'ko', 'th', 'hi', 'ru'].includes(languageOf(path));
      const texts = await page.evaluate(textsOf);
      expect(texts.length, path).toBeGreaterThan(20);
      const english = texts.filter((text) => isEnglish(text) || (ownScript && isLatin(text)));
      found.push(...new Set(english.map((text) => `${path}: ${text.trim()}`)));
    }
    await page.close();
    expect(found).toEqual([]);
  });
});
