import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { openHydrated } from './pages.ts';
import { contentOf, paintedBy, pixelsIn, pngFile } from './pictures.ts';
import { type Host, openHost } from './real-site.ts';

let host: Host;
let browser: Browser;
beforeAll(async () => {
  host = await openHost();
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
});

it('a tool works offline the second time, neural network included, and never uploads anything', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const sent: string[] = [];
  context.on('request', (request) => {
    const own = request.url().startsWith(host.url) || /^(blob|data):/.test(request.url());
    if (!own || request.method() !== 'GET') sent.push(`${request.method()} ${request.url()}`);
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
  await openHydrated(page, `${host.url}/image-sharpener`);
  const first = await run();
  await context.setOffline(true);
  await page.reload();
  const again = await run();
  expect(again.data).toEqual(first.data);
  expect(sent).toEqual([]);
  await context.close();
});
