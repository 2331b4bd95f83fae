import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { expectPath, openFixture } from './browser.ts';

type Axe = { readonly run: (options: object) => Promise<{ readonly violations: readonly { readonly id: string }[] }> };

const { visit, host } = openFixture();
const heading = (page: Page, text: string) => page.locator('h1', { hasText: text }).waitFor();
const cookies = async (page: Page) => (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`);
const theme = (page: Page) => page.evaluate(() => document.documentElement.dataset.theme);

test('locale change: the page in the other language, then the cookie for 365 days', async () => {
  const { page, loads } = await visit('/sub/');
  await page.getByTestId('german').click();
  await heading(page, 'Willkommen');
  await expectPath(page, '/de');
  expect(await page.evaluate(() => [document.documentElement.lang, document.documentElement.dir])).toEqual([
    'de-DE',
    'ltr',
  ]);
  const [cookie] = await page.context().cookies();
  expect([cookie?.name, cookie?.value, cookie?.path]).toEqual(['locale', 'de', '/sub']);
  expect(Math.round(((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400)).toBe(365);
  expect(loads()).toBe(1);
});

test('locale change: messages load, then the locale switches, then the cookie is stored', async () => {
  const { page } = await visit('/sub/', {
    before: () => {
      const steps: string[] = [];
      Object.assign(window, { steps });
      new MutationObserver(() => steps.push(`locale ${document.documentElement.lang}`)).observe(document, {
        attributeFilter: ['lang'],
        subtree: true,
      });
      const { get, set } = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie') as PropertyDescriptor;
      Object.defineProperty(document, 'cookie', {
        get: () => get?.call(document),
        set: (text: string) => {
          set?.call(document, text);
          steps.push(`cookie ${text.split(';')[0]}`);
        },
      });
    },
  });
  await page.route('**/sub/de/_payload.json*', async (route) => {
    await page.evaluate(() => (window as unknown as { steps: string[] }).steps.push('messages'));
    await route.continue();
  });
  await page.evaluate(() => (window as unknown as { steps: string[] }).steps.splice(0));
  await page.getByTestId('german').click();
  await heading(page, 'Willkommen');
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { steps: string[] }).steps))
    .toEqual(['messages', 'locale de-DE', 'cookie locale=de']);
});

test('locale change by loading the document: the page in the other language, and the cookie', async () => {
  const { page, loads } = await visit('/sub/tool');
  await page.getByTestId('germanReload').click();
  await heading(page, 'Willkommen');
  await expectPath(page, '/de');
  await expect.poll(() => cookies(page)).toEqual(['locale=de']);
  expect(loads()).toBe(2);
});

test('locale change with a failed load: a warning, and a full navigation', async () => {
  const { page, problems, loads } = await visit('/sub/');
  host().failures.set('/sub/de/_payload.json', { kind: 'status', status: 500 });
  await page.getByTestId('german').click();
  await page.waitForURL(/\/sub\/de$/);
  await heading(page, 'Willkommen');
  expect(problems.some((text) => text.startsWith('Failed loading locale de'))).toBe(true);
  await expect.poll(loads).toBe(2);
});

test('a right-to-left page turns the document when navigated to', async () => {
  const { page } = await visit('/sub/ar');
  expect(await page.evaluate(() => document.documentElement.dir)).toBe('rtl');
  await page.getByTestId('german').click();
  await heading(page, 'Willkommen');
  expect(await page.evaluate(() => document.documentElement.dir)).toBe('ltr');
  await page.goBack();
  await page.waitForFunction(() => document.documentElement.dir === 'rtl');
});

test("the first visit to '/' goes to the browser's language", async () => {
  const { page } = await visit('/sub/', { locale: 'de-AT' });
  await heading(page, 'Willkommen');
  await expectPath(page, '/de');
  await expect.poll(() => cookies(page)).toEqual(['locale=de']);
});

test("the browser's language keeps query and fragment of the first visit", async () => {
  const { page } = await visit('/sub/?from=letter#end', { locale: 'de-AT' });
  await heading(page, 'Willkommen');
  await expectPath(page, '/de?from=letter#end');
});

test('language detection ignores other paths and crawlers', async () => {
  const { page } = await visit('/sub/post/a', { locale: 'de-DE' });
  await expectPath(page, '/post/a');
  const crawler = await visit('/sub/', { locale: 'de-DE', userAgent: 'Mozilla/5.0 (compatible; bingbot/2.0)' });
  await crawler.page.waitForTimeout(300);
  await expectPath(crawler.page, '/');
});

test('a chosen language takes precedence over the browser’s', async () => {
  const { page } = await visit('/sub/ar', { locale: 'en-GB' });
  await page.getByTestId('german').click();
  await heading(page, 'Willkommen');
  const again = await page.context().newPage();
  await again.goto(`${host().url}/sub/`);
  await heading(again, 'Willkommen');
});

test('theme: dark by default; a choice is stored and other tabs follow', async () => {
  const { page } = await visit('/sub/tool');
  const other = await page.context().newPage();
  await other.goto(`${host().url}/sub/post/a`);
  expect([await theme(page), await theme(other)]).toEqual(['dark', 'dark']);
  await page.getByTestId('theme').click();
  await page.locator('[data-testid=theme]:text-is("light")').waitFor();
  await other.waitForFunction(() => document.documentElement.dataset.theme === 'light');
  await page.reload();
  expect(await theme(page)).toBe('light');
  await page.waitForFunction(() => document.querySelector('[data-testid=theme]')?.textContent === 'light');
});

test("theme: 'system' is followed live", async () => {
  const { page } = await visit('/sub/tool', {
    colorScheme: 'dark',
    before: () => localStorage.setItem('theme', 'system'),
  });
  expect(await theme(page)).toBe('dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await page.waitForFunction(() => document.documentElement.dataset.theme === 'light');
  expect(await page.evaluate(() => document.documentElement.style.colorScheme)).toBe('light');
});

test('theme: set before the first paint, with no flash', async () => {
  const { page } = await visit('/sub/tool', {
    ready: false,
    before: () => {
      localStorage.setItem('theme', 'light');
      new MutationObserver(() => {
        if (document.body) Object.assign(window, { themeAtBody: document.documentElement.dataset.theme });
      }).observe(document, { childList: true, subtree: true });
    },
  });
  expect(await page.evaluate(() => (window as unknown as { themeAtBody: string }).themeAtBody)).toBe('light');
});

test('HTTP: other requests are retried once on 503, idempotent requests are not', async () => {
  const { page } = await visit('/sub/tool');
  host().failures.set('/sub/api/', { kind: 'status', status: 503, times: 1 });
  await page.getByTestId('post').click();
  await page.getByText('{"ok":true}').first().waitFor();
  host().failures.set('/sub/api/', { kind: 'status', status: 503, times: 1 });
  await page.getByTestId('get').click();
  await page.locator('output', { hasText: '503' }).waitFor();
  expect(host().requests.filter((path) => path.includes('/api/'))).toEqual([
    'POST /sub/api/post',
    'POST /sub/api/post',
    '/sub/api/get',
  ]);
});

test('image size: width and height; a failed load rejects', async () => {
  const { page } = await visit('/sub/tool');
  await page.getByTestId('image').click();
  await page.getByText('{"width":3,"height":2}').first().waitFor();
  await page.getByTestId('noImage').click();
  await page.getByText('Failed loading the image /sub/none.png').first().waitFor();
});

test('useHead: a later title keeps the template around it', async () => {
  const { page } = await visit('/sub/tool');
  expect(await page.title()).toBe('Tool | Fixture');
  await page.getByTestId('image').click();
  await page.waitForFunction(() => document.title === 'Tool: {"width":3,"height":2} | Fixture');
});

test('axe finds no violation, also after navigating', async () => {
  const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  const { page } = await visit('/sub/');
  await page.getByText('Post A').click();
  await heading(page, 'Post a');
  await page.evaluate(axe);
  // The fixture has no colours of its own.
  const found = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: Axe };
    const { violations } = await axe.run({ rules: { 'color-contrast': { enabled: false } } });
    return violations.map(({ id }) => id);
  });
  expect(found).toEqual([]);
});
