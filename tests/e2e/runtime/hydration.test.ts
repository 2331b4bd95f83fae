import { expect, test } from 'vitest';
import { openFixture, waitForBuild } from './browser.ts';

const { visit, host } = openFixture();

test('a served page hydrates without warnings and responds', async () => {
  const { page, problems } = await visit('/sub/post/a');
  await page.getByTestId('count').click();
  expect(await page.getByTestId('count').textContent()).toBe('1');
  expect(problems).toEqual([]);
});

test('ids generated during rendering are the same in the browser', async () => {
  const { page } = await visit('/sub/post/a');
  const served = /<button type="button" id="([^"]+)"/.exec(await (await page.request.get(page.url())).text())?.[1];
  await page.getByTestId('count').click();
  expect(await page.getByTestId('count').getAttribute('id')).toBe(served);
});

test('the body of an article is sent once and keeps its served element', async () => {
  const { page, problems } = await visit('/sub/post/a', {
    before: () =>
      document.addEventListener('readystatechange', () => {
        const first = document.getElementById('first');
        if (first && document.readyState === 'interactive') Object.assign(first, { isServed: true });
      }),
  });
  const served = await (await page.request.get(page.url())).text();
  expect(served.split('Line 7 of the text').length).toBe(2);
  await page.getByTestId('late').click();
  expect(await page.evaluate(() => 'isServed' in (document.getElementById('first') ?? {}))).toBe(true);
  expect(problems).toEqual([]);
});

test('the first page requests no payload', async () => {
  await visit('/sub/post/a');
  expect(host().requests.filter((path) => path.includes('/post/a/_payload.json'))).toEqual([]);
});

test('the content security policy allows the boot script by its hash, and nothing violates it', async () => {
  const { page, problems } = await visit('/sub/post/a');
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
  await page.getByText('Post B').click();
  await page.waitForFunction(() => document.title === 'Post b');
  expect(problems.filter((text) => text.includes('Content Security Policy'))).toEqual([]);
});

test('a message key that was not read during rendering loads the whole catalogue once', async () => {
  const { page, problems } = await visit('/sub/post/a');
  await page.getByTestId('late').click();
  await page.getByText('Late text').waitFor();
  expect(host().requests.filter((path) => path.includes('_i18n'))).toEqual(['/sub/_i18n/en/messages.json']);
  expect(problems).toEqual([]);
});

test("'Failed loading locale' is a warning, and the last part of the key replaces the message", async () => {
  const { page, problems } = await visit('/sub/tool');
  host().failures.set('/sub/_i18n', { kind: 'html' });
  await page.getByTestId('widget').click();
  await page.locator('p', { hasText: /^late$/ }).waitFor();
  expect(problems.filter((text) => text.startsWith('Failed loading locale'))).toHaveLength(1);
});

test('lazy code loads its messages in parallel', async () => {
  const { page } = await visit('/sub/tool');
  await page.getByTestId('widget').click();
  await page.getByText('Late widget').waitFor();
});

test('a named icon that fails to load leaves an empty space and a working page', async () => {
  const { page, problems } = await visit('/sub/post/a');
  host().failures.set('/sub/_icons', { kind: 'html' });
  await page.getByTestId('late').click();
  await expect.poll(() => problems.some((text) => text.startsWith('Failed loading icons'))).toBe(true);
  const icon = page.locator('[data-icon="set:late"]');
  expect(await icon.innerHTML()).toBe('');
  expect(await icon.getAttribute('viewBox')).toBe('0 0 24 24');
  await page.getByTestId('count').click();
  expect(await page.getByTestId('count').textContent()).toBe('1');
});

test('named icons come from the browser’s cache the second time', async () => {
  const { page } = await visit('/sub/post/a');
  const load = async () => {
    await page.getByTestId('late').click();
    await page.waitForFunction(() => document.querySelector('[data-icon="set:late"]')?.innerHTML.includes('h2'));
  };
  await load();
  await page.reload();
  await waitForBuild(page);
  await load();
  expect(host().requests.filter((path) => path.includes('_icons'))).toHaveLength(1);
});

test('named icons come from the page if they are in it, else by name from the server', async () => {
  const { page } = await visit('/sub/post/a');
  expect(host().requests.filter((path) => path.includes('_icons'))).toEqual([]);
  await page.getByTestId('late').click();
  await page.waitForFunction(() => document.querySelector('[data-icon="set:late"]')?.innerHTML.includes('h2'));
  expect(host().requests.filter((path) => path.includes('_icons'))).toEqual(['/sub/_icons/set.json?icons=late']);
});
