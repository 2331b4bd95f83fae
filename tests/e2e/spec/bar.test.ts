import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { boxOf, openSite } from './site.ts';

const { visit } = openSite();

const list = (page: Page) => page.locator('header > nav');
const group = (page: Page, name: string) => list(page).getByRole('button', { name });
const isOpen = async (page: Page, name: string) => (await group(page, name).getAttribute('aria-expanded')) === 'true';

describe('section 2, top bar', () => {
  it('"Fixed top bar, 72px high: logo (176px wide) linking to the localized home page"', async () => {
    const page = await visit('/de/photo-restoration');
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await page.evaluate(() => scrollTo(0, 0));
      expect(await boxOf(page, 'header')).toMatchObject({ y: 0, height: 72 });
      const logo = page.locator('header > a').first();
      expect([await logo.getAttribute('href'), (await logo.boundingBox())?.width]).toEqual(['/de', 176]);
      await page.evaluate(() => scrollTo(0, 900));
      expect(await boxOf(page, 'header')).toMatchObject({ y: 0, height: 72 });
    }
  });

  it('has all of its controls on a screen of 320 px, each 44 px wide', async () => {
    const page = await visit('/');
    await page.setViewportSize({ width: 320, height: 640 });
    for (const button of await page.locator('header button:visible').all()) {
      const box = (await button.boundingBox())!;
      expect(box.x + box.width).toBeLessThanOrEqual(320);
      expect(box.width).toBeGreaterThanOrEqual(44);
    }
  });

  it('"and a language switcher at the right"', async () => {
    const page = await visit('/');
    const switcher = await boxOf(page, 'header button[aria-label^="Language"]');
    for (const box of await page.locator('header a:visible, header button:visible').all()) {
      expect((await box.boundingBox())?.x).toBeLessThanOrEqual(switcher.x);
    }
    expect(switcher.x + switcher.width).toBeGreaterThan(1440 - 60);
  });

  it('"Wide screens: full route list, offset 225px from the left"', async () => {
    const page = await visit('/');
    for (const width of [1280, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      expect((await boxOf(page, 'header > nav')).x).toBe(225);
    }
  });

  it('"Top-bar groups": every entry and sub-entry in order, with its path', async () => {
    const page = await visit('/');
    const entries = await list(page).evaluate((nav) =>
      [...(nav.querySelector('ul')?.children ?? [])].map((item) => [
        item.querySelector('button')?.textContent ?? item.querySelector('a')?.textContent,
        ...[...item.querySelectorAll('a')].map((link) => link.getAttribute('href')),
      ]),
    );
    expect(entries).toEqual([
      ['Blog', '/blog'],
      ['Enhance', '/photo-restoration', '/unblur-image', '/image-sharpener', '/hd-picture-converter'],
      [
        'Remove',
        '/image-background-remover',
        '/remove-background-from-logo',
        '/remove-watermark-from-image',
        '/cleanup-pictures',
        '/ai-object-remover',
      ],
      ['Filters', '/photo-to-anime-converter', '/photo-to-sketch'],
      ['Video', '/remove-watermark-from-video'],
    ]);
  });

  it('"disableI18n": in German a translated page is prefixed, an English one is not', async () => {
    const page = await visit('/de');
    const paths = await list(page)
      .locator('a')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    expect(paths).toContain('/de/photo-restoration');
    expect(paths).toEqual(expect.arrayContaining(['/unblur-image', '/image-sharpener']));
  });

  it('"the current page’s sub-link is highlighted"', async () => {
    const page = await visit('/unblur-image');
    await group(page, 'Enhance').click();
    await list(page).getByRole('link', { name: 'Photo restoration' }).waitFor();
    const backgroundOf = (name: string) =>
      list(page)
        .getByRole('link', { name })
        .evaluate((link) => getComputedStyle(link).backgroundColor);
    expect(await list(page).locator('[aria-current=page]').allTextContents()).toEqual(['Unblur image']);
    expect(await backgroundOf('Unblur image')).not.toBe(await backgroundOf('Photo restoration'));
  });
});

describe('with the keyboard alone', () => {
  it('the first key goes to a link past the bar, and the bar is walked in the order in which it is seen', async () => {
    const page = await visit('/photo-restoration');
    await page.keyboard.press('Tab');
    const skip = page.locator(':focus');
    expect([await skip.textContent(), (await skip.boundingBox())?.y]).toEqual(['Skip to content', 12]);
    const lefts: number[] = [];
    for (let press = 0; press < 6; press++) {
      await page.keyboard.press('Tab');
      lefts.push((await page.locator(':focus').boundingBox())?.x ?? -1);
    }
    expect(lefts).toEqual(lefts.toSorted((a, b) => a - b));
    await page.locator('a[href="#content"]').press('Enter');
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content');
  });

  it('landmarks are named: one main, one banner, one footer, and navigations that differ', async () => {
    const page = await visit('/photo-restoration');
    expect(await page.getByRole('main').count()).toBe(1);
    expect(await page.getByRole('banner').count()).toBe(1);
    expect(await page.getByRole('contentinfo').count()).toBe(1);
    const names = await page.locator('nav').evaluateAll((all) => all.map((nav) => nav.getAttribute('aria-label')));
    expect(names).toEqual(['Main navigation', 'Footer']);
  });
});

describe('section 4, "Dropdown: opens on hover (closes after a 200 ms delay) or on click; closes on outside click or scroll"', () => {
  it('opens on hover, and closes 200 ms after the pointer left', async () => {
    const page = await visit('/');
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await group(page, 'Enhance').hover();
    await expect.poll(() => isOpen(page, 'Enhance')).toBe(true);
    await list(page).getByRole('link', { name: 'Unblur image' }).waitFor();
    await page.mouse.move(700, 700);
    await page.clock.runFor(199);
    expect(await isOpen(page, 'Enhance')).toBe(true);
    await page.clock.runFor(1);
    await expect.poll(() => isOpen(page, 'Enhance')).toBe(false);
  });

  it('opens on click and stays when the pointer leaves; closes on an outside click', async () => {
    const page = await visit('/');
    await group(page, 'Remove').click();
    await page.mouse.move(700, 700);
    await page.waitForTimeout(400);
    expect(await isOpen(page, 'Remove')).toBe(true);
    await page.mouse.click(700, 700);
    await expect.poll(() => isOpen(page, 'Remove')).toBe(false);
  });

  it('closes on scroll, and on Escape with the focus back on its button', async () => {
    const page = await visit('/');
    await group(page, 'Remove').click();
    await page.evaluate(() => scrollBy(0, 200));
    await expect.poll(() => isOpen(page, 'Remove')).toBe(false);
    await group(page, 'Remove').press('ArrowDown');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Image background remover');
    await page.keyboard.press('Escape');
    await expect.poll(() => isOpen(page, 'Remove')).toBe(false);
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Remove');
  });
});
