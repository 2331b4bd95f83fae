import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { axeViolations, colourRules } from './checks/axe.ts';
import { englishIn, textsOf } from './checks/english.ts';
import { layoutProblems } from './checks/layout.ts';

/** A valid page to which each test adds one defect. */
const VALID_PAGE = `<!doctype html><html lang="de-DE"><head><title>Eine Seite</title>
<meta name="description" content="Eine kurze Seite ohne Fehler.">
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>body { margin: 16px; color: #111; background: #fff } #box { width: 200px } header { height: 72px }
[data-theme=light] #box { color: #111 }</style></head>
<body><header><a href="/">Start</a> <button type="button">Sprache</button></header>
<main><h1>Eine Seite</h1><p id="box">Ein kurzer Text.</p><p lang="en">A text that is meant to be in English.</p>
<p class="hidden" style="position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap">
Nur für die Ohren, und länger als ein Pixel.</p><input aria-label="Name"></main></body></html>`;

let browser: Browser;
let page: Page;
beforeAll(async () => {
  browser = await launchBrowser();
  page = await browser.newPage({ viewport: { width: 360, height: 900 } });
});
afterAll(() => browser?.close());
beforeEach(() => page.setContent(VALID_PAGE));

/** Adds a defect to the page: HTML at the end of its content. */
const addDefect = (html: string) =>
  page.evaluate((text) => document.querySelector('main')?.insertAdjacentHTML('beforeend', text), html);
const english = async (language = 'de') => englishIn(await page.evaluate(textsOf), language);

it('the checks report nothing on a valid page', async () => {
  expect(await english()).toEqual([]);
  expect(await page.evaluate(layoutProblems)).toEqual([]);
  expect(await axeViolations(page)).toEqual([]);
  expect(await axeViolations(page, { only: colourRules })).toEqual([]);
});

describe('the check for English texts', () => {
  it.each([
    ['read', '<p>Drop your picture here and see what it does.</p>'],
    ['said of a picture', '<img alt="The picture with its new background" src="data:,">'],
    ['said of a field', '<input aria-label="How large the brush will be">'],
    ['shown in a field', '<input placeholder="Type the name of your file" aria-label="Name">'],
    ['in a language of its own inside', '<p lang="de-DE">Open the file from your device</p>'],
  ])('where it is %s', async (_, html) => {
    await addDefect(html);
    expect(await english()).toHaveLength(1);
  });

  it('finds the title, and the texts of search results and shared links', async () => {
    await page.evaluate(() => {
      document.title = 'All of your pictures on this device';
      document.head.insertAdjacentHTML('beforeend', '<meta property="og:title" content="What you have made of it">');
      document.querySelector('meta[name=description]')?.setAttribute('content', 'It works without your network');
    });
    expect(await english()).toHaveLength(3);
  });

  it('finds Latin letters in languages with another script', async () => {
    await addDefect('<p>Choose image file format</p>');
    expect(await english('de')).toEqual([]);
    expect(await english('th')).toContain('Choose image file format');
  });
});

describe('the layout check', () => {
  it.each([
    ['wider than its box', '<p style="width:80px">Donaudampfschifffahrtsgesellschaft</p>', 'wider than its box'],
    [
      'beyond the page',
      '<p style="width:max-content">Viele Worte, die auf keinen schmalen Schirm passen, wie man sie auch dreht.</p>',
      'leaves',
    ],
    [
      'cut at its side',
      '<div style="width:80px;overflow:hidden"><p style="width:300px">Ein Satz mit Ende</p></div>',
      'cut',
    ],
    ['cut below', '<div style="height:10px;overflow:hidden"><p>Ein Satz</p></div>', 'cut'],
    [
      'a word that is broken',
      '<p style="width:80px;overflow-wrap:anywhere">Donaudampfschifffahrtsgesellschaft</p>',
      'the word Donaudampfschifffahrtsgesellschaft is broken',
    ],
    ['a page that scrolls sideways', '<div style="width:900px;height:1px"></div>', 'the page is'],
  ])('%s', async (_, html, problem) => {
    await addDefect(html);
    expect((await page.evaluate(layoutProblems)).join('\n')).toContain(problem);
  });

  it('finds overlapping controls of the top bar', async () => {
    await page.evaluate(() => {
      for (const one of document.querySelectorAll<HTMLElement>('header > *')) one.style.marginRight = '-30px';
    });
    expect((await page.evaluate(layoutProblems)).join('\n')).toContain('in the bar');
  });
});

describe('the axe check', () => {
  it.each([
    ['image-alt', '<img src="data:,">'],
    ['label', '<input>'],
    ['button-name', '<button type="button"></button>'],
    ['aria-allowed-attr', '<p role="status" aria-checked="true">Fertig</p>'],
    ['color-contrast', '<p style="color:#999">Blass</p>'],
  ])('%s', async (rule, html) => {
    await addDefect(html);
    const found = async (choice = {}) => (await axeViolations(page, choice)).map((one) => one.split(':')[0]);
    expect(await found()).toContain(rule);
    const isOfColour = colourRules.includes(rule);
    expect((await found({ only: colourRules })).includes(rule)).toBe(isOfColour);
    expect((await found({ without: colourRules })).includes(rule)).toBe(!isOfColour);
  });

  it('finds violations of the other theme once it is on', async () => {
    await page.addStyleTag({ content: '[data-theme=light] #box { color: #bbb }' });
    expect(await axeViolations(page, { only: colourRules })).toEqual([]);
    await page.evaluate(() => {
      document.documentElement.dataset.theme = 'light';
    });
    expect(await axeViolations(page, { only: colourRules })).toEqual([expect.stringContaining('color-contrast')]);
  });
});
