import type { Locator, Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { openHydrated, remember } from './pages.ts';
import { paintedBy, pngFile } from './pictures.ts';
import { Studio } from './studio.ts';
import { visitSite } from './visited-site.ts';

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

/** Sends fingers to a page, each by its position in pixels. */
async function touchesOf(page: Page) {
  const session = await page.context().newCDPSession(page);
  return (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: readonly (readonly [number, number])[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
}

describe('the workspace on a phone', () => {
  const site = visitSite();

  it('paints with one finger under a magnifier, two move and zoom, taps choose, generate and download', async () => {
    const page = await site.browser.newPage({ ...PHONE, reducedMotion: 'reduce' });
    await remember(page, { 'safelight-each-stroke': false });
    await openHydrated(page, `${site.url}/cleanup-pictures`);
    const studio = new Studio(page);
    const send = await touchesOf(page);
    const tap = async (target: Locator) => {
      // Waits until the target rests and nothing covers it: a sheet may be opening or closing.
      await target.tap({ trial: true });
      const { x, y, width, height } = (await target.boundingBox())!;
      await send('touchStart', [x + width / 2, y + height / 2]);
      await send('touchEnd');
    };
    expect(await page.getByText('Drop a picture here').isVisible()).toBe(false);
    const choose = page.getByText('Choose image', { exact: true });
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), tap(choose)]);
    await chooser.setFiles(
      await pngFile(
        'small.png',
        paintedBy({ width: 240, height: 160 }, (x, y) => [x, y, 128]),
      ),
    );
    await page.locator('[data-phase=ready]').waitFor();
    const room = (await studio.canvas.boundingBox())!;
    const [x, y] = [room.x + room.width / 2, room.y + room.height / 2];
    const before = (await studio.pictureBox()).width;
    await send('touchStart', [x - 30, y]);
    await send('touchStart', [x - 30, y], [x + 30, y]);
    await send('touchMove', [x - 80, y], [x + 80, y]);
    await send('touchEnd');
    await expect.poll(async () => (await studio.pictureBox()).width).toBeGreaterThan(before * 1.5);
    expect(await studio.button('Undo').isDisabled()).toBe(true);
    await send('touchStart', [x - 60, y]);
    for (let i = -50; i <= 60; i += 10) await send('touchMove', [x + i, y]);
    // The magnifier shows the stroke that the finger covers, away from the finger.
    const magnifier = page.locator('[data-magnifier]');
    expect((await magnifier.boundingBox())!.y + 116).toBeLessThan(y - 60);
    const inkedPixels = await magnifier.evaluate((canvas: HTMLCanvasElement) => {
      const data = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
      return Array.from(data).filter((value, i) => i % 4 === 0 && value > (data[i + 1] ?? 0) + 60).length;
    });
    expect(inkedPixels).toBeGreaterThan(100);
    await send('touchEnd');
    expect(await magnifier.count()).toBe(0);
    await expect.poll(() => studio.button('Undo').isEnabled()).toBe(true);
    // A tap right after a stroke is a tap: a second stroke, and at once the options.
    await send('touchStart', [x - 60, y + 20]);
    for (let i = -50; i <= 60; i += 10) await send('touchMove', [x + i, y + 20]);
    await send('touchEnd');
    const options = (await studio.button('Show options').boundingBox())!;
    await send('touchStart', [options.x + options.width / 2, options.y + options.height / 2]);
    await send('touchEnd');
    await studio.button('Hide options').first().waitFor();
    // The note beside the button must not move the picture.
    await page.getByText(/Takes about/).waitFor({ state: 'attached' });
    expect((await studio.canvas.boundingBox())?.height).toBe(room.height);
    await studio.coverageText('0%').waitFor({ state: 'detached' });
    await page.getByLabel('Fill method', { exact: true }).selectOption('telea');
    await tap(studio.button('Hide options').first());
    await tap(studio.button('Generate'));
    const link = page.getByRole('link', { name: 'Download', exact: true });
    await link.waitFor();
    const [file] = await Promise.all([page.waitForEvent('download'), tap(link)]);
    expect(file.suggestedFilename()).toMatch(/^small-.*\.png$/);
    await page.close();
  });

  it('compares what a stroke changed beside the brush, until the next stroke', async () => {
    const page = await site.browser.newPage({ ...PHONE, reducedMotion: 'reduce' });
    await openHydrated(page, `${site.url}/cleanup-pictures`);
    const studio = new Studio(page);
    await page.getByLabel('Choose image', { exact: true }).setInputFiles(
      await pngFile(
        'small.png',
        paintedBy({ width: 240, height: 160 }, (x, y) => [x, y, 128]),
      ),
    );
    await page.locator('[data-phase=ready]').waitFor();
    await studio.button('Show options').tap();
    await page.getByLabel('Fill method', { exact: true }).selectOption('telea');
    await studio.button('Hide options').first().tap();
    const send = await touchesOf(page);
    const { left, top, width } = await studio.pictureBox();
    const at = (x: number, y: number) => [left + (x * width) / 240, top + (y * width) / 240] as const;
    await send('touchStart', at(40, 40));
    for (let x = 50; x <= 80; x += 10) await send('touchMove', at(x, 40));
    await send('touchEnd');
    const divider = studio.canvas.getByRole('slider', { name: 'Compare before and after', exact: true });
    await divider.waitFor();
    expect(Number(await divider.getAttribute('aria-valuenow'))).toBeCloseTo(25, 0);
    expect(await studio.button('Brush').getAttribute('aria-pressed')).toBe('true');
    const grip = (await divider.locator('span').boundingBox())!;
    await send('touchStart', [grip.x + 20, grip.y + 20]);
    await send('touchMove', at(180, 80));
    await send('touchEnd');
    await expect.poll(async () => Number(await divider.getAttribute('aria-valuenow'))).toBeCloseTo(75, 0);
    // The line of the divider takes no touch: a stroke over it marks, and the whole result is seen.
    await send('touchStart', at(160, 40));
    await send('touchMove', at(190, 40));
    expect(await divider.count()).toBe(0);
    await send('touchEnd');
    await divider.waitFor();
    await page.close();
  });

  it('shows what comes next on a phone on its side, and messages above it', async () => {
    const page = await site.browser.newPage({ ...PHONE, viewport: { width: 844, height: 390 } });
    await openHydrated(page, `${site.url}/cleanup-pictures`);
    const choose = (await page.getByText('Choose image', { exact: true }).boundingBox())!;
    expect(choose.y + choose.height).toBeLessThan(390);
    const small = paintedBy({ width: 240, height: 160 }, (x, y) => [x, y, 128]);
    await page.getByLabel('Choose image', { exact: true }).setInputFiles(await pngFile('small.png', small));
    await page.locator('[data-phase=ready]').waitFor();
    const generate = new Studio(page).button('Generate');
    const next = (await generate.boundingBox())!;
    expect(next.y + next.height).toBeLessThanOrEqual(390);
    expect((await page.locator('[role=group] img').first().boundingBox())!.height).toBeGreaterThan(150);
    await generate.tap();
    const message = (await page.getByRole('alert').boundingBox())!;
    expect(message.y + message.height).toBeLessThan(next.y);
    await page.close();
  });

  it('moves the focus to the options that cover the picture, and back when Escape closes them', async () => {
    const page = await site.browser.newPage(PHONE);
    await openHydrated(page, `${site.url}/cleanup-pictures`);
    const small = paintedBy({ width: 24, height: 16 }, (x, y) => [x, y, 128]);
    await page.getByLabel('Choose image', { exact: true }).setInputFiles(await pngFile('small.png', small));
    const studio = new Studio(page);
    const focused = () => page.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.textContent);
    await studio.button('Show options').focus();
    await page.keyboard.press('Enter');
    await expect.poll(focused).toBe('Hide options');
    expect(await page.evaluate(() => document.activeElement?.closest('aside') !== null)).toBe(true);
    await page.keyboard.press('Escape');
    await expect.poll(focused).toBe('Show options');
    await page.close();
  });

  it('shows the picture and the slider alone while a finger moves a slider of the options', async () => {
    const page = await site.browser.newPage(PHONE);
    await openHydrated(page, `${site.url}/image-sharpener`);
    const small = paintedBy({ width: 240, height: 160 }, (x, y) => [x, y, 128]);
    await page.getByLabel('Choose image', { exact: true }).setInputFiles(await pngFile('small.png', small));
    const studio = new Studio(page);
    await page.locator('[data-phase=ready]').waitFor();
    await studio.button('Show options').tap();
    const slider = page.getByRole('slider', { name: 'Strength', exact: true });
    // Waits until the sheet rests.
    await slider.tap({ trial: true });
    const send = await touchesOf(page);
    const { x, y, width, height } = (await slider.boundingBox())!;
    const at = (part: number) => [x + part * width, y + height / 2] as const;
    await send('touchStart', at(0.4));
    for (const part of [0.5, 0.6, 0.7]) await send('touchMove', at(part));
    const close = page.locator('aside').getByText('Hide options');
    await expect.poll(() => close.isVisible()).toBe(false);
    expect(await slider.isVisible()).toBe(true);
    await send('touchMove', at(0.8));
    await send('touchEnd');
    await expect.poll(() => close.isVisible()).toBe(true);
    expect(Number(await slider.inputValue())).toBeGreaterThan(60);
    await page.close();
  });

  it('leaves half of the screen to the picture of a batch with a result and an error', async () => {
    const page = await site.browser.newPage(PHONE);
    await openHydrated(page, `${site.url}/image-sharpener`);
    const small = await pngFile(
      'small.png',
      paintedBy({ width: 240, height: 160 }, (x, y) => [x, y, 128]),
    );
    const damaged = { ...small, name: 'damaged.png', buffer: small.buffer.subarray(0, 60) };
    await page.getByLabel('Choose image', { exact: true }).setInputFiles([small, damaged]);
    await new Studio(page).button('Generate').tap();
    await page.getByText('1 picture failed').first().waitFor();
    await page.getByRole('link', { name: 'Download', exact: true }).waitFor();
    const picture = (await page.getByRole('group', { name: 'Picture', exact: true }).boundingBox())!;
    expect(picture.height).toBeGreaterThan((740 - 76) / 2);
    await page.close();
  });

  it('has room for the size of the colour brush, to which its tools scroll', async () => {
    const page = await site.browser.newPage(PHONE);
    await openHydrated(page, `${site.url}/photo-restoration`);
    const small = paintedBy({ width: 24, height: 16 }, (x, y) => [x, y, 128]);
    await page.getByLabel('Choose image', { exact: true }).setInputFiles(await pngFile('small.png', small));
    await new Studio(page).button('Colour brush').tap();
    const size = page.getByRole('slider', { name: 'Brush size' });
    await size.scrollIntoViewIfNeeded();
    const { x, width } = (await size.boundingBox())!;
    expect(width).toBeGreaterThan(70);
    expect(x + width).toBeLessThanOrEqual(360);
    await page.close();
  });

  it.each(['cleanup-pictures', 'ai-object-remover'])('shows all of the tools of %s', async (tool) => {
    const page = await site.browser.newPage(PHONE);
    await openHydrated(page, `${site.url}/${tool}`);
    await page
      .getByRole('button', { name: /^Open the sample: / })
      .first()
      .click();
    const tools = page.getByRole('group', { name: 'Mask tools', exact: true });
    for (const name of ['Brush', 'Rectangle']) {
      await tools.getByRole('button', { name, exact: true }).tap();
      expect(await tools.evaluate((row) => row.scrollWidth - row.clientWidth)).toBe(0);
    }
    await page.close();
  });
});
