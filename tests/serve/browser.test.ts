import type { Browser, Page, Route, WebSocketRoute } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, untilHydrated, visitorAgent } from '../browser.ts';
import { createSharedServer } from './shared-server';

const { site, served, output } = createSharedServer();

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());
afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
});

type Visit = {
  readonly page: Page;
  /** Warnings and errors. */
  readonly complaints: string[];
  /** Gives the page a message as if from the server. */
  readonly sendEvent: (event: string, data: unknown) => void;
};

/** A hydrated page; its counter shows 1. */
async function visit(path: string): Promise<Visit> {
  const page = await browser.newPage({ userAgent: visitorAgent });
  const complaints: string[] = [];
  let socket: WebSocketRoute | null = null;
  await page.routeWebSocket(/./, (route) => {
    socket = route;
    route.connectToServer();
  });
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.route('**/favicon.ico', (route) => route.fulfill({ status: 204 }));
  await page.goto(new URL(path, served().url).href, { waitUntil: 'load' });
  await page.evaluate(() => Object.assign(window, { stayed: true }));
  await count(page);
  return {
    page,
    complaints,
    sendEvent: (event, data) => socket?.send(JSON.stringify({ type: 'custom', event, data })),
  };
}

/** Presses the button of the shell once it is alive, and waits until its state says so. */
async function count(page: Page): Promise<void> {
  await untilHydrated(page, '#count');
  await page.click('#count');
  await page.waitForSelector('#count:text-is("1")');
}

const stayed = (page: Page) => page.evaluate(() => 'stayed' in window);
const overlay = (page: Page) => page.locator('sitegen-problems');
const report = (page: Page) => overlay(page).locator('main').textContent();

describe('a page in the browser', () => {
  it('an open page whose entry is removed becomes the not-found page', async () => {
    const file = 'content/blog/fourth/en.md';
    site().write(file, '---\ntitle: The fourth\ndescription: d\ndate: 2026-01-04\n---\nText.\n');
    await served().until('/blog/fourth', ({ status }) => status === 200);
    const { page } = await visit('/blog/fourth');
    site().remove('content/blog/fourth');
    await page.getByRole('heading', { name: 'This page does not exist.' }).waitFor();
  });

  it('hydrates without errors, with its styles from the first paint', async () => {
    const { page, complaints } = await visit('/');
    expect(complaints).toEqual([]);
    expect(await page.evaluate(() => getComputedStyle(document.querySelector('#root > div') as Element).color)).toBe(
      'rgb(1, 2, 3)',
    );
    const bare = await browser.newPage({ javaScriptEnabled: false });
    await bare.goto(served().url);
    expect(await bare.locator('#root > div').evaluate((one) => getComputedStyle(one).color)).toBe('rgb(1, 2, 3)');
  });

  it('follows edits of texts, messages, settings and data in place, and keeps its state', async () => {
    const { page, complaints } = await visit('/');
    const shows = (text: string) =>
      page.waitForFunction((expectedText) => document.body.textContent?.includes(expectedText), text);
    site().edit('content/blog/third/en.md', (text) => text.replace('The third post', 'A third post'));
    await shows('A third post');
    site().edit('locales/en/home.json', (text) =>
      text.replace('Hello from', 'Greetings from').replace('Small home', 'New home'),
    );
    await shows('Greetings from Workshop');
    site().edit('config/site.yaml', (text) => text.replace('Workshop', 'Smithy'));
    await shows('Greetings from Smithy');
    site().edit('config/navigation.yaml', (text) => `${text}- { name: more, path: /about }\n`);
    site().edit('locales/en/navigation.json', () => '{ "home": "Start", "more": "More of it" }');
    await shows('More of it');
    site().write(
      'content/blog/newest/en.md',
      '---\ntitle: The newest\ndescription: New.\ndate: 2026-02-01\n---\nText.\n',
    );
    await shows('The newest');
    await page.waitForFunction(() => document.title.includes('New home'));
    expect([await stayed(page), await page.textContent('#count'), complaints]).toEqual([true, '1', []]);
  });

  it('follows edits of components and styles in place, and keeps its state', async () => {
    const { page, complaints } = await visit('/');
    site().edit('site/pages/Home.tsx', (text) => text.replace('<h1>', '<h1 id="new">'));
    await page.waitForSelector('#new');
    site().edit('site/App.tsx', (text) => text.replace('<b id="name">', '<b id="name" title="shell">'));
    await page.waitForSelector('[title=shell]');
    site().edit('site/App.module.css', () => '.shell { color: rgb(7, 8, 9); }\n');
    await page.waitForFunction(
      () => getComputedStyle(document.querySelector('#root > div') as Element).color === 'rgb(7, 8, 9)',
    );
    expect([await stayed(page), await page.textContent('#count'), complaints]).toEqual([true, '1', []]);
  });

  it.each([
    { file: 'content/blog/third/en.md', from: 'title:', to: 'tittle:', fix: 'Did you mean `title`?', line: 2 },
    { file: 'config/site.yaml', from: 'theme:', to: 'thme:', fix: 'Did you mean `theme`?', line: 3 },
    { file: 'locales/en/home.json', from: '"hello":', to: '"hello"', fix: '', line: 1 },
    { file: 'site/pages/Home.tsx', from: '<h1>', to: '<h1 <', fix: '', line: 5 },
  ])(
    'shows what is broken in $file, with place, frame and fix, and removes the report when it is fixed',
    async (broken) => {
      const { file, from, to, fix, line } = broken;
      const { page } = await visit('/');
      const whole = site().read(file);
      site().write(file, whole.replace(from, to));
      await overlay(page).waitFor();
      await expect.poll(() => report(page)).toContain(`${file}:${line}:`);
      expect(await report(page)).toContain(fix);
      expect(await overlay(page).locator('mark').first().textContent()).toContain(`> ${line} |`);
      expect(await page.textContent('h1')).toBe('Hello from Workshop');
      site().write(file, whole);
      await overlay(page).waitFor({ state: 'detached' });
      expect([await stayed(page), await page.textContent('#count')]).toEqual([true, '1']);
    },
  );

  it('keeps the last good page under the report of a component that throws, and shows it again when it is fixed', async () => {
    const { page, sendEvent } = await visit('/about');
    site().edit('site/pages/About.tsx', (text) =>
      text.replace('  return', "  if (facts) throw new Error('no facts');\n  return"),
    );
    await overlay(page).waitFor();
    await expect.poll(() => report(page)).toContain('site/pages/About.tsx:3:20');
    await expect.poll(() => page.textContent('h1')).toBe('About us');
    // The server sends this if the page was quicker than the bundle: reports of browsers are cleared with each edit.
    const looked = page.waitForResponse((response) => response.url() === page.url());
    sendEvent('sitegen:problems', []);
    const answer = await looked;
    expect(answer.status()).toBe(500);
    sendEvent('sitegen:update', { revision: Number(/\d+/.exec(answer.headers()['server-timing'] ?? '')?.[0]) });
    await page.waitForResponse((response) => response.url().includes('_payload.json'));
    expect([await page.textContent('h1'), await stayed(page), await overlay(page).count()]).toEqual([
      'About us',
      true,
      1,
    ]);
    site().edit('site/pages/About.tsx', (text) => text.replace(/ {2}if.*\n/, '').replace('<h1>', '<h1 id="fixed">'));
    await page.waitForSelector('#fixed');
    await overlay(page).waitFor({ state: 'detached' });
    await count(page);
  });

  it('reports an error that only browsers throw, with its location in the source', async () => {
    const { page } = await visit('/about');
    site().edit('site/pages/About.tsx', (text) =>
      text.replace('  return', "  if (typeof window !== 'undefined') throw new Error('only here');\n  return"),
    );
    await expect.poll(() => report(page), { timeout: 10_000 }).toContain('site/pages/About.tsx:3:');
    expect(await report(page)).toContain('only here');
    expect(output()).toContain('BROWSER_ERROR');
    site().edit('site/pages/About.tsx', (text) => text.replace(/ {2}if.*\n/, ''));
    await overlay(page).waitFor({ state: 'detached' });
    await expect.poll(() => page.textContent('h1')).toBe('About us');
  });

  it('does not report a mismatch with HTML that is older than the last edit', async () => {
    const { page } = await visit('/about');
    const reported = async (message: string, recovered: boolean) => {
      const response = page.waitForResponse((sent) => sent.url().includes('/@sitegen/error'));
      await page.evaluate(([text, flag]) => reportError(Object.assign(new Error(text), { recovered: flag })), [
        message,
        recovered,
      ] as const);
      return (await response).status();
    };
    const html = new Promise<Route>((hold) => void page.route('**/_payload.json*', hold, { times: 1 }));
    site().edit('locales/en/about.json', (text) => text.replace('About us', 'All about us'));
    const heldHtml = await html;
    expect(await reported('older', true)).toBe(409);
    await heldHtml.continue();
    await page.waitForSelector('h1:text-is("All about us")');
    expect(await reported('current', true)).toBe(204);
    await expect.poll(() => report(page)).toContain('current');
    expect(await report(page)).not.toContain('older');
    site().edit('locales/en/about.json', (text) => text.replace('All about us', 'About us'));
    await overlay(page).waitFor({ state: 'detached' });
  });

  it('shows the report in a dialog that keys reach and close', async () => {
    const { page } = await visit('/');
    site().edit('content/blog/third/en.md', (text) => text.replace('title:', 'tittle:'));
    await overlay(page).waitFor();
    expect(await overlay(page).getAttribute('role')).toBe('alertdialog');
    expect(await page.evaluate(() => document.activeElement?.localName)).toBe('sitegen-problems');
    await page.keyboard.press('Escape');
    await overlay(page).waitFor({ state: 'detached' });
  });

  it('goes from page to page and to a page that was added meanwhile', async () => {
    const { page, complaints } = await visit('/');
    await page.click('text=Blog');
    await page.waitForURL('**/blog');
    expect(await stayed(page)).toBe(true);
    site().write(
      'content/blog/newest/en.md',
      '---\ntitle: The newest\ndescription: New.\ndate: 2026-02-01\n---\nNew text.\n',
    );
    await page.click('text=The newest');
    await page.waitForSelector('text=New text.');
    expect(complaints).toEqual([]);
  });
});
