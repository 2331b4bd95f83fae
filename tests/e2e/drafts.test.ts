import type { BrowserContext, Page } from 'playwright';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openHydrated, remember } from './pages.ts';
import { type PictureFile, paintedBy, pixelsBefore, pngFile } from './pictures.ts';
import { storedParts } from './stored-parts.ts';
import { Studio } from './studio.ts';
import { visitSite } from './visited-site.ts';

const SIZE = { width: 96, height: 64 };
const plain = paintedBy(SIZE, (x, y) => 90 + x / 2 + 20 * Math.sin(y / 3));

/** Width and height of a phone, and of a screen. */
const VIEWPORTS = [
  [360, 740],
  [1440, 900],
] as const;

/** Keys of the stored drafts and parts, read by the browser's own API. */
const storedKeys = async (page: Page) => (await storedParts(page)).map(({ key }) => key);

describe('unfinished work', () => {
  const site = visitSite();
  let context: BrowserContext;
  let page: Page;
  let studio: Studio;
  let picture: PictureFile;
  beforeAll(async () => {
    picture = await pngFile('plain.png', plain);
  });
  beforeEach(async () => {
    context = await site.browser.newContext({ reducedMotion: 'reduce' });
    await remember(context, { 'safelight-each-stroke': false });
    page = await context.newPage();
    page.setDefaultTimeout(20_000);
    page.on('dialog', (dialog) => dialog.accept());
    studio = new Studio(page);
    await openHydrated(page, `${site.url}/cleanup-pictures`);
  });
  afterEach(() => context.close());

  const offer = () => page.getByRole('region', { name: 'Unfinished work', exact: true });
  const choose = async (file = picture) => {
    await page.getByLabel('Choose image', { exact: true }).setInputFiles(file);
    await page.locator('[data-phase=ready]').waitFor();
  };
  const method = () => page.getByLabel('Fill method', { exact: true });
  const generate = async () => {
    await studio.button('Generate').click();
    await page.getByRole('link', { name: 'Download', exact: true }).waitFor();
  };
  const draw = async () => {
    const room = (await studio.canvas.boundingBox())!;
    await page.mouse.move(room.x + room.width / 2 - 20, room.y + room.height / 2);
    await page.mouse.down();
    await page.mouse.move(room.x + room.width / 2 + 20, room.y + room.height / 2, { steps: 4 });
    await page.mouse.up();
    await studio.coverageText('0%').waitFor({ state: 'detached' });
  };
  const untilStored = (count: number) => expect.poll(async () => (await storedKeys(page)).length).toBe(count);
  /** Waits until `count` values are stored, none of which is among `before`. */
  const untilReplaced = async (before: readonly string[], count: number) => {
    await expect.poll(async () => (await storedKeys(page)).some((key) => before.includes(key))).toBe(false);
    await untilStored(count);
  };
  const reload = async () => {
    await page.reload();
    await page.getByLabel('Choose image', { exact: true }).waitFor();
  };

  it('is offered after a reload: picture, mask, settings and result are there again', async () => {
    await choose();
    await draw();
    const marked = await studio.maskedPixels();
    await page.getByLabel('Format', { exact: true }).selectOption('image/webp');
    await method().selectOption('telea');
    await generate();
    // The record, the picture and the result.
    await untilStored(3);
    await reload();
    await offer().getByText('Continue with “plain.png”?').waitFor();
    // Neither the note about files nor an error lies below the offer or over it.
    const text = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') };
    await page.getByLabel('Choose image', { exact: true }).setInputFiles(text);
    const others = [
      page.getByRole('alert'),
      page.getByText('The file stays on this device.', { exact: false }).first(),
    ];
    for (const [width, height] of VIEWPORTS) {
      await page.setViewportSize({ width, height });
      const card = (await offer().boundingBox())!;
      for (const other of others) {
        const box = (await other.boundingBox())!;
        const isClear = box.y + box.height <= card.y || box.y >= card.y + card.height;
        expect(isClear, `${await other.textContent()} at ${width} px`).toBe(true);
      }
    }
    await offer().getByRole('button', { name: 'Continue' }).click();
    const link = page.getByRole('link', { name: 'Download', exact: true });
    await link.waitFor();
    expect(await link.getAttribute('download')).toMatch(/\.webp$/);
    expect(await method().inputValue()).toBe('telea');
    expect(await studio.maskedPixels()).toEqual(marked);
    await studio.button('Compare before and after').click();
    expect(await pixelsBefore(page)).toEqual([...plain.data]);
  });

  it('is deleted when the visitor discards it, closes the picture or opens another one', async () => {
    await choose();
    await draw();
    await untilStored(2);
    await reload();
    await offer().getByRole('button', { name: 'Discard' }).press('Enter');
    await untilStored(0);
    // The button is gone with its card.
    const chooser = page.getByLabel('Choose image', { exact: true });
    await expect.poll(() => chooser.evaluate((input) => input === document.activeElement)).toBe(true);
    await choose();
    await untilStored(2);
    await studio.button('Another picture').click();
    await untilStored(0);
    await choose();
    await untilStored(2);
    await reload();
    await offer().waitFor();
    const before = await storedKeys(page);
    await choose({ ...picture, name: 'other.png' });
    await untilReplaced(before, 2);
    await reload();
    await offer().getByText('Continue with “other.png”?').waitFor();
  });

  it('is deleted once it is older than 24 hours', async () => {
    await choose();
    await untilStored(2);
    await page.addInitScript(() => {
      const now = Date.now;
      Date.now = () => now() + 24.1 * 3600 * 1000;
    });
    await reload();
    await untilStored(0);
    expect(await offer().count()).toBe(0);
  });

  it('is not stored where the visitor turned that off, which deletes what was stored', async () => {
    await choose();
    await untilStored(2);
    await page.getByLabel('Keep unfinished work on this device').uncheck();
    await untilStored(0);
    await draw();
    await reload();
    await choose();
    await draw();
    await page.waitForTimeout(1000);
    expect(await storedKeys(page)).toEqual([]);
  });

  it('is offered after a reload of a batch, with the options of single pictures and all results', async () => {
    await openHydrated(page, `${site.url}/image-sharpener`);
    await page.getByLabel('Choose image', { exact: true }).setInputFiles([picture, { ...picture, name: 'second.png' }]);
    await page.locator('li[data-phase=ready]').waitFor();
    const thumbnail = (name: string) =>
      page.getByRole('listitem').filter({ hasText: name }).getByRole('button').first();
    const strength = page.getByLabel('Strength', { exact: true });
    await thumbnail('second.png').click();
    await page.getByLabel('Only for this picture').check();
    await strength.fill('90');
    await studio.button('Generate').click();
    await expect.poll(() => page.locator('li[data-phase=result]').count()).toBe(2);
    await untilStored(5);
    await reload();
    await offer().getByText('Continue with your pictures?').waitFor();
    await offer().getByRole('button', { name: 'Continue' }).click();
    await expect.poll(() => page.locator('li[data-phase=result]').count()).toBe(2);
    expect(await strength.inputValue()).toBe('90');
    await page.getByRole('link', { name: 'Download', exact: true }).waitFor();
    await thumbnail('plain.png').click();
    expect(await strength.inputValue()).toBe('40');
    await page.getByRole('link', { name: 'Download', exact: true }).waitFor();
    await studio.button('Another picture').click();
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
    await dialog.getByRole('button', { name: 'Stay' }).click();
    await dialog.waitFor({ state: 'detached' });
    await untilStored(5);
    await studio.button('Another picture').click();
    await dialog.getByRole('button', { name: 'Leave' }).click();
    await untilStored(0);
  });

  it('does not start after a reload where “Generate” waited for a mask that is lost with the page', async () => {
    // Without it, the workspace does not start its engine.
    await page.route('**/models/manifest.json', () => undefined);
    await page.getByLabel('Choose image', { exact: true }).setInputFiles(picture);
    await page.getByLabel('Load mask', { exact: true }).setInputFiles({ ...picture, name: 'mask.png' });
    const generate = studio.button('Generate');
    const waits = () => generate.getAttribute('aria-disabled');
    await generate.click();
    await expect.poll(waits).toBe('true');
    await untilStored(2);
    await reload();
    await offer().getByRole('button', { name: 'Continue' }).click();
    await generate.waitFor();
    expect(await waits()).not.toBe('true');
  });

  it('does not stop the work when the disk is full', async () => {
    await page.evaluate(() => {
      const put = IDBObjectStore.prototype.put;
      IDBObjectStore.prototype.put = function (value, key) {
        if (this.name === 'parts') throw new DOMException('The quota is used up.', 'QuotaExceededError');
        return put.call(this, value, key);
      };
    });
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(String(error)));
    await choose();
    await draw();
    await method().selectOption('telea');
    await generate();
    expect([await storedKeys(page), problems]).toEqual([[], []]);
  });
});
