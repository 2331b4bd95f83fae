import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Page } from 'playwright';
import sirv from 'sirv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { untilHydrated } from '../browser.ts';
import { openHydrated, remember, UNFOLDED } from './pages.ts';
import { contentOf, paintedBy, pixelsIn, pngFile } from './pictures.ts';
import { out, root } from './real-site.ts';
import { visitSite } from './visited-site.ts';

const site = visitSite();

it('a tool works offline the second time, with its neural network, menu and search, names what is kept where a page is not, and never uploads anything', async () => {
  const context = await site.browser.newContext();
  const page = await context.newPage();
  const sent: string[] = [];
  context.on('request', (request) => {
    const isOwnRequest = request.url().startsWith(site.url) || /^(blob|data):/.test(request.url());
    if (!isOwnRequest || request.method() !== 'GET') sent.push(`${request.method()} ${request.url()}`);
  });
  const picture = await pngFile(
    'grain.png',
    paintedBy({ width: 48, height: 40 }, (x, y) => 120 + 20 * Math.sin(x) * Math.sin(y)),
  );
  const run = async () => {
    await page.getByLabel('Choose image', { exact: true }).setInputFiles(picture);
    await page.getByLabel('Method', { exact: true }).selectOption('ai');
    await page.getByRole('button', { name: 'Generate', exact: true }).click();
    const link = page.getByRole('link', { name: 'Download', exact: true });
    const [file] = await Promise.all([page.waitForEvent('download'), link.click()]);
    return pixelsIn(page, await contentOf(file));
  };
  await openHydrated(page, `${site.url}/image-sharpener`);
  const first = await run();
  await context.setOffline(true);
  await page.reload();
  const again = await run();
  expect(again.data).toEqual(first.data);
  expect(sent).toEqual([]);
  await page.keyboard.press('Control+k');
  const search = page.getByRole('dialog', { name: 'Search' });
  await search.getByRole('searchbox').fill('scratches');
  await search.getByRole('button', { name: 'Try again' }).waitFor();
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Home' }).click();
  await page.waitForURL(`${site.url}/`);
  await page.goto(`${site.url}/unblur-image`);
  await page.getByRole('heading', { name: 'No connection' }).waitFor();
  await page.getByRole('link', { name: 'Sharpen' }).click();
  await page.getByLabel('Choose image', { exact: true }).waitFor({ state: 'attached' });
  await context.close();
});

it('opens a page in place without a network, after a reload as well, where it was opened before', async () => {
  const context = await site.browser.newContext({ reducedMotion: 'reduce' });
  const page = await context.newPage();
  const follow = async (path: string) => {
    await page.locator(`footer a[href="${path}"]`).click();
    await page.waitForURL(`**${path}`);
  };
  await openHydrated(page, `${site.url}/image-sharpener`);
  const opened = await pngFile(
    'plain.png',
    paintedBy({ width: 8, height: 8 }, () => 90),
  );
  await page.getByLabel('Choose image', { exact: true }).setInputFiles(opened);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  await follow('/privacy');
  await page.goBack();
  await context.setOffline(true);
  await page.reload();
  await untilHydrated(page, 'main input[type=file]');
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
  await follow('/privacy');
  await page.getByRole('heading', { level: 1, name: 'Privacy' }).waitFor();
  expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true);
  await context.close();
});

it('loads search and menu at the next press where the first one had no network', async () => {
  const context = await site.browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  await page.goto(`${site.url}/privacy`);
  await untilHydrated(page, 'header button');
  const search = page.getByRole('button', { name: 'Search', exact: true });
  const pressWithoutNetwork = async (button: typeof search, code: string) => {
    await context.setOffline(true);
    const isCode = new RegExp(`/assets/${code}-[^/]*[.]js$`);
    const failed = page.waitForEvent('requestfailed', (request) => isCode.test(request.url()));
    await Promise.all([failed, button.click()]);
    // The page requests itself as well, before it would load again.
    await page.evaluate(() => fetch('/', { method: 'HEAD' }).catch(() => undefined));
    await context.setOffline(false);
  };
  await pressWithoutNetwork(search, 'SearchDialog');
  await search.click();
  await page.getByRole('searchbox').waitFor();
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 360, height: 740 });
  const menu = page.getByRole('button', { name: 'Menu', exact: true });
  await pressWithoutNetwork(menu, 'MobileMenuItems');
  await menu.click();
  await menu.click();
  await page.getByRole('dialog').getByRole('link', { name: 'Home', exact: true }).waitFor();
  await context.close();
});

describe('cross-origin isolation', () => {
  const PATH = '/image-sharpener';
  const isIsolated = (page: Page) => page.evaluate(() => window.crossOriginIsolated);
  /** A page with two processor cores that counts the documents it loads. */
  const openPage = async () => {
    const page = await site.browser.newPage();
    const loads: string[] = [];
    page.on('domcontentloaded', () => loads.push(page.url()));
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setHardwareConcurrencyOverride', { hardwareConcurrency: 2 });
    return { page, loads };
  };
  const choose = async (page: Page) => {
    const picture = await pngFile(
      'grain.png',
      paintedBy({ width: 32, height: 24 }, (x) => x),
    );
    await page.getByLabel('Choose image', { exact: true }).setInputFiles(picture);
    await page.locator('[data-phase=ready]').waitFor();
    await page.getByLabel('Method', { exact: true }).selectOption('ai');
  };
  const oneThread = (page: Page) => page.getByText('Only one processor core can be used');

  describe('on a host that sends no headers', () => {
    let server: Server;
    let url: string;
    /** Requests of the service worker wait for it. */
    let gate = Promise.resolve();
    beforeAll(async () => {
      const files = sirv(join(root, out), { dev: true });
      server = createServer(async (request, response) => {
        if (request.url?.startsWith('/offline.js')) await gate;
        files(request, response, () => void response.writeHead(404).end());
      }).listen(0, '127.0.0.1');
      await once(server, 'listening');
      url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    });
    afterAll(() => server?.close());

    it('is there after one reload of the first page, and a network has threads', async () => {
      const { page, loads } = await openPage();
      await remember(page, UNFOLDED);
      await page.goto(url + PATH);
      // The first page reloads itself, which ends whatever is evaluated in it.
      await expect.poll(() => isIsolated(page).catch(() => false)).toBe(true);
      await untilHydrated(page, 'main input[type=file]');
      await choose(page);
      expect(await oneThread(page).count()).toBe(0);
      await page.getByRole('button', { name: 'Generate', exact: true }).click();
      await page.getByRole('link', { name: 'Download', exact: true }).waitFor();
      expect(page.workers().filter((worker) => worker.url().includes('/ort-wasm')).length).toBeGreaterThan(0);
      expect(loads).toEqual([url + PATH, url + PATH]);
      await page.context().close();
    });

    it('does not reload a page that is in use; the next load has it', async () => {
      let open = () => {};
      gate = new Promise((done) => {
        open = done;
      });
      const { page, loads } = await openPage();
      await openHydrated(page, url + PATH);
      await choose(page);
      await oneThread(page).waitFor();
      open();
      await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
      await page.getByRole('button', { name: 'Generate', exact: true }).click();
      await page.getByRole('link', { name: 'Download', exact: true }).waitFor();
      expect(loads).toEqual([url + PATH]);
      await page.goto(`${url}/unblur-image`);
      expect(await isIsolated(page)).toBe(true);
      await page.context().close();
    });
  });

  it('comes from the headers of a host that sends them: the page is loaded once, without a service worker', async () => {
    const { page, loads } = await openPage();
    await openHydrated(page, site.url + PATH);
    expect(await isIsolated(page)).toBe(true);
    expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
    await choose(page);
    expect(await oneThread(page).count()).toBe(0);
    expect(loads).toEqual([site.url + PATH]);
    await page.context().close();
  });
});
