import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Laboratory, openLaboratory } from '../engine/lab.ts';
import type { ClipOptions } from '../engine/page/clip.ts';
import { openHydrated } from './pages.ts';
import { visitSite } from './visited-site.ts';

const CLIP: ClipOptions = {
  width: 160,
  height: 96,
  frames: 36,
  rate: '24',
  mark: 'see-through',
  codec: 'avc',
  container: 'mp4',
};

describe('cropping and turning a video', () => {
  let lab: Laboratory;
  const site = visitSite();
  let page: Page;
  const problems: string[] = [];
  beforeAll(async () => {
    lab = await openLaboratory({ entry: 'video' });
    page = await site.browser.newPage({ reducedMotion: 'reduce' });
    page.on('pageerror', (error) => problems.push(String(error)));
  });
  afterAll(() => lab?.close());

  const open = async (options: ClipOptions) => {
    await openHydrated(page, `${site.url}/remove-watermark-from-video`);
    const bytes = await lab.page.evaluate(
      async (given) => window.video.base64((await window.video.makeClip(given)).file),
      options,
    );
    await page
      .getByLabel('Choose video', { exact: true })
      .setInputFiles({ name: 'clip.mp4', mimeType: 'video/mp4', buffer: Buffer.from(bytes, 'base64') });
    await page.getByRole('slider', { name: 'Position in the video' }).waitFor();
  };
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const saved = async () => {
    const link = page.getByRole('link', { name: 'Download', exact: true });
    const [file] = await Promise.all([page.waitForEvent('download'), link.click()]);
    return readFile(await file.path());
  };
  /** Compares a file with the right half of the clip without its watermark. */
  const compared = (bytes: Buffer) =>
    lab.page.evaluate(
      async ([options, text]) => {
        const { video } = window;
        const file = new Blob([Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))]);
        const right = { x: options.width / 2, y: 0, width: options.width / 2, height: options.height };
        const clip = video.partOf(await video.makeClip(options), right);
        return {
          ...(await video.compare(clip, file)),
          ...(await video.facts(file)),
          plays: await video.plays(file),
        };
      },
      [CLIP, bytes.toString('base64')] as const,
    );
  /** Mean difference of the pixels of both canvases that are compared; infinite unless both have this size. */
  const difference = (width: number, height: number) =>
    page.evaluate(
      ([w, h]) => {
        const read = (name: string) => {
          const canvas = document.querySelector<HTMLCanvasElement>(`canvas[aria-label="${name}"]`);
          if (canvas?.width !== w || canvas.height !== h) return null;
          return canvas.getContext('2d')?.getImageData(0, 0, w, h).data;
        };
        const [before, after] = [read('Before'), read('After')];
        if (!before || !after) return Number.POSITIVE_INFINITY;
        return before.reduce((sum, value, at) => sum + Math.abs(value - (after[at] as number)), 0) / before.length;
      },
      [width, height] as const,
    );

  it('crops to half, turns by a quarter, and compares the same part of source and result', async () => {
    await open(CLIP);
    await button('Crop and turn').click();
    const sheet = page.getByRole('dialog', { name: 'Crop and turn' });
    expect(await sheet.getByLabel('Straighten').count()).toBe(0);
    const center = async (name: string) => {
      const { x, y, width, height } = (await sheet.getByLabel(name, { exact: true }).boundingBox())!;
      return { x: x + width / 2, y: y + height / 2 };
    };
    const [edge, middle] = [await center('Left edge'), await center('Part that is kept')];
    await page.mouse.move(edge.x, edge.y);
    await page.mouse.down();
    await page.mouse.move(middle.x, edge.y, { steps: 4 });
    await page.mouse.up();
    await sheet.getByText('80 × 96 px', { exact: true }).waitFor();
    await sheet.getByRole('button', { name: 'Turn right' }).click();
    await sheet.getByText('96 × 80 px', { exact: true }).waitFor();
    await sheet.getByRole('button', { name: 'Apply' }).click();
    await sheet.waitFor({ state: 'detached' });
    await button('Preview a few frames').click();
    await page.getByText(/^Takes about/).waitFor();
    await expect.poll(() => difference(96, 80)).toBeLessThan(8);
    await button('Generate').click();
    const found = await compared(await saved());
    expect(found).toMatchObject({ rotation: 90, plays: { width: 96, height: 80 } });
    expect(found.worst).toBeGreaterThan(28);
    expect(found.outside).toBeGreaterThan(35);
    // Source and result differ little, so that both canvases show the same part in the same position.
    await expect.poll(() => difference(96, 80)).toBeLessThan(8);
    expect(problems).toEqual([]);
  });

  it('writes a turned video without a watermark, and says that none was found', async () => {
    const { mark: _, ...unmarked } = CLIP;
    await open(unmarked);
    await button('Generate').click();
    const alert = page.getByRole('alert').filter({ hasText: 'No watermark was found' });
    await alert.waitFor();
    await button('Crop and turn').click();
    const sheet = page.getByRole('dialog', { name: 'Crop and turn' });
    await sheet.getByRole('button', { name: 'Turn right' }).click();
    await sheet.getByRole('button', { name: 'Apply' }).click();
    await button('Generate').click();
    const bytes = await saved();
    const plays = await lab.page.evaluate(
      (text) => window.video.plays(new Blob([Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))])),
      bytes.toString('base64'),
    );
    expect(plays).toMatchObject({ width: 96, height: 160 });
    expect(await alert.count()).toBe(0);
    await page.getByText('No watermark was found').waitFor();
    expect(problems).toEqual([]);
  });
});
