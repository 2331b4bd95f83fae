import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterEach, describe, expect, it } from 'vitest';
import { openHydrated } from './pages.ts';
import { contentOf, paintedBy, pixelsIn, pngFile } from './pictures.ts';
import { runsAll } from './real-site.ts';
import { sceneFile } from './scene.ts';
import { visitSite } from './visited-site.ts';

/** Counts from now on how often a picture is computed at its own size; thumbnails are smaller. */
async function countDrawings(page: Page): Promise<() => Promise<number>> {
  type Counting = { drawings: number };
  type Posted = { readonly task?: { readonly kind: string; readonly job?: { readonly longSide?: number } } };
  await page.evaluate(() => {
    const counting = window as unknown as Counting;
    counting.drawings = 0;
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function (this: Worker, message: unknown, ...rest: never[]) {
      const { task } = message as Posted;
      if (task?.kind === 'run' && task.job?.longSide === undefined) counting.drawings += 1;
      return postMessage.call(this, message, ...rest);
    } as typeof postMessage;
  });
  return () => page.evaluate(() => (window as unknown as Counting).drawings);
}

/** Makes canvases write PNG in place of WebP, as the HTML standard prescribes for formats that a browser does not write. */
function withoutWebp(): void {
  const { convertToBlob } = OffscreenCanvas.prototype;
  OffscreenCanvas.prototype.convertToBlob = function (options) {
    return convertToBlob.call(this, options?.type === 'image/webp' ? { ...options, type: 'image/png' } : options);
  };
}

describe('the file that is saved', () => {
  const site = visitSite();
  let page: Page;
  afterEach(() => page?.close());

  const saved = async (): Promise<Uint8Array> => {
    const link = page.getByRole('link', { name: 'Download', exact: true });
    const [file] = await Promise.all([page.waitForEvent('download'), link.click()]);
    return contentOf(file);
  };

  it.runIf(runsAll)('shows its size, stays below a target size, and has fewer colours on request', async () => {
    page = await site.browser.newPage({ viewport: { width: 1100, height: 900 }, reducedMotion: 'reduce' });
    await openHydrated(page, `${site.url}/photo-to-sketch`);
    const scene = await sceneFile(page, { width: 480, height: 300, type: 'image/png' });
    await page.getByLabel('Choose image', { exact: true }).setInputFiles(scene);
    await page.getByRole('link', { name: 'Download', exact: true }).waitFor();
    const drawings = await countDrawings(page);
    const shown = page.getByText(/^File size: /);
    const kilobytes = async () => Number.parseFloat((await shown.textContent())?.slice(11) ?? '');

    await page.getByLabel('Format', { exact: true }).selectOption('image/jpeg');
    await shown.waitFor();
    const free = (await saved()).length;
    expect(Math.abs((await kilobytes()) - free / 1000)).toBeLessThan(1);
    const target = Math.round(free / 3000);
    await page.getByLabel('Target size in kB', { exact: true }).fill(String(target));
    await expect.poll(async () => (await saved()).length, { interval: 1000 }).toBeLessThanOrEqual(1000 * target);
    expect((await saved()).length).toBeGreaterThan(600 * target);
    expect(await page.getByText('This format cannot make it smaller').count()).toBe(0);
    await page.getByLabel('Target size in kB', { exact: true }).fill('1');
    await page.getByText('This format cannot make it smaller').waitFor();

    await page.getByLabel('Format', { exact: true }).selectOption('image/png');
    await expect.poll(async () => (await saved())[1], { interval: 500 }).toBe(0x50);
    const all = await saved();
    await page.getByLabel('Colours', { exact: true }).selectOption('8');
    // Byte 25 of a PNG file is its colour type; 3 means a palette.
    await expect.poll(async () => (await saved())[25], { interval: 500 }).toBe(3);
    expect((await saved()).length).toBeLessThan(all.length / 2);
    expect(await drawings(), 'another file of the same drawing').toBe(0);
  });

  it.runIf(runsAll)(
    'has a background in JPEG, and so has its copy, as a note says where the picture is clear; chequers show where',
    async () => {
      page = await site.browser.newPage({
        reducedMotion: 'reduce',
        permissions: ['clipboard-read', 'clipboard-write'],
      });
      await openHydrated(page, `${site.url}/image-sharpener`);
      const black = paintedBy({ width: 64, height: 48 }, () => 0);
      for (let i = 0; i < 64 * 48; i++) black.data[4 * i + 3] = i % 64 < 32 ? 0 : 255;
      await page.getByLabel('Choose image', { exact: true }).setInputFiles(await pngFile('clear.png', black));
      const before = page.getByRole('img', { name: 'Before', exact: true });
      const behind = () => before.evaluate((image) => getComputedStyle(image.parentElement!).backgroundImage);
      await expect.poll(behind).toContain('conic-gradient');
      await page.getByLabel('Format', { exact: true }).selectOption('image/jpeg');
      await page.getByText('transparent areas turn white').waitFor();
      await page.getByRole('button', { name: 'Generate', exact: true }).click();
      const corner = async (file: Uint8Array) => [...(await pixelsIn(page, file)).data.slice(0, 4)];
      expect(await corner(await saved())).toEqual([255, 255, 255, 255]);
      await page.getByRole('button', { name: 'Copy picture', exact: true }).click();
      await page.getByText('The picture is on the clipboard.').waitFor();
      const copied = await page.evaluate(async () => {
        const [item] = await navigator.clipboard.read();
        return [...new Uint8Array(await (await item!.getType('image/png')).arrayBuffer())];
      });
      expect(await corner(Uint8Array.from(copied))).toEqual([255, 255, 255, 255]);
    },
  );

  /** Opens the sharpener with a WebP picture in a browser that does not write WebP; the page may know that or not. */
  const openWebp = async ({ known }: { readonly known: boolean }) => {
    const context = await site.browser.newContext({ reducedMotion: 'reduce', serviceWorkers: 'block' });
    page = await context.newPage();
    const scene = await sceneFile(page, { width: 160, height: 100, type: 'image/webp' });
    if (known) await page.addInitScript(withoutWebp);
    let workers = 0;
    await page.route(/\/tool\.worker-[^/]*\.js$/, async (route) => {
      const response = await route.fetch();
      workers += 1;
      await route.fulfill({ response, body: `(${withoutWebp})();\n${await response.text()}` });
    });
    await openHydrated(page, `${site.url}/image-sharpener`);
    const drawings = await countDrawings(page);
    await page.getByLabel('Choose image', { exact: true }).setInputFiles(scene);
    await page.locator('[data-phase=ready]').waitFor();
    const format = page.getByLabel('Format', { exact: true });
    const generate = async () => {
      await page.getByRole('button', { name: 'Generate', exact: true }).click();
      await page.locator('[data-phase=result], [data-phase=error]').waitFor();
      expect(workers).toBeGreaterThan(0);
    };
    return { drawings, format, generate };
  };
  const JPEG = [0xff, 0xd8];

  it.runIf(runsAll).each([
    ['before the run, where the page knows it', true],
    ['after the run, which is not repeated', false],
  ])('is a JPEG for a WebP picture where the browser does not write WebP: %s', async (_, known) => {
    const { drawings, format, generate } = await openWebp({ known });
    expect(await format.inputValue()).toBe(known ? 'image/jpeg' : 'image/webp');
    await generate();
    expect([...(await saved()).slice(0, 2)]).toEqual(JPEG);
    expect(await format.inputValue()).toBe('image/jpeg');
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(await drawings(), 'a measurement and one run').toBe(2);
    await page.context().close();
  });

  it.runIf(runsAll)('is written in another format without another run, where the chosen one fails', async () => {
    const { drawings, format, generate } = await openWebp({ known: true });
    await format.selectOption('image/webp');
    await generate();
    const failure = page.getByRole('alert').getByText('The result could not be saved as WebP');
    await failure.waitFor();
    await format.selectOption('image/png');
    expect((await saved())[1]).toBe(0x50);
    expect(await page.getByRole('alert').count()).toBe(0);
    await format.selectOption('image/webp');
    await failure.waitFor();
    await format.selectOption('image/jpeg');
    expect([...(await saved()).slice(0, 2)]).toEqual(JPEG);
    expect(await drawings(), 'a measurement and one run').toBe(2);
    await page.context().close();
  });

  it('has a name by the visitor’s pattern, and a batch goes to a folder with its subfolders, beside the files that are there', async () => {
    page = await site.browser.newPage({ viewport: { width: 1100, height: 900 }, reducedMotion: 'reduce' });
    // The browser's private file system in place of a folder of the device, which only a person can choose.
    await page.addInitScript(() => {
      (window as unknown as { showDirectoryPicker: unknown }).showDirectoryPicker = () =>
        navigator.storage.getDirectory();
    });
    await openHydrated(page, `${site.url}/image-sharpener`);
    const scene = await sceneFile(page, { width: 160, height: 100, type: 'image/png' });
    const pictures = await mkdtemp(join(tmpdir(), 'pictures-'));
    await mkdir(join(pictures, 'more'));
    await writeFile(join(pictures, 'scene.png'), scene.buffer);
    await writeFile(join(pictures, 'more', 'other.png'), scene.buffer);
    await page.getByLabel('From a folder', { exact: true }).and(page.locator('input')).setInputFiles(pictures);
    await page.getByLabel('File names', { exact: true }).fill('{name} at {width}');
    await page.getByRole('button', { name: 'Generate', exact: true }).click();
    await page.getByText('2 pictures are ready').waitFor();
    const toFolder = page.getByRole('button', { name: 'Save all to a folder', exact: true });
    await toFolder.click();
    await page.getByText('2 files were saved to the folder').waitFor();
    const listed = () =>
      page.evaluate(async () => {
        const found: string[] = [];
        const list = async (folder: FileSystemDirectoryHandle, path: string) => {
          for await (const [name, handle] of folder.entries())
            if (handle instanceof FileSystemDirectoryHandle) await list(handle, `${path}${name}/`);
            else found.push(`${path}${name}: ${(await (handle as FileSystemFileHandle).getFile()).type}`);
        };
        await list(await navigator.storage.getDirectory(), '');
        return found.sort();
      });
    expect(await listed()).toEqual(['more/other at 160.png: image/png', 'scene at 160.png: image/png']);
    await toFolder.click();
    await expect.poll(listed).toHaveLength(4);
    expect(await listed()).toContain('scene at 160-2.png: image/png');
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download', exact: true }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^(?:scene|other) at 160\.png$/);
    await rm(pictures, { recursive: true });
  });
});
