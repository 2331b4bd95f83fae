import type { Page, Worker } from 'playwright';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openHydrated } from './pages.ts';
import { type PictureFile, paintedBy, pngFile } from './pictures.ts';
import { visitSite } from './visited-site.ts';

describe('a tool', () => {
  const site = visitSite();
  let page: Page;
  let picture: PictureFile;
  let workers: Worker[];
  beforeAll(async () => {
    picture = await pngFile(
      'edge.png',
      paintedBy({ width: 64, height: 48 }, (x) => (x < 32 ? 40 : 210)),
    );
  });
  beforeEach(async () => {
    page = await site.browser.newPage({ reducedMotion: 'reduce' });
    workers = [];
    page.on('worker', (worker) => workers.push(worker));
    await openHydrated(page, `${site.url}/image-sharpener`);
  });
  afterEach(() => page.close());
  const chooser = () => page.getByLabel('Choose image', { exact: true });
  const usesPrepared = async () => {
    await expect.poll(() => workers.length).toBe(1);
    await chooser().setInputFiles(picture);
    await page.locator('[data-phase=ready]').waitFor();
    expect(workers.length).toBe(1);
  };

  it('arrives while the visitor looks for a picture', async () => {
    await page.getByText('Choose image', { exact: true }).click();
    await usesPrepared();
  });

  it('arrives while a picture is dragged over it', async () => {
    const dataTransfer = await page.evaluateHandle(() => new DataTransfer());
    await page.getByText('Choose image', { exact: true }).dispatchEvent('dragenter', { dataTransfer });
    await usesPrepared();
  });

  it('starts one worker for a picture for which nothing was prepared, and another after that picture is closed', async () => {
    await chooser().setInputFiles(picture);
    await page.locator('[data-phase=ready]').waitFor();
    expect(workers.length).toBe(1);
    await page.getByRole('button', { name: 'Another picture', exact: true }).click();
    await chooser().setInputFiles(picture);
    await page.locator('[data-phase=ready]').waitFor();
    expect(workers.length).toBe(2);
  });
});
