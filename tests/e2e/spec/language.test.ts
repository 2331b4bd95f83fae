import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { runsAll } from '../real-site.ts';
import { boxOf, openSite } from './site.ts';

const { visit } = openSite();

const NAMES =
  'English Español 简体中文 Français Italiano Português Bahasa_Indonesia ไทย Deutsch हिन्दी 日本語 한국어 Türkçe Русский Tiếng_Việt'
    .split(' ')
    .map((name) => name.replace('_', ' '));

/** The switcher is the last disclosure button of the bar, except for the menu of small screens. */
const button = (page: Page) =>
  page.locator('header button[aria-controls]:not(:has(+ dialog))').filter({ visible: true }).last();
const links = (page: Page) => page.locator('header [data-panel] a[lang]');

describe('section 2, language switcher', () => {
  it.runIf(runsAll)(
    '"dropdown, max height 300px", inside of the page on every width, the current language in sight',
    async () => {
      const page = await visit('/vi');
      for (const width of [360, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        await button(page).click();
        await page.locator('header [data-panel][data-open=true]').filter({ visible: true }).waitFor();
        const panel = await boxOf(page, 'header [data-panel][data-open=true]');
        expect(panel.height).toBeLessThanOrEqual(300.01);
        const list = page.locator('header [data-panel][data-open=true] [data-list]').filter({ visible: true });
        const seen = await list.evaluate((box) => {
          const { backgroundAttachment } = getComputedStyle(box);
          return { hidden: box.scrollHeight - box.clientHeight, cue: backgroundAttachment.includes('scroll') };
        });
        // All fifteen at once, or a cue that there are more.
        if (width === 1440) expect(seen.hidden).toBe(0);
        else expect(seen).toEqual({ hidden: expect.any(Number), cue: true });
        expect(panel.x).toBeGreaterThanOrEqual(0);
        expect(panel.x + panel.width).toBeLessThanOrEqual(width);
        const current = await boxOf(page, 'header [data-panel][data-open=true] [aria-current]');
        expect(current.y + current.height).toBeLessThanOrEqual(panel.y + panel.height);
        await page.keyboard.press('Escape');
        await page.locator('header [data-panel][data-open=true]').waitFor({ state: 'detached' });
      }
    },
  );

  it.runIf(runsAll)(
    '"Shows the current language name; lists all languages as links to the home page in that language"',
    async () => {
      const page = await visit('/de');
      expect(await button(page).textContent()).toBe('Deutsch');
      expect((await links(page).allTextContents()).toSorted()).toEqual(NAMES.toSorted());
      const paths = await links(page).evaluateAll((all) => all.map((link) => link.getAttribute('href')));
      expect(paths.toSorted()).toEqual(
        ['/', ...'es zh fr it pt id th de hi ja ko tr ru vi'.split(' ').map((code) => `/${code}`)].toSorted(),
      );
      expect(await links(page).and(page.locator('[aria-current]')).allTextContents()).toEqual(['Deutsch']);
    },
  );

  it.runIf(runsAll)('links to home pages on every page, and says which languages have this page', async () => {
    const page = await visit('/image-sharpener');
    const of = (name: string) => links(page).filter({ hasText: name }).getAttribute('href');
    expect([await of('简体中文'), await of('Deutsch'), await of('English')]).toEqual(['/zh', '/de', '/']);
    await button(page).click();
    await page.locator('header [data-panel][data-open=true]').waitFor();
    const titles = await page.locator('header [data-panel][data-open=true] p').allTextContents();
    expect(titles).toEqual(['This page in', 'Home page in']);
  });

  it('"on click switches after 200 ms by reloading the page on the matching prefixed or unprefixed path"', async () => {
    const page = await visit('/photo-restoration');
    await page.evaluate(() => Object.assign(window, { sameDocument: true }));
    await button(page).click();
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await links(page).filter({ hasText: 'Deutsch' }).click();
    await page.clock.runFor(199);
    expect(new URL(page.url()).pathname).toBe('/photo-restoration');
    await page.clock.runFor(1);
    await page.waitForURL('**/de/photo-restoration');
    await page.waitForSelector('html[lang=de-DE]');
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(false);
  });

  it('goes to the home page of a language that does not have the page', async () => {
    const page = await visit('/zh/image-sharpener');
    await button(page).click();
    await links(page).filter({ hasText: 'Deutsch' }).click();
    await page.waitForURL('**/de');
    await page.waitForSelector('html[lang=de-DE]');
  });

  it.runIf(runsAll)('section 4, "new messages load, then the locale switches, and a cookie is stored"', async () => {
    const page = await visit('/photo-restoration');
    const requests: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/de/')) requests.push(pathname);
    });
    await button(page).click();
    await links(page).filter({ hasText: 'Deutsch' }).click();
    await page.waitForURL('**/de/photo-restoration');
    await expect.poll(async () => (await page.context().cookies()).map(({ value }) => value)).toEqual(['de']);
    expect(requests.slice(0, 2)).toEqual(['/de/photo-restoration/_payload.json', '/de/photo-restoration']);
  });

  it.runIf(runsAll)('section 9, "Locale cookie 365 days"', async () => {
    const page = await visit('/');
    await button(page).click();
    await links(page).filter({ hasText: '한국어' }).click();
    await page.waitForURL('**/ko');
    await expect.poll(async () => (await page.context().cookies()).length).toBe(1);
    const [cookie] = await page.context().cookies();
    expect([cookie?.name, cookie?.value, cookie?.path]).toEqual(['locale', 'ko', '/']);
    expect(Math.round(((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400)).toBe(365);
  });
});

describe('the home page in Japanese', () => {
  it('does not break the Japanese headline within its second phrase', async () => {
    const page = await visit('/ja');
    for (const width of [360, 768, 1440, 2560]) {
      await page.setViewportSize({ width, height: 900 });
      const tops = await page.locator('h1').evaluate((title) => {
        const text = title.firstChild as Text;
        return ['こ', '端'].map((letter) => {
          const range = document.createRange();
          const at = text.data.indexOf(letter);
          range.setStart(text, at);
          range.setEnd(text, at + 1);
          return range.getBoundingClientRect().top;
        });
      });
      expect(tops[0], `at ${width} px`).toBe(tops[1]);
    }
  });
});

describe('section 4, "Theme: light, dark or system; default dark"', () => {
  const shown = (page: Page) => page.evaluate(() => document.documentElement.dataset.theme);
  const control = (page: Page) => page.getByRole('button', { name: 'Colour theme' });

  it('is dark on a light system, and goes on to light, system and dark', async () => {
    const page = await visit('/', { colorScheme: 'light' });
    const seen: unknown[] = [await shown(page)];
    for (const choice of ['Light', 'System', 'Dark']) {
      await control(page).click();
      await page.getByRole('button', { name: `Colour theme: ${choice}`, exact: true }).waitFor();
      seen.push([await shown(page), choice]);
    }
    expect(seen).toEqual(['dark', ['light', 'Light'], ['light', 'System'], ['dark', 'Dark']]);
  });
});
