import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { expectPath, openFixture, waitForBuild } from './browser.ts';

const { visit, host } = openFixture();
const heading = (page: Page, text: string) => page.locator('h1', { hasText: text }).waitFor();

test('validate: any result other than true shows the error page with 404', async () => {
  const { page, loads, problems } = await visit('/sub/');
  await page.getByText('Refused').click();
  await heading(page, 'Nothing here');
  expect(await page.getByTestId('failure').textContent()).toBe('404 Page Not Found: /refused');
  await expectPath(page, '/refused');
  expect(problems).toEqual(['Page Not Found: /refused']);
  expect(loads()).toBe(1);
  await page.reload();
  await heading(page, 'Nothing here');
});

test('validate: a page that the build refused is shown as the error that its check gave', async () => {
  host().failures.set('/sub/builds/meta', {
    kind: 'edit',
    edit: (content) =>
      JSON.stringify({ ...JSON.parse(content), refused: { '/unknown': { status: 410, message: 'Gone' } } }),
  });
  const { page, loads, problems } = await visit('/sub/');
  await page.getByText('Unknown').click();
  await heading(page, 'Nothing here');
  expect(await page.getByTestId('failure').textContent()).toBe('410 Gone');
  expect([loads(), problems]).toEqual([1, ['Gone']]);
  await page.reload();
  await page.getByText('410 Gone').waitFor();
});

for (const [how, control] of [
  ['by a link', 'text=Unknown'],
  ['by navigateTo', '[data-testid=unknown]'],
] as const) {
  test(`an unknown route, ${how}: the error is raised, then the not-found page shows in place`, async () => {
    const { page, loads } = await visit('/sub/tool', {
      before: () =>
        addEventListener('error', ({ error }) => {
          Object.assign(window, { raised: [error.status, error.message, document.querySelector('h1')?.textContent] });
        }),
    });
    await page.locator(control).first().click();
    await heading(page, 'Nothing here');
    expect(await page.evaluate(() => (window as unknown as { raised: unknown }).raised)).toEqual([
      404,
      'Page not found: /unknown',
      'Tool',
    ]);
    expect(await page.getByTestId('failure').textContent()).toBe('404 Page not found: /unknown');
    await expectPath(page, '/unknown');
    expect(loads()).toBe(1);
    await page.goBack();
    await heading(page, 'Tool');
  });
}

test('a path that only the server knows is loaded as a document', async () => {
  const { page, loads } = await visit('/sub/tool');
  await page.route('**/sub/unknown', (route) =>
    route.fulfill({ body: '<h1>Another program</h1>', contentType: 'text/html' }),
  );
  await page.getByText('Unknown', { exact: true }).click();
  await heading(page, 'Another program');
  expect(loads()).toBe(2);
});

test('unknown routes show the not-found page in the language of the path', async () => {
  const { page, problems } = await visit('/sub/de/nowhere');
  await heading(page, 'Nichts hier');
  expect(await page.getByTestId('failure').textContent()).toBe('404 Page not found: /de/nowhere');
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('de-DE');
  await page.goto(`${host().url}/sub/nowhere`);
  await waitForBuild(page);
  expect(await page.getByTestId('failure').textContent()).toBe('404 Page not found: /nowhere');
  expect(problems.filter((text) => !text.includes('status of 404'))).toEqual([
    'Page not found: /de/nowhere',
    'Page not found: /nowhere',
  ]);
});

test('error page: shown on errors that no component caught', async () => {
  const { page } = await visit('/sub/tool');
  await page.getByTestId('crash').click();
  expect(await page.getByTestId('failure').textContent()).toBe('500 The tool broke.');
});

for (const [where, action] of [
  ['an event handler', 'fatal'],
  ['a timer', 'fatalTimer'],
  ['a rejection that nobody handles', 'fatalRejection'],
] as const) {
  test(`error page: shown for a fatal error in ${where}, which is logged`, async () => {
    const { page, problems } = await visit('/sub/tool');
    await page.getByTestId(action).click();
    await page.getByTestId('failure').waitFor();
    expect(await page.getByTestId('failure').textContent()).toBe('503 The tool is closed.');
    expect(problems).toContain('The tool is closed.');
    await page.getByText('Post A').click();
    await page.locator('h1', { hasText: 'Post a' }).waitFor();
  });
}

test('error page: an error page that fails is not replaced in a loop', async () => {
  const { page, problems } = await visit('/sub/tool', {
    before: () => {
      new MutationObserver(() => {
        if (document.querySelector('[data-testid=failure]'))
          setTimeout(() => {
            throw Object.assign(new Error('Failed again.'), { fatal: true });
          });
      }).observe(document, { childList: true, subtree: true });
    },
  });
  await page.getByTestId('fatal').click();
  await page.getByText('500 Failed again.').waitFor();
  await page.waitForTimeout(500);
  const count = problems.length;
  await page.waitForTimeout(500);
  expect(problems.length).toBe(count);
});

test('error page: not shown for other errors outside rendering; the page keeps working', async () => {
  const { page, problems } = await visit('/sub/tool');
  await page.getByTestId('harmless').click();
  await expect.poll(() => problems.toSorted()).toEqual(['A handler failed.', 'A request failed.', 'A timer failed.']);
  await page.getByTestId('image').click();
  await page.getByText('{"width":3,"height":2}').first().waitFor();
  expect(await page.getByTestId('failure').count()).toBe(0);
});

test('error page: a fatal error in a handler shows a crawler neither an error page nor another page', async () => {
  const { page, problems } = await visit('/sub/tool', { userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1)' });
  await page.getByTestId('count').click();
  await page.getByTestId('fatal').click();
  await expect.poll(() => problems).toContain('The tool is closed.');
  await page.waitForTimeout(200);
  expect(await page.getByTestId('failure').count()).toBe(0);
  expect(await page.getByTestId('count').textContent()).toBe('1');
});

test('error page: not shown to crawlers, which read the served page', async () => {
  const { page } = await visit('/sub/tool', { userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1)' });
  await page.getByTestId('crash').click();
  await page.locator('h1', { hasText: 'Tool' }).waitFor();
  expect(await page.getByTestId('failure').count()).toBe(0);
});
