import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { pixelsOf } from '../../site/engine/ops/planes.ts';
import type { Pixels, Planes, Size } from '../../site/engine/types.ts';
import { quantised } from '../quality/degrade.ts';
import { coverOf, type Mark, marked, psnrWithin, word } from '../quality/marks.ts';
import { deadLeaves } from '../quality/scenes.ts';
import { openHydrated } from './pages.ts';
import { contentOf, pixelsIn, pngFile } from './pictures.ts';
import { runsAll } from './real-site.ts';
import { sceneFile } from './scene.ts';
import { Studio } from './studio.ts';
import { visitSite } from './visited-site.ts';

/** A picture of slow colour waves. */
const waves = (size: Size): Planes => ({
  ...size,
  planes: [0.31, 0.17, 0.05].map((turn) =>
    Float32Array.from({ length: size.width * size.height }, (_, i) => {
      const [x, y] = [i % size.width, Math.floor(i / size.width)];
      return Math.round(255 * (0.45 + 0.2 * Math.sin(x / 40 + turn * 20) * Math.cos(y / 30 + turn * 9))) / 255;
    }),
  ),
});

const site = visitSite();

const open = async (path: string, picture: Pixels): Promise<Studio> => {
  const page = await site.browser.newPage({ reducedMotion: 'reduce' });
  await openHydrated(page, `${site.url}${path}`);
  await page.getByLabel('Choose image', { exact: true }).setInputFiles(await pngFile('picture.png', picture));
  await page.getByText(/^(?!0%)[\d.]+% of the picture marked$/).waitFor();
  return new Studio(page);
};
const generated = async (page: Page): Promise<Pixels> => {
  await page.getByRole('button', { name: 'Generate', exact: true }).click();
  const link = page.getByRole('link', { name: 'Download', exact: true });
  const [file] = await Promise.all([page.waitForEvent('download'), link.click()]);
  return pixelsIn(page, await contentOf(file));
};

/** Indices of pixels that differ outside the mask (its red channel). */
const changedOutside = (before: Pixels, after: Pixels, mask: Pixels): readonly number[] =>
  [...mask.data.keys()].filter((i) => mask.data[i - (i % 4)] === 0 && before.data[i] !== after.data[i]);

type Measure = (red: number, green: number, blue: number) => number;
const luma: Measure = (red, green, blue) => 0.299 * red + 0.587 * green + 0.114 * blue;
const red: Measure = (value) => value;
const chroma: Measure = (red, green, blue) => red - luma(red, green, blue);
function largestChange(a: Pixels, b: Pixels, measure: Measure): number {
  let max = 0;
  for (let i = 0; i < a.data.length; i += 4) {
    const [x, y] = [a, b].map(({ data }) => measure(data[i]!, data[i + 1]!, data[i + 2]!));
    max = Math.max(max, Math.abs(x! - y!));
  }
  return max;
}

describe('the image watermark remover', () => {
  it.runIf(runsAll)('shows a preview without the watermark before it searches for all of them', async () => {
    const page = await site.browser.newPage({ reducedMotion: 'reduce' });
    await openHydrated(page, `${site.url}/remove-watermark-from-image`);
    const file = await sceneFile(page, { width: 1600, height: 1200, type: 'image/png' });
    await page.getByLabel('Choose image', { exact: true }).setInputFiles(file);
    const ready = page.locator('[data-phase="ready"]');
    const shown = ready.locator('[data-clear] canvas');
    await shown.waitFor();
    await ready.getByText('Preview', { exact: true }).waitFor();
    // Of the dark letters, little is left.
    const dark = await shown.evaluate((canvas: HTMLCanvasElement) => {
      const { width, height } = canvas;
      const data = canvas.getContext('2d')?.getImageData(0, 0, width, height).data ?? [];
      return Array.from({ length: width * height }, (_, i) => data[4 * i + 2]!).filter((blue) => blue < 30).length;
    });
    const before = await pixelsIn(page, file.buffer);
    const darkBefore = before.data.filter((value, i) => i % 4 === 2 && value < 30).length;
    expect(dark / (640 * 480)).toBeLessThan((0.2 * darkBefore) / (before.width * before.height));
    await page.close();
  });

  it.runIf(runsAll)('hides the preview again where the search finds neither text nor repetition', async () => {
    const page = await site.browser.newPage({ reducedMotion: 'reduce' });
    await openHydrated(page, `${site.url}/remove-watermark-from-image`);
    const size = { width: 1600, height: 1200 };
    const cover = coverOf(size, (x, y) => Math.abs(Math.hypot(x - 800, y - 600) - 130) < 22);
    const seen = marked(waves(size), { cover, colour: [1, 1, 1], opacity: 0.6 });
    await page.getByLabel('Choose image', { exact: true }).setInputFiles(await pngFile('ring.png', seen));
    const shown = page.locator('[data-phase="ready"] [data-clear] canvas');
    await shown.waitFor();
    await expect.poll(() => shown.count()).toBe(0);
    await page.getByText('0% of the picture marked', { exact: true }).waitFor();
    await page.close();
  });

  it.runIf(runsAll)('detects repeated watermarks, shows them, un-blends them, and changes nothing else', async () => {
    const size = { width: 240, height: 180 };
    const cover = coverOf(size, (x, y) => {
      const [u, v] = [(x + 0.3 * y) % 80, y % 60];
      return Math.abs(Math.hypot(u - 30, v - 30) - 12) < 3 || (Math.abs(v - 30) < 3 && u > 30 && u < 62);
    });
    const truth = waves(size);
    const seen = marked(truth, { cover, colour: [1, 1, 1], opacity: 0.4 });
    const studio = await open('/remove-watermark-from-image', seen);
    const mask = await studio.savedMask();
    await studio.page.getByLabel('Method', { exact: true }).selectOption('unblend');
    await studio.page.getByLabel('Fill what remains', { exact: true }).uncheck();
    await studio.page.getByLabel('Grow the mask', { exact: true }).fill('0');
    const result = await generated(studio.page);
    expect(changedOutside(seen, result, mask)).toEqual([]);
    expect(psnrWithin(result, truth, cover)).toBeGreaterThan(psnrWithin(seen, truth, cover) + 10);
    await studio.page.close();
  });

  it.runIf(runsAll)('detects the watermark that three pictures share, says so, and removes it from each', async () => {
    const size = { width: 200, height: 128 };
    const cover = word(size, 'MAPLE', { x: 14, y: 44, height: 34, stroke: 6 });
    const truths = [11, 12, 13].map((seed) => quantised(deadLeaves(size, seed)));
    const seen = truths.map((truth) => marked(truth, { cover, colour: [1, 1, 1], opacity: 0.4 }));
    const files = await Promise.all(seen.map((one, index) => pngFile(`leaves-${index}.png`, one)));
    const page = await site.browser.newPage({ reducedMotion: 'reduce' });
    await openHydrated(page, `${site.url}/remove-watermark-from-image`);
    await page.getByLabel('Choose image', { exact: true }).setInputFiles(files);
    await page.getByText('The same watermark in 3 pictures', { exact: true }).waitFor();
    await page.getByText(/^(?!0%)[\d.]+% of the picture marked$/).waitFor();
    await page.getByRole('button', { name: 'Generate', exact: true }).click();
    const ready = page.locator('li[data-phase="result"]');
    await expect.poll(() => ready.count(), { timeout: 60_000 }).toBe(3);
    for (const [index, truth] of truths.entries()) {
      await page
        .getByRole('button', { name: `leaves-${index}.png` })
        .first()
        .click();
      const link = page.locator(`a[download^="leaves-${index}"]`);
      const [file] = await Promise.all([page.waitForEvent('download'), link.click()]);
      expect(psnrWithin(await pixelsIn(page, await contentOf(file)), truth, cover)).toBeGreaterThan(28);
    }
    await page.close();
  });
});

describe('photo restoration', () => {
  it.runIf(runsAll)('shows a preview before it searches for damage', async () => {
    const page = await site.browser.newPage({ reducedMotion: 'reduce' });
    await openHydrated(page, `${site.url}/photo-restoration`);
    const picture = pixelsOf(waves({ width: 1600, height: 1200 }));
    await page.getByLabel('Choose image', { exact: true }).setInputFiles(await pngFile('large.png', picture));
    // The run has not begun: the search is next.
    const ready = page.locator('[data-phase="ready"]');
    await ready.locator('[data-clear] canvas').waitFor();
    await ready.getByText('Preview', { exact: true }).waitFor();
    await page.close();
  });

  it.runIf(runsAll)(
    'covers the label of the preview by no message, on a phone in a language of longer words',
    async () => {
      const page = await site.browser.newPage({ reducedMotion: 'reduce', viewport: { width: 360, height: 740 } });
      await openHydrated(page, `${site.url}/es/photo-restoration`);
      const picture = pixelsOf(waves({ width: 1600, height: 1200 }));
      await page
        .locator('input[type="file"]')
        .first()
        .setInputFiles(await pngFile('large.png', picture));
      const boxOf = async (text: string) => {
        const shown = page.getByText(text, { exact: true });
        await shown.waitFor();
        return (await shown.boundingBox()) ?? { y: 0, height: 0 };
      };
      const label = await boxOf('Vista previa');
      const message = await boxOf('Iniciando el modelo');
      expect(message.y).toBeGreaterThanOrEqual(label.y + label.height);
      await page.close();
    },
  );

  const size = { width: 160, height: 120 };
  const truth = waves(size);
  const scratch: Mark = {
    cover: coverOf(size, (x, y) => Math.abs(x - 60 - 0.2 * y) < 1.2 && y > 10 && y < 110),
    colour: [0.97, 0.96, 0.93],
    opacity: 0.95,
  };
  const seen = marked(truth, scratch);

  it.runIf(runsAll)(
    'mends a scratch by one button, leaves the picture alone where every step is off, weighs each step, and colours by hand',
    async () => {
      const studio = await open('/photo-restoration', seen);
      const { page } = studio;
      const set = (label: string, value: string) => page.getByLabel(label, { exact: true }).fill(value);
      for (const label of ['Brightness and contrast', 'Colour cast', 'Fading', 'Detail and faces'])
        await set(label, '0');
      const repaired = await generated(page);
      expect(psnrWithin(repaired, truth, scratch.cover)).toBeGreaterThan(psnrWithin(seen, truth, scratch.cover) + 10);
      await set('Noise', '0');
      await page.getByLabel('Scratches and dust', { exact: true }).uncheck();
      const untouched = await generated(page);
      expect(untouched.data).toEqual(seen.data);
      const shift = async (step: string, value: string) => {
        await set(step, value);
        const found = largestChange(await generated(page), seen, red);
        await set(step, '0');
        return found;
      };
      const whole = await shift('Brightness and contrast', '100');
      expect(await shift('Brightness and contrast', '30')).toBeLessThan(whole);
      for (const step of ['Colour cast', 'Fading']) expect(await shift(step, '100')).toBeGreaterThan(3);

      await studio.button('Colour brush').click();
      await page.getByLabel('Colour of the brush', { exact: true }).fill('#c02020');
      await studio.canvas.focus();
      // The first arrow key places the cursor at the centre; Enter paints there.
      for (const key of ['ArrowLeft', 'Enter']) await page.keyboard.press(key);
      const painted = await generated(page);
      expect(largestChange(painted, seen, chroma)).toBeGreaterThan(20);
      expect(largestChange(painted, seen, luma)).toBeLessThan(1);
      await page.getByLabel('Colour strokes', { exact: true }).fill('0');
      expect((await generated(page)).data).toEqual(seen.data);
      await page.close();
    },
  );
});
