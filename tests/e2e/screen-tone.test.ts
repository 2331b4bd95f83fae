import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { tonePixels } from '../quality/tones.ts';
import { remember, UNFOLDED } from './pages.ts';
import { contentOf, paintedBy, pixelsIn, pngFile } from './pictures.ts';
import { type Host, openHost } from './real-site.ts';
import { Studio } from './studio.ts';

const TIMEOUT_MS = 90_000;

let host: Host;
let browser: Browser;
beforeAll(async () => {
  host = await openHost();
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

const SIZE = { width: 480, height: 360 };
const isMasked = (x: number, y: number) => ((x - 240) / 58) ** 2 + ((y - 180) / 38) ** 2 < 1;
const TONE = tonePixels(SIZE, { period: 7, angle: 45, radius: 0.31, kind: 'even' });
const greyAt = (x: number, y: number) => TONE.data[4 * (y * SIZE.width + x)] ?? 0;

it('cleaning up continues the dots of a screen tone', { timeout: 2 * TIMEOUT_MS }, async () => {
  const page = await browser.newPage({ viewport: { width: 1100, height: 800 }, reducedMotion: 'reduce' });
  page.setDefaultTimeout(TIMEOUT_MS);
  await remember(page, UNFOLDED);
  await page.goto(`${host.url}/cleanup-pictures`);
  const picture = paintedBy(SIZE, (x, y) => (isMasked(x, y) ? [90, 120, 200] : greyAt(x, y)));
  await page.getByLabel('Choose image', { exact: true }).setInputFiles(await pngFile('page', picture));
  await page.locator('[data-phase="ready"]').first().waitFor();
  const mask = paintedBy(SIZE, (x, y) => (isMasked(x, y) ? 255 : 0));
  await page.getByLabel('Load mask', { exact: true }).setInputFiles(await pngFile('mask', mask));
  await new Studio(page).button('Generate').click();
  const link = page.getByRole('link', { name: 'Download', exact: true });
  const [file] = await Promise.all([page.waitForEvent('download'), link.click()]);
  const { data } = await pixelsIn(page, await contentOf(file));
  await page.close();
  let [squares, count] = [0, 0];
  for (let i = 0; i < SIZE.width * SIZE.height; i++) {
    const [x, y] = [i % SIZE.width, Math.floor(i / SIZE.width)];
    if (!isMasked(x, y)) continue;
    squares += ((data[4 * i] ?? 0) - greyAt(x, y)) ** 2;
    count += 1;
  }
  expect(10 * Math.log10((255 ** 2 * count) / squares)).toBeGreaterThan(17);
});
