import { expect, it } from 'vitest';
import { pixelsOf } from '../../site/engine/ops/planes.ts';
import { psnrWithin } from '../quality/marks.ts';
import { drawTone } from '../quality/tones.ts';
import { remember, UNFOLDED } from './pages.ts';
import { contentOf, paintedBy, pixelsIn, pngFile } from './pictures.ts';
import { Studio } from './studio.ts';
import { visitSite } from './visited-site.ts';

const TIMEOUT_MS = 90_000;

const site = visitSite();

const SIZE = { width: 480, height: 360 };
const isMasked = (x: number, y: number) => ((x - 240) / 58) ** 2 + ((y - 180) / 38) ** 2 < 1;
const tone = drawTone(SIZE, { period: 7, angle: 45, radius: 0.31, kind: 'even' });

it('cleaning up continues the dots of a screen tone', { timeout: 2 * TIMEOUT_MS }, async () => {
  const page = await site.browser.newPage({ viewport: { width: 1100, height: 800 }, reducedMotion: 'reduce' });
  page.setDefaultTimeout(TIMEOUT_MS);
  await remember(page, UNFOLDED);
  await page.goto(`${site.url}/cleanup-pictures`);
  const mask = paintedBy(SIZE, (x, y) => (isMasked(x, y) ? 255 : 0));
  const picture = pixelsOf(tone);
  for (let at = 0; at < mask.data.length; at += 4) if (mask.data[at] === 255) picture.data.set([90, 120, 200], at);
  await page.getByLabel('Choose image', { exact: true }).setInputFiles(await pngFile('page', picture));
  await page.locator('[data-phase="ready"]').first().waitFor();
  await page.getByLabel('Load mask', { exact: true }).setInputFiles(await pngFile('mask', mask));
  await new Studio(page).button('Generate').click();
  const link = page.getByRole('link', { name: 'Download', exact: true });
  const [file] = await Promise.all([page.waitForEvent('download'), link.click()]);
  const filled = await pixelsIn(page, await contentOf(file));
  await page.close();
  const cover = {
    ...SIZE,
    data: Float32Array.from({ length: SIZE.width * SIZE.height }, (_, i) => mask.data[4 * i] ?? 0),
  };
  expect(psnrWithin(filled, tone, cover)).toBeGreaterThan(17);
});
