import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { untilHydrated } from '../../browser.ts';
import { expectPath, openFixture } from './browser.ts';

const { visit, host, nextBuild } = openFixture();
const heading = (page: Page, text: string) => page.locator('h1', { hasText: text }).waitFor();
/** Disables prefetching. */
const saveData = () =>
  void Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g' } });

test('a payload that is HTML falls back to one full navigation', async () => {
  const { page, loads } = await visit('/sub/', { before: saveData });
  host().failures.set('/sub/post/a/_payload.json', { kind: 'html' });
  await page.getByText('Post A').click();
  await heading(page, 'Post a');
  await expectPath(page, '/post/a');
  await expect.poll(loads).toBe(2);
});

test('a payload with another status falls back to one full navigation', async () => {
  const { page, loads, problems } = await visit('/sub/', { before: saveData });
  host().failures.set('/sub/post/a/_payload.json', { kind: 'status', status: 500 });
  await page.getByText('Post A').click();
  await heading(page, 'Post a');
  await expectPath(page, '/post/a');
  await expect.poll(loads).toBe(2);
  // A message, not an error: the document that arrives needs no payload.
  expect(problems.some((text) => text.startsWith('Failed loading the page /post/a'))).toBe(true);
});

test('a chunk that stays missing causes one full navigation, then none for 10 s', async () => {
  const { page, loads } = await visit('/sub/', { before: saveData });
  host().failures.set('/sub/assets/Post-', { kind: 'status', status: 404 });
  await page.getByText('Post A').click();
  await heading(page, 'Post a');
  await expectPath(page, '/post/a');
  await page.waitForTimeout(500);
  expect(loads()).toBe(2);
});

test('a chunk that is missing within 10 s of a reload shows the error page', async () => {
  const { page, loads } = await visit('/sub/tool', {
    before: () => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g' } });
      sessionStorage.setItem('sitegen:reload', String(Date.now() + 10_000));
    },
  });
  host().failures.set('/sub/assets/Post-', { kind: 'status', status: 404 });
  await page.getByText('Post A').click();
  await page.getByTestId('failure').waitFor();
  expect(await page.getByTestId('failure').textContent()).toMatch(/^500 Failed loading the code of a page/);
  expect(loads()).toBe(1);
});

test('a missing chunk dispatches an event, rethrows the error and causes one full navigation', async () => {
  const { page, loads, problems } = await visit('/sub/tool', { before: saveData });
  await page.evaluate(() =>
    addEventListener('vite:preloadError', () => sessionStorage.setItem('seen', 'vite:preloadError')),
  );
  const { assets } = await (await page.request.get(`${host().url}/sub/post/a/_payload.json`)).json();
  host().failures.set(assets.chunk, { kind: 'status', status: 404 });
  // The chunk is available again for the next document.
  await page.route(/\/post\/a$/, (route) => {
    host().failures.clear();
    return route.continue();
  });
  await page.getByText('Post A').click();
  await heading(page, 'Post a');
  expect(await page.evaluate(() => sessionStorage.getItem('seen'))).toBe('vite:preloadError');
  await expect.poll(() => problems.some((text) => text.includes('Failed loading the code of a page'))).toBe(true);
  await expect.poll(loads).toBe(2);
});

test('a missing lazy component causes one guarded reload, not a second within 10 s', async () => {
  const { page, loads } = await visit('/sub/tool');
  host().failures.set('/sub/assets/Widget-', { kind: 'html' });
  const reloaded = page.waitForEvent('domcontentloaded');
  await page.getByTestId('widget').click();
  await reloaded;
  await page.waitForFunction(() => document.querySelector('[role=status]'));
  await page.getByTestId('widget').click();
  await page.waitForTimeout(500);
  expect(loads()).toBe(2);
});

test('a lazy component that is missing without a network causes no reload', async () => {
  const { page, loads } = await visit('/sub/tool');
  await page.context().setOffline(true);
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/assets/Widget-'));
  await page.getByTestId('widget').click();
  await failed;
  await page.waitForTimeout(500);
  expect(loads()).toBe(1);
});

test('a missing boot bundle reloads the document once', async () => {
  host().failures.set('/sub/assets/boot-', { kind: 'status', status: 404 });
  const { page, loads } = await visit('/sub/post/a', { ready: false });
  await expect.poll(loads).toBe(2);
  await page.waitForTimeout(500);
  expect(loads()).toBe(2);
  await heading(page, 'Post a');
});

test('a boot bundle that is missing temporarily loads after the reload', async () => {
  host().failures.set('/sub/assets/boot-', { kind: 'status', status: 404, times: 1 });
  const { page, loads } = await visit('/sub/post/a', { ready: false });
  await page.waitForFunction(() => document.querySelector('[role=status]'));
  await expect.poll(loads).toBe(2);
});

test('a missing boot bundle is requested at most twice without storage', async () => {
  host().failures.set('/sub/assets/boot-', { kind: 'status', status: 404 });
  const { page, loads } = await visit('/sub/post/a', { ready: false, before: disableStorage });
  await expect.poll(loads).toBe(2);
  await page.waitForTimeout(500);
  expect(loads()).toBe(2);
});

test('missing code of the first page causes one reload, and the served page stays readable', async () => {
  host().failures.set('/sub/assets/Post-', { kind: 'status', status: 404 });
  const { page, loads } = await visit('/sub/post/a', { ready: false });
  await expect.poll(loads).toBe(2);
  await page.waitForTimeout(500);
  expect(loads()).toBe(2);
  await heading(page, 'Post a');
});

test('missing navigation code leaves a working page whose links load documents', async () => {
  host().failures.set('/sub/assets/navigation-', { kind: 'status', status: 404 });
  const { page, loads } = await visit('/sub/tool', { ready: false });
  // The page is already hydrated when it reloads because of the missing code.
  await expect.poll(loads).toBe(2);
  await untilHydrated(page, '[data-testid=count]');
  await page.getByTestId('count').click();
  await page.locator('[data-testid=count]:text-is("1")').waitFor();
  await page.getByText('Post B').click();
  await heading(page, 'Post b');
});

test('offline navigation shows the browser’s error, and going back needs no network', async () => {
  const { page, loads } = await visit('/sub/post/a');
  await page.getByText('Post B').click();
  await heading(page, 'Post b');
  await page.context().setOffline(true);
  await page.goBack();
  await heading(page, 'Post a');
  expect(await page.locator('#first').textContent()).toContain('Text of a');
  expect(loads()).toBe(1);
});

test('a click on another link supersedes a slow payload', async () => {
  const { page, loads } = await visit('/sub/tool', { before: saveData });
  host().failures.set('/sub/post/a/_payload.json', { kind: 'slow', ms: 700 });
  await page.getByText('Post A').click();
  await page.getByText('Post B').click();
  await heading(page, 'Post b');
  await page.waitForTimeout(900);
  await heading(page, 'Post b');
  await expectPath(page, '/post/b');
  expect(loads()).toBe(1);
});

test('a payload of another build is never used after a deployment', async () => {
  const { page, loads } = await visit('/sub/', { before: saveData });
  host().deploy(await nextBuild());
  await page.getByText('Post A').click();
  await heading(page, 'Post a');
  await expect.poll(loads).toBe(2);
  const build = () => page.evaluate(() => (globalThis as { fixtureBuild?: string }).fixtureBuild);
  await expect.poll(build).toBe('two');
});

test('a newer build, polled once per interval, makes the next navigation a document load', async () => {
  const { page, loads } = await visit('/sub/post/a');
  const polls = () => host().requests.filter((path) => path.startsWith('/sub/builds/latest.json?')).length;
  expect(polls()).toBe(1);
  host().deploy(await nextBuild());
  const answer = await page.waitForResponse(/latest\.json/);
  await answer.finished();
  expect(polls()).toBeGreaterThan(1);
  await page.getByText('Post B').click();
  await heading(page, 'Post b');
  await expect.poll(loads).toBe(2);
});

test('polling for a newer build ignores network errors', async () => {
  const { page, problems } = await visit('/sub/post/a');
  host().failures.set('/sub/builds/latest.json', { kind: 'drop' });
  await page.waitForEvent('requestfailed', (request) => request.url().includes('latest.json'));
  await page.waitForTimeout(200);
  expect(problems.filter((text) => !text.includes('Failed to load resource'))).toEqual([]);
});

test('the page works without storage and cookies', async () => {
  const { page, problems } = await visit('/sub/tool', { before: disableStorage });
  await page.getByTestId('theme').click();
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('light');
  await page.getByText('Post B').click();
  await heading(page, 'Post b');
  await page.getByTestId('german').click();
  await heading(page, 'Willkommen');
  expect(problems).toEqual([]);
});

function disableStorage(): void {
  const refuse = {
    get() {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    },
  };
  for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, refuse);
  Object.defineProperty(Document.prototype, 'cookie', { ...refuse, set: refuse.get });
}
