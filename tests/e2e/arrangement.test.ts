import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { openHydrated, remember } from './pages.ts';
import { type PictureFile, paintedBy, pixelsIn, pngFile } from './pictures.ts';
import { visitSite } from './visited-site.ts';

describe('the workspace', () => {
  const site = visitSite();
  let picture: PictureFile;
  beforeAll(async () => {
    picture = await pngFile(
      'small.png',
      paintedBy({ width: 90, height: 120 }, (x, y) => [x, y, 128]),
    );
  });

  const open = async (path: string, viewport: { readonly width: number; readonly height: number }): Promise<Page> => {
    const page = await site.browser.newPage({ reducedMotion: 'reduce', viewport });
    await openHydrated(page, site.url + path);
    await page.getByLabel('Choose image', { exact: true }).setInputFiles(picture);
    await page.locator('[data-phase=ready], [data-phase=working], [data-phase=result]').first().waitFor();
    return page;
  };

  it('keeps the name of a side readable where the line of the comparison is moved over it', async () => {
    const page = await open('/image-sharpener', { width: 360, height: 740 });
    await page.getByRole('button', { name: 'Generate', exact: true }).click();
    await page.getByRole('link', { name: 'Download', exact: true }).waitFor();
    const canvas = page.locator('[role=group][data-takes-focus]');
    const slider = canvas.getByRole('slider');
    const label = (await canvas.getByText('Before', { exact: true }).boundingBox())!;
    const room = (await slider.boundingBox())!;
    const [x, y] = [Math.round(label.x + label.width / 2), Math.round(label.y) + 3];
    await page.mouse.click(x, room.y + room.height * 0.8);
    const centre = async () => {
      const box = (await slider.boundingBox())!;
      return Math.abs(box.x + box.width / 2 - x);
    };
    await expect.poll(centre).toBeLessThan(1);
    const shot = await page.screenshot({ clip: { x: x - 1, y, width: 2, height: 1 } });
    // Above the letters: the background of the name, not the light line.
    expect(Math.max(...(await pixelsIn(page, shot)).data.filter((_, i) => i % 4 < 3))).toBeLessThan(100);
    await page.close();
  });

  it.each([360, 700, 1440])('leaves no hole among the choices of a background at %d px', async (width) => {
    const page = await open('/image-background-remover', { width, height: 740 });
    if (width < 960) await page.getByRole('button', { name: 'Show options', exact: true }).click();
    const tiles = page.getByRole('group', { name: 'Background', exact: true }).locator('label');
    expect(await tiles.count()).toBe(5);
    const boxes = await tiles.evaluateAll((all) => all.map((tile) => tile.getBoundingClientRect().toJSON() as DOMRect));
    const rows = [...new Set(boxes.map(({ top }) => top))].map((top) => boxes.filter((box) => box.top === top));
    const ends = rows.map((row) => [row[0]?.left, row.at(-1)?.right].map((end) => Math.round(end ?? 0)));
    expect(new Set(ends.map(String)).size, String(ends)).toBe(1);
    await page.close();
  });

  it.each(['', '/de', '/ru', '/pt', '/fr', '/es', '/th', '/vi'])(
    'shows the whole note beside the button on the smallest phone: “%s”',
    async (prefix) => {
      const phone = { viewport: { width: 320, height: 568 }, hasTouch: true, isMobile: true };
      const page = await site.browser.newPage({ ...phone, reducedMotion: 'reduce' });
      await remember(page, { 'safelight-automatic': false });
      await openHydrated(page, `${site.url}${prefix}/photo-restoration`);
      await page.locator('input[type="file"]').first().setInputFiles(picture);
      const note = page.locator('[data-phase=ready] p[aria-live]').filter({ hasText: /\d/ });
      await note.waitFor();
      const [full, shown] = await note.evaluate((element) => [element.scrollHeight, element.clientHeight]);
      expect(full).toBe(shown);
      await page.close();
    },
  );

  it('shows the progress beside the zoom on a phone on its side, and the picture keeps its place', async () => {
    const phone = { viewport: { width: 667, height: 375 }, hasTouch: true, isMobile: true };
    const page = await site.browser.newPage({ ...phone, reducedMotion: 'reduce' });
    await remember(page, { 'safelight-automatic': false });
    await openHydrated(page, `${site.url}/ru/photo-restoration`);
    await page.locator('input[type="file"]').first().setInputFiles(picture);
    await page.locator('[data-phase=ready] p[aria-live]').filter({ hasText: /\d/ }).waitFor();
    const box = async (selector: string) => (await page.locator(selector).boundingBox())!;
    const before = await box('[role=group][data-takes-focus]');
    await page.getByRole('button', { name: 'Обработать', exact: true }).tap();
    const card = page.locator('[data-phase=working] [role=progressbar]').locator('..');
    await card.waitFor();
    const { x, width } = (await card.boundingBox())!;
    const zoom = (await page.getByRole('button', { name: 'Уменьшить', exact: true }).boundingBox())!;
    expect(x).toBeGreaterThan(0);
    expect(x + width).toBeLessThanOrEqual(zoom.x);
    expect(await box('[role=group][data-takes-focus]')).toEqual(before);
    await page.close();
  });
});
