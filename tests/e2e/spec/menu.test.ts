import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { openSite } from './site.ts';

const { visit } = openSite();

const panel = (page: Page) => page.locator('dialog[open]');
const button = (page: Page) => page.locator('header button:has(+ dialog)');
const open = async (path: string, width = 360): Promise<Page> => {
  const page = await visit(path, { width });
  await button(page).click();
  await panel(page).waitFor();
  return page;
};
/** Waits until exactly these groups are open. */
const expectOpen = (page: Page, ...names: readonly string[]) =>
  expect.poll(() => panel(page).locator('button[aria-expanded=true]').allTextContents()).toEqual(names);

describe('section 2, small screens', () => {
  it('"a menu button opens a full-screen panel with Home first, then the same entries"', async () => {
    for (const width of [360, 1279]) {
      const page = await open('/', width);
      await expect.poll(() => panel(page).boundingBox()).toMatchObject({ x: 0, y: 0, height: 900 });
      expect((await panel(page).boundingBox())?.width).toBeGreaterThanOrEqual(width - 15);
      // The entries are loaded when the panel opens.
      const rows = () =>
        panel(page).evaluate((dialog) =>
          [...dialog.querySelectorAll('button[aria-expanded], a')]
            .filter((row) => row.checkVisibility({ visibilityProperty: true }) && row.textContent)
            .map((row) => row.textContent),
        );
      await expect.poll(rows).toEqual(['Home', 'Blog', 'Enhance', 'Remove', 'Filters', 'Video']);
      expect(await page.locator('header > nav').isVisible()).toBe(false);
    }
  });

  it('"grouped entries are accordions (one open at a time; clicking the open one closes it)", initially none', async () => {
    const page = await open('/');
    await expectOpen(page);
    await panel(page).getByRole('button', { name: 'Enhance' }).click();
    await expectOpen(page, 'Enhance');
    await panel(page).getByRole('link', { name: 'Unblur image' }).waitFor();
    await panel(page).getByRole('button', { name: 'Remove' }).click();
    await expectOpen(page, 'Remove');
    await expect.poll(() => panel(page).getByRole('link', { name: 'Unblur image' }).isVisible()).toBe(false);
    await panel(page).getByRole('button', { name: 'Remove' }).click();
    await expectOpen(page);
  });

  it('section 4, "space or enter toggles; open animation 200 ms by default"; section 9, "item height 3.75rem"', async () => {
    const page = await open('/');
    const row = panel(page).getByRole('button', { name: 'Enhance' });
    await row.press('Space');
    await expectOpen(page, 'Enhance');
    await row.press('Enter');
    await expectOpen(page);
    await expect.poll(async () => (await row.boundingBox())?.height).toBe(60);
    const duration = await panel(page)
      .getByRole('group', { includeHidden: true })
      .first()
      .evaluate((fold) => getComputedStyle(fold).transitionDuration);
    expect(duration.split(', ')[0]).toBe('0.2s');
  });

  it('"open or closed, toggled by the menu button", which stays above the panel', async () => {
    for (const width of [360, 1279]) {
      const page = await open('/', width);
      expect(await button(page).getAttribute('aria-expanded')).toBe('true');
      expect(await button(page).textContent()).toBe('Menu');
      expect(await button(page).getAttribute('aria-controls')).toBe(await panel(page).getAttribute('id'));
      // Playwright clicks only what receives the click: nothing covers the button.
      await button(page).click();
      await panel(page).waitFor({ state: 'detached' });
      expect(await button(page).getAttribute('aria-expanded')).toBe('false');
      await button(page).press('Enter');
      await panel(page).waitFor();
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Home');
    }
  });

  it('closes on a screen that is wide enough for the route list', async () => {
    const page = await open('/', 1279);
    await page.setViewportSize({ width: 1280, height: 900 });
    await panel(page).waitFor({ state: 'detached' });
    expect(await page.locator('main').getAttribute('inert')).toBeNull();
  });

  it('keeps the focus in panel and bar, holds the page behind still, and closes on Escape', async () => {
    const page = await open('/');
    const outside = () =>
      page.evaluate(() => {
        const { activeElement } = document;
        return activeElement !== document.body && !activeElement?.closest('header');
      });
    for (let press = 0; press < 12; press++) {
      await page.keyboard.press('Tab');
      expect(await outside()).toBe(false);
    }
    await page.mouse.wheel(0, 600);
    expect(await page.evaluate(() => [scrollY, getComputedStyle(document.documentElement).overflowY])).toEqual([
      0,
      'hidden',
    ]);
    await page.keyboard.press('Escape');
    await panel(page).waitFor({ state: 'detached' });
    await button(page).click();
    await panel(page).getByRole('button', { name: 'Enhance' }).focus();
    await page.keyboard.press('Escape');
    await panel(page).waitFor({ state: 'detached' });
    await expect.poll(() => button(page).evaluate((control) => control === document.activeElement)).toBe(true);
    expect(await page.locator('[inert]').count()).toBe(0);
  });

  it('loads its entries when they are needed, without a lost click', async () => {
    const page = await visit('/', { width: 360 });
    const requests: string[] = [];
    let answer = () => {};
    const arrives = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(/MobileMenuItems.*\.js/, async (route) => {
      requests.push(route.request().url());
      await arrives;
      await route.continue();
    });
    await page.waitForTimeout(300);
    expect(requests).toEqual([]);
    await button(page).click();
    await panel(page).waitFor();
    await expect.poll(() => requests.length).toBe(1);
    expect(await panel(page).locator('a').count()).toBe(0);
    answer();
    await panel(page).getByRole('link', { name: 'Home' }).waitFor();
    await page.keyboard.press('Escape');
    await panel(page).waitFor({ state: 'detached' });
  });

  it('closes when a link of it is followed, and shows that page', async () => {
    const page = await open('/de');
    await panel(page).getByRole('link', { name: 'Blog' }).click();
    await page.waitForURL('**/de/blog');
    await panel(page).waitFor({ state: 'detached' });
  });
});
