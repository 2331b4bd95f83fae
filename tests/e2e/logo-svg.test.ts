import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { encodePng } from '../../site/engine/codecs/png-encode.ts';
import { badge } from '../quality/badges.ts';
import { openHydrated } from './pages.ts';
import { runsAll } from './real-site.ts';
import { visitSite } from './visited-site.ts';

describe('a logo traced to SVG', () => {
  const site = visitSite();

  it.runIf(runsAll)('is shown, saved as .svg, and rendered by another program', async () => {
    const page = await site.browser.newPage({ reducedMotion: 'reduce' });
    await openHydrated(page, `${site.url}/remove-background-from-logo`);
    const file = await encodePng(badge({ width: 160, height: 120 }, 4), { onProgress: async () => undefined });
    const buffer = Buffer.from(await file.arrayBuffer());
    await page
      .getByLabel('Choose image', { exact: true })
      .setInputFiles({ name: 'mark.png', mimeType: 'image/png', buffer });
    await page.getByLabel('Trace to SVG', { exact: true }).check();
    // A vector result has no choice of format.
    await page.getByLabel('Format', { exact: true }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Generate', exact: true }).click();
    const link = page.getByRole('link', { name: 'Download', exact: true });
    await link.waitFor();
    const [saved] = await Promise.all([page.waitForEvent('download'), link.click()]);
    expect(saved.suggestedFilename()).toBe('mark-clear.svg');
    const svg = await readFile(await saved.path(), 'utf8');
    expect(svg.match(/<path /g)?.length).toBe(3);
    const middle = await page.evaluate(async (text) => {
      const image = new Image();
      image.src = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }));
      await image.decode();
      const context = document.createElement('canvas').getContext('2d');
      context?.drawImage(image, 0, 0);
      return { width: image.width, height: image.height, corner: context?.getImageData(1, 1, 1, 1).data[3] };
    }, svg);
    expect(middle).toEqual({ width: 160, height: 120, corner: 0 });
    await page.close();
  });
});
