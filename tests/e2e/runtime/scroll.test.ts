import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { expectPath, openFixture } from './browser.ts';

const { visit, host } = openFixture();
const heading = (page: Page, text: string) => page.locator('h1', { hasText: text }).waitFor();
const scrolled = (page: Page) => page.evaluate(() => Math.round(scrollY));
const scrollPage = (page: Page, top: number) =>
  page.evaluate((to) => window.scrollTo({ top: to, behavior: 'instant' }), top);
/** Where the page stands once nothing moves it any more. */
const rest = async (page: Page) => {
  await page.waitForTimeout(700);
  return scrolled(page);
};

test('scroll position and focus are restored when going back and forward', async () => {
  const { page, loads } = await visit('/sub/post/a');
  await page.getByText('On', { exact: true }).click();
  await heading(page, 'Post b');
  await expect.poll(() => scrolled(page)).toBe(0);
  await page.evaluate(() => scrollTo(0, 300));
  await page.goBack();
  await heading(page, 'Post a');
  await page.waitForFunction(() => scrollY > 500);
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('On');
  await page.goForward();
  await heading(page, 'Post b');
  await page.waitForFunction(() => Math.round(scrollY) === 300);
  expect(loads()).toBe(1);
});

test('a reload keeps the scroll positions of all entries, and smooth scrolling of the page changes none', async () => {
  const { page } = await visit('/sub/post/a', {
    before: () => {
      const smooth = () => document.documentElement.style.setProperty('scroll-behavior', 'smooth');
      addEventListener('DOMContentLoaded', smooth);
    },
  });
  await scrollPage(page, 400);
  await page.getByText('On', { exact: true }).evaluate((link: HTMLElement) => link.click());
  await heading(page, 'Post b');
  await scrollPage(page, 300);
  await page.goBack();
  await heading(page, 'Post a');
  expect(await rest(page)).toBe(400);
  await page.reload();
  await heading(page, 'Post a');
  expect(await rest(page)).toBe(400);
  await page.goForward();
  await heading(page, 'Post b');
  expect(await rest(page)).toBe(300);
});

test('positions stay those of their entries where a document is loaded in between', async () => {
  const { page } = await visit('/sub/post/a');
  await scrollPage(page, 400);
  await page.getByText('On', { exact: true }).evaluate((link: HTMLElement) => link.click());
  await heading(page, 'Post b');
  await scrollPage(page, 300);
  // To a document that is no page, and back over two entries.
  await page.goto(`${host().url}/robots.txt`);
  // The call returns before the document that it runs in is left.
  await page.evaluate(() => void setTimeout(() => history.go(-2)));
  await heading(page, 'Post a');
  expect(await rest(page)).toBe(400);
  // The page of the entry cannot be loaded, so its document is.
  await page.goForward();
  await heading(page, 'Post b');
  expect(await rest(page)).toBe(300);
  await page.reload();
  await heading(page, 'Post b');
  host().failures.set('/sub/post/a/_payload.json', { kind: 'status', status: 500 });
  await page.goBack();
  await heading(page, 'Post a');
  expect(await rest(page)).toBe(400);
});

test('going back before the page can listen shows the page of the entry and restores its scroll position', async () => {
  const { page, loads } = await visit('/sub/post/a');
  await scrollPage(page, 400);
  await page.getByText('On', { exact: true }).evaluate((link: HTMLElement) => link.click());
  await heading(page, 'Post b');
  let letScriptsLoad = () => {};
  const isHeld = new Promise<void>((resolve) => {
    letScriptsLoad = resolve;
  });
  await page.route('**/*.js', (route) => isHeld.then(() => route.continue()));
  await page.reload({ waitUntil: 'commit' });
  await heading(page, 'Post b');
  await page.evaluate(() => void setTimeout(() => history.back()));
  await expectPath(page, '/post/a');
  letScriptsLoad();
  await heading(page, 'Post a');
  expect(await rest(page)).toBe(400);
  expect(loads()).toBe(2);
});

test('a jump to a hash is left to the browser, and going back restores the scroll position', async () => {
  const { page, loads } = await visit('/sub/post/a');
  await page.evaluate(() => scrollTo(0, 20));
  await page.getByText('To the end').click();
  await page.waitForFunction(() => scrollY > 500);
  await expectPath(page, '/post/a#end');
  await page.goBack();
  await page.waitForFunction(() => scrollY === 20);
  expect(loads()).toBe(1);
});
