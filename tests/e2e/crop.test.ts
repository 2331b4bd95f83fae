import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { openHydrated, remember } from './pages.ts';
import { contentOf, paintedBy, pixelsIn, pngFile } from './pictures.ts';
import { Studio } from './studio.ts';
import { visitSite } from './visited-site.ts';

describe('cropping and turning', () => {
  const site = visitSite();

  /** A picture whose left half is red and whose right half is blue, 240 × 160. */
  const halves = paintedBy({ width: 240, height: 160 }, (x) => (x < 120 ? [200, 20, 20] : [20, 20, 200]));

  const open = async (width: number): Promise<{ readonly page: Page; readonly studio: Studio }> => {
    const page = await site.browser.newPage({ viewport: { width, height: 740 }, hasTouch: width < 600 });
    await remember(page, { 'safelight-each-stroke': false });
    await openHydrated(page, `${site.url}/cleanup-pictures`);
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles(await pngFile('halves.png', halves));
    await page.locator('[data-phase=ready]').waitFor();
    const studio = new Studio(page);
    if (width < 960) await studio.button('Show options').click();
    // Needs no network.
    await page.getByLabel('Fill method', { exact: true }).selectOption('telea');
    if (width < 960) await studio.button('Hide options').first().click();
    return { page, studio };
  };
  const sheetOf = (page: Page) => page.getByRole('dialog', { name: 'Crop and turn' });
  const sizeOf = (page: Page, size: string) => page.getByText(`${size} px`).first();
  const download = async (page: Page) => {
    const link = page.getByRole('link', { name: 'Download', exact: true });
    const [file] = await Promise.all([page.waitForEvent('download'), link.click()]);
    return pixelsIn(page, await contentOf(file));
  };
  const at = ({ width, data }: { readonly width: number; readonly data: Uint8ClampedArray }, x: number, y: number) =>
    Array.from(data.slice(4 * (y * width + x), 4 * (y * width + x) + 3));

  it.each([360, 1440])(
    'crops and turns the picture before the work at %d px, and undo brings back its mask',
    async (width) => {
      const { page, studio } = await open(width);
      const box = await studio.pictureBox();
      await studio.thinBrush();
      await page.mouse.click(box.left + 20, box.top + 20);
      await expect.poll(() => studio.button('Undo').isEnabled()).toBe(true);
      await studio.button('Crop and turn').click();
      const sheet = sheetOf(page);
      // Everything is in view without scrolling.
      const { height } = (await sheet.getByRole('button', { name: 'Apply' }).boundingBox())!;
      expect(height).toBeGreaterThanOrEqual(44);
      await sheet.getByRole('button', { name: 'Apply' }).click({ trial: true });
      // The right half by the pointer, then a quarter turn.
      const edge = (await sheet.getByRole('button', { name: 'Left edge' }).boundingBox())!;
      const part = (await sheet.getByRole('group', { name: 'Part that is kept' }).boundingBox())!;
      const [x, y] = [edge.x + edge.width / 2, edge.y + edge.height / 2];
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + part.width / 2, y, { steps: 4 });
      await page.mouse.up();
      await expect.poll(() => sheet.getByLabel('Width').inputValue()).toBe('120');
      await sheet.getByRole('button', { name: 'Turn right' }).click();
      await sheet.getByRole('button', { name: 'Apply' }).click();
      await sheet.waitFor({ state: 'detached' });
      await sizeOf(page, 'Original: 160 × 120').waitFor({ state: 'attached' });
      await studio.button('Undo').click();
      await sizeOf(page, 'Original: 240 × 160').waitFor({ state: 'attached' });
      expect(await studio.button('Undo').isEnabled()).toBe(true);
      await studio.button('Redo').click();
      await sizeOf(page, 'Original: 160 × 120').waitFor({ state: 'attached' });
      const ratio = async () => {
        const shown = await studio.pictureBox();
        return shown.width / shown.height;
      };
      await expect.poll(ratio).toBeCloseTo(4 / 3, 1);
      const turned = await studio.pictureBox();
      await page.mouse.click(turned.left + turned.width / 2, turned.top + turned.height / 2);
      await studio.button('Generate').click();
      const result = await download(page);
      expect([result.width, result.height]).toEqual([160, 120]);
      expect(at(result, 4, 4)).toEqual([20, 20, 200]);
      expect(at(result, 155, 115)).toEqual([20, 20, 200]);
      await page.close();
    },
  );

  it('crops the result before it is saved, by keys alone, and leaves the work as it is', async () => {
    const { page, studio } = await open(1440);
    const box = await studio.pictureBox();
    await studio.thinBrush();
    await page.mouse.click(box.left + 20, box.top + 20);
    await studio.button('Generate').click();
    await page.getByRole('link', { name: 'Download', exact: true }).waitFor();
    await studio.button('Crop and turn').focus();
    await page.keyboard.press('Enter');
    const sheet = sheetOf(page);
    expect(await sheet.getByRole('radio', { name: 'Result' }).isChecked()).toBe(true);
    await sheet.getByRole('button', { name: 'Right edge' }).focus();
    for (let i = 0; i < 12; i++) await page.keyboard.press('Shift+ArrowLeft');
    await page.keyboard.press('ArrowDown');
    await sheet
      .getByText('Part: 120 × 160 px, 0 px from the left and 0 px from the top')
      .waitFor({ state: 'attached' });
    await sheet.getByRole('group', { name: 'Part that is kept' }).focus();
    for (let i = 0; i < 3; i++) await page.keyboard.press('Shift+ArrowRight');
    await sheet.getByText('Part: 120 × 160 px, 30 px from the left').waitFor({ state: 'attached' });
    await sheet.getByLabel('Height').fill('80');
    await expect.poll(() => sheet.getByLabel('Width').inputValue()).toBe('60');
    await sheet.getByRole('button', { name: 'Apply' }).focus();
    await page.keyboard.press('Enter');
    await sizeOf(page, 'Result: 60 × 80').waitFor({ state: 'attached' });
    const result = await download(page);
    expect([result.width, result.height]).toEqual([60, 80]);
    expect(at(result, 40, 40)).toEqual([200, 20, 20]);
    expect(at(result, 50, 40)).toEqual([20, 20, 200]);
    await studio.button('Undo').click();
    await sizeOf(page, 'Result: 240 × 160').waitFor({ state: 'attached' });
    expect((await download(page)).width).toBe(240);
    await page.close();
  });

  it.each(['image/jpeg', 'image/jxl'])(
    'copies and continues with no more than was kept of a result: %s',
    async (type) => {
      const { page, studio } = await open(1440);
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      const box = await studio.pictureBox();
      await studio.thinBrush();
      await page.mouse.click(box.left + 20, box.top + 20);
      await studio.button('Generate').click();
      await page.getByLabel('Format', { exact: true }).selectOption(type);
      await page.getByText(/^File size: /).waitFor();
      await studio.button('Crop and turn').click();
      const sheet = sheetOf(page);
      await sheet.getByRole('button', { name: 'Right edge' }).focus();
      for (let n = 0; n < 12; n++) await page.keyboard.press('Shift+ArrowLeft');
      await sheet.getByRole('button', { name: 'Turn right' }).click();
      await sheet.getByRole('button', { name: 'Apply' }).click();
      await sizeOf(page, 'Result: 160 × 120').waitFor({ state: 'attached' });
      await studio.button('Copy picture').click();
      await page.getByText('The picture is on the clipboard.').waitFor();
      const copied = await page.evaluate(async () => {
        const [item] = await navigator.clipboard.read();
        const { width, height } = await createImageBitmap((await item?.getType('image/png')) as Blob);
        return [width, height];
      });
      expect(copied).toEqual([160, 120]);
      await page.getByRole('group', { name: 'Continue with' }).getByRole('button', { name: 'Image sharpener' }).click();
      await sizeOf(page, 'Original: 160 × 120').waitFor({ state: 'attached' });
      await page.close();
    },
  );

  it('continues with what was kept of a result also before its file is written', async () => {
    const { page, studio } = await open(1440);
    const box = await studio.pictureBox();
    await studio.thinBrush();
    await page.mouse.click(box.left + 20, box.top + 20);
    await studio.button('Generate').click();
    await page.getByText(/^File size: /).waitFor();
    await studio.button('Crop and turn').click();
    const sheet = sheetOf(page);
    await sheet.getByRole('button', { name: 'Turn right' }).click();
    await sheet.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('group', { name: 'Continue with' }).getByRole('button', { name: 'Image sharpener' }).click();
    await page.waitForURL('**/image-sharpener');
    await sizeOf(page, 'Original: 160 × 240').waitFor({ state: 'attached' });
    await page.close();
  });

  it('straightens with lines over the picture, at chosen proportions', async () => {
    const { page, studio } = await open(768);
    await studio.button('Crop and turn').click();
    const sheet = sheetOf(page);
    const part = sheet.getByRole('group', { name: 'Part that is kept' });
    await sheet.getByRole('radio', { name: '1:1' }).check();
    await expect.poll(() => sheet.getByLabel('Width').inputValue()).toBe('160');
    await sheet.getByLabel('Straighten').focus();
    expect(await part.getAttribute('data-lines')).toBe('true');
    for (let i = 0; i < 10; i++) await page.keyboard.press('ArrowRight');
    const width = await sheet.getByLabel('Width').inputValue();
    expect(Number(width)).toBeLessThan(160);
    expect(await sheet.getByLabel('Height').inputValue()).toBe(width);
    await sheet.getByRole('button', { name: 'Apply' }).click();
    await sizeOf(page, `Original: ${width} × ${width}`).waitFor({ state: 'attached' });
    await page.close();
  });
});
