import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { expectPath, openFixture } from './browser.ts';

const { visit, host } = openFixture();
const heading = (page: Page, text: string) => page.locator('h1', { hasText: text }).waitFor();
const saveData = () =>
  void Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g' } });
const scrolled = (page: Page) => page.evaluate(() => Math.round(scrollY));

test('a link renders the page without a document load and keeps the shell', async () => {
  const { page, loads, problems } = await visit('/sub/');
  await page.getByTestId('count').click();
  await page.getByText('Post A').click();
  await heading(page, 'Post a');
  await expectPath(page, '/post/a');
  expect(await page.getByTestId('count').textContent()).toBe('1');
  await page.waitForFunction(() => document.title === 'Post a');
  expect(await page.locator('meta[name=description]').getAttribute('content')).toBe('About Post a');
  expect(await page.locator('meta[name=description]').count()).toBe(1);
  expect(await page.locator('.body').evaluate((body) => getComputedStyle(body).maxWidth)).toBe('777px');
  expect([loads(), problems]).toEqual([1, []]);
});

test('plain links in articles navigate, and hashes scroll', async () => {
  const { page, loads } = await visit('/sub/post/b');
  await page.getByText('On', { exact: true }).click();
  await heading(page, 'Post a');
  await expectPath(page, '/post/a#end');
  await expect.poll(() => scrolled(page)).toBeGreaterThan(500);
  expect(loads()).toBe(1);
});

test('the payload is requested with its hash', async () => {
  const { page } = await visit('/sub/');
  await page.getByText('Post A').click();
  await heading(page, 'Post a');
  expect(host().requests.filter((path) => path.includes('/post/a/_payload'))).toEqual([
    expect.stringMatching(/^\/sub\/post\/a\/_payload\.json\?[0-9a-f]{8}$/),
  ]);
});

test('without a build manifest, the payload is requested with the time', async () => {
  host().failures.set('/sub/builds', { kind: 'drop' });
  const { page, loads } = await visit('/sub/', { ready: false });
  await page.waitForFunction(() => document.querySelector('[role=status]'));
  await page.getByText('Post A').click();
  await heading(page, 'Post a');
  expect(host().requests).toContainEqual(expect.stringMatching(/^\/sub\/post\/a\/_payload\.json\?\d{13}$/));
  expect(loads()).toBe(1);
});

test('chunk and payload are fetched in parallel', async () => {
  const { page } = await visit('/sub/tool', { before: saveData });
  const chunk = page.waitForRequest(/Refused-/);
  await page.route('**/refused/_payload.json*', async (route) => {
    await chunk;
    await route.continue();
  });
  await page.getByText('Refused').click();
  await heading(page, 'Nothing here');
});

test('pages of visible links are prefetched, except with data saving', async () => {
  const eager = await visit('/sub/');
  await expect.poll(() => host().requests.some((path) => path.includes('/post/b/_payload'))).toBe(true);
  await eager.page.context().close();
  host().clear();
  const { page } = await visit('/sub/', { before: saveData });
  await page.getByText('Post B').hover();
  await page.waitForTimeout(500);
  expect(host().requests.some((path) => path.includes('_payload'))).toBe(false);
});

test('the title is announced and the focus moves to the content', async () => {
  const { page } = await visit('/sub/');
  await page.getByText('Post A').focus();
  await page.keyboard.press('Enter');
  await heading(page, 'Post a');
  await expect.poll(() => page.locator('[role=status]').textContent()).toBe('Post a');
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN');
});

test('View Transitions are used, unless motion is to be reduced', async () => {
  const counting = () => {
    const start = document.startViewTransition.bind(document);
    Object.assign(document, {
      count: 0,
      startViewTransition: (change: () => void) => {
        Object.assign(document, { count: (document as unknown as { count: number }).count + 1 });
        return start(change);
      },
    });
  };
  for (const [reducedMotion, count] of [
    ['no-preference', 1],
    ['reduce', 0],
  ] as const) {
    const { page } = await visit('/sub/', { before: counting, reducedMotion });
    await page.getByText('Post A').click();
    await heading(page, 'Post a');
    expect(await page.evaluate(() => (document as unknown as { count: number }).count)).toBe(count);
  }
});

test('modified clicks, downloads, targets and files are left to the browser', async () => {
  const { page } = await visit('/sub/');
  const intercepted = await page.evaluate(() => {
    const tried: string[] = [];
    const attempt = (name: string, attributes: Record<string, string>, init: MouseEventInit = {}) => {
      const link = document.createElement('a');
      for (const [key, value] of Object.entries({ href: '/sub/post/a', ...attributes })) link.setAttribute(key, value);
      document.body.append(link);
      const click = new MouseEvent('click', { bubbles: true, cancelable: true, ...init });
      document.addEventListener(
        'click',
        (event) => {
          if (event.defaultPrevented) tried.push(name);
          event.preventDefault();
        },
        { once: true },
      );
      link.dispatchEvent(click);
    };
    attempt('ctrl', {}, { ctrlKey: true });
    attempt('meta', {}, { metaKey: true });
    attempt('shift', {}, { shiftKey: true });
    attempt('middle', {}, { button: 1 });
    attempt('download', { download: '' });
    attempt('target', { target: '_blank' });
    attempt('external', { rel: 'external' });
    attempt('other origin', { href: 'https://elsewhere.example/' });
    attempt('outside the base', { href: '/post/a' });
    attempt('unknown file', { href: '/sub/unknown.pdf' });
    attempt('plain', {});
    return tried;
  });
  expect(intercepted).toEqual(['plain']);
});

test('route rules redirect; an absolute target of this very site is a full navigation too', async () => {
  const { href } = new URL('/sub/post/a', host().url);
  host().failures.set('/sub/builds/meta', {
    kind: 'edit',
    edit: (content) => {
      const meta = JSON.parse(content);
      meta.matcher.static['/moved'] = { redirect: { to: href, status: 301 } };
      meta.matcher.static['/chain'] = { redirect: { to: '/moved', status: 301 } };
      return JSON.stringify(meta);
    },
  });
  const { page, loads } = await visit('/sub/tool');
  await page.getByTestId('moved').click();
  await heading(page, 'Post a');
  await expectPath(page, '/post/a');
  expect(loads()).toBe(2);
});

test('route rules redirect; an absolute target is a full navigation', async () => {
  const { page, loads } = await visit('/sub/tool');
  await page.getByText('Old').click();
  await heading(page, 'Post a');
  await expectPath(page, '/post/a');
  expect(loads()).toBe(1);
  await page.route('https://elsewhere.example/**', (route) => route.fulfill({ body: 'elsewhere' }));
  await page.getByText('Tool').click();
  await page.getByTestId('away').click();
  await page.waitForURL('https://elsewhere.example/x');
});

test('paths with letters beyond ASCII navigate like others', async () => {
  const { page, loads } = await visit('/sub/');
  await page.evaluate(() => {
    const link = Object.assign(document.createElement('a'), { href: '/sub/post/ü/', textContent: 'umlaut' });
    document.body.append(link);
  });
  await page.getByText('umlaut').click();
  await heading(page, 'Post ü');
  expect(loads()).toBe(1);
});

test('Navigating to an external URL is not allowed by default, script protocols never', async () => {
  const { page } = await visit('/sub/tool');
  await page.getByTestId('external').click();
  await page.getByText('Navigating to an external URL is not allowed by default').first().waitFor();
  await page.getByTestId('script').click();
  await page.getByText("Cannot navigate to a URL with 'javascript:' protocol.").first().waitFor();
});

test('a link with a query navigates in place', async () => {
  const { page, loads } = await visit('/sub/tool');
  await page.getByTestId('query').click();
  await expectPath(page, '/tool?a=1');
  expect(await page.getByTestId('query-value').textContent()).toBe('1');
  await page.goBack();
  await page.waitForFunction(() => document.querySelector('[data-testid=query-value]')?.textContent === '');
  expect(loads()).toBe(1);
});
