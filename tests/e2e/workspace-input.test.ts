import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page, Request } from 'playwright';
import sharp from 'sharp';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openHydrated } from './pages.ts';
import { contentOf, type PictureFile, paintedBy, pixelsIn, pngFile } from './pictures.ts';
import { visitSite } from './visited-site.ts';

const SIZE = { width: 240, height: 160 };

describe('the input of the workspace', () => {
  const site = visitSite();
  let page: Page;
  let pictures: readonly PictureFile[];
  beforeAll(async () => {
    const texture = paintedBy(SIZE, (x, y) => 60 + 14 * Math.sin(x * 0.9) * Math.sin(y * 0.7));
    pictures = await Promise.all(['one.png', 'two.png', 'three.png'].map((name) => pngFile(name, texture)));
  });
  beforeEach(async () => {
    page = await site.browser.newPage({ reducedMotion: 'reduce' });
    page.setDefaultTimeout(100_000);
  });
  afterEach(() => page.close());

  const url = () => `${site.url}/image-sharpener`;
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const thumbnail = (name: string) => page.getByRole('listitem').filter({ hasText: name }).getByRole('button').first();
  const isDownloadOf = (name: string) =>
    expect.poll(() => page.locator('a[download]').getAttribute('download')).toBe(name);
  const choose = async (files = pictures) => {
    await page.getByLabel('Choose image', { exact: true }).setInputFiles([...files]);
    await button('Generate').waitFor();
  };
  /** Holds back the requests that match; returns the function that releases them. */
  const hold = async (matches: (request: Request) => boolean) => {
    let release = () => {};
    const held = new Promise<void>((done) => {
      release = done;
    });
    await page.route('**/*', async (route) => {
      if (matches(route.request())) await held;
      // A cancelled request cannot go on.
      await route.continue().catch(() => undefined);
    });
    return release;
  };
  const isScript = (request: Request) => request.resourceType() === 'script';
  /** Drops or pastes a file on the page; says whether the page took the event. */
  const give = ({ name, mimeType, buffer }: PictureFile, by: 'drop' | 'paste') =>
    page.evaluate(
      ({ name, type, content, by }) => {
        const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
        const data = new DataTransfer();
        data.items.add(new File([bytes], name, { type }));
        const settings = { bubbles: true, cancelable: true };
        const event =
          by === 'drop'
            ? new DragEvent('drop', { ...settings, dataTransfer: data })
            : new ClipboardEvent('paste', { ...settings, clipboardData: data });
        document.body.dispatchEvent(event);
        return event.defaultPrevented;
      },
      { name, type: mimeType, content: buffer.toString('base64'), by },
    );

  it('opens pictures that were dropped and pasted before hydration', async () => {
    const release = await hold((request) => isScript(request) && !request.url().includes('early-input.js'));
    await page.goto(url(), { waitUntil: 'commit' });
    await page.waitForFunction(() => 'earlyInput' in window);
    expect(await give(pictures[0]!, 'drop')).toBe(true);
    await give(pictures[1]!, 'paste');
    release();
    await button('Generate').waitFor();
    await thumbnail('one.png').waitFor();
    await thumbnail('two.png').waitFor();
  });

  it('opens pictures that are dropped and pasted while the code of the tool loads', async () => {
    await openHydrated(page, url());
    const release = await hold(isScript);
    await page.getByLabel('Choose image', { exact: true }).setInputFiles([pictures[0]!]);
    await page.getByRole('status').filter({ hasText: /./ }).first().waitFor();
    expect(await give(pictures[1]!, 'drop')).toBe(true);
    await give(pictures[2]!, 'paste');
    release();
    for (const { name } of pictures) await thumbnail(name).waitFor();
  });

  it('opens the pictures of a folder that is chosen or dropped, with those of its subfolders', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pictures-'));
    await mkdir(join(folder, 'more'));
    await writeFile(join(folder, 'one.png'), pictures[0]!.buffer);
    await writeFile(join(folder, 'more', 'two.png'), pictures[1]!.buffer);
    await writeFile(join(folder, '.hidden.png'), pictures[2]!.buffer);
    await openHydrated(page, url());
    await page.getByLabel('From a folder', { exact: true }).and(page.locator('input')).setInputFiles(folder);
    await thumbnail('one.png').waitFor();
    await thumbnail('two.png').waitFor();
    expect(await thumbnail('.hidden.png').count()).toBe(0);

    await openHydrated(page, url());
    const dragging = await page.context().newCDPSession(page);
    const data = { items: [], files: [folder], dragOperationsMask: 1 };
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await dragging.send('Input.dispatchDragEvent', { type, x: 400, y: 400, data });
    await thumbnail('one.png').waitFor();
    await thumbnail('two.png').waitFor();
    expect(await thumbnail('.hidden.png').count()).toBe(0);

    // One that holds nothing to open.
    const empty = await mkdtemp(join(tmpdir(), 'empty-'));
    await writeFile(join(empty, 'unknown'), 'not a picture');
    await openHydrated(page, url());
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await dragging.send('Input.dispatchDragEvent', { type, x: 400, y: 400, data: { ...data, files: [empty] } });
    await page.getByText('Nothing in this folder can be opened here.', { exact: true }).waitFor();

    // Before the page is ready.
    const release = await hold((request) => isScript(request) && !request.url().includes('early-input.js'));
    await page.goto(url(), { waitUntil: 'commit' });
    await page.waitForFunction(() => 'earlyInput' in window);
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await dragging.send('Input.dispatchDragEvent', { type, x: 400, y: 400, data });
    release();
    await thumbnail('one.png').waitFor();
    await thumbnail('two.png').waitFor();
    await rm(folder, { recursive: true });
  });

  it('encodes the results of a batch again when the format changes', async () => {
    await openHydrated(page, url());
    await choose();
    await button('Generate').click();
    for (const name of ['one', 'two', 'three']) {
      await thumbnail(`${name}.png`).click();
      await isDownloadOf(`${name}-sharp.png`);
    }
    await page.getByLabel('Format', { exact: true }).selectOption('image/jpeg');
    for (const name of ['one', 'two', 'three']) {
      await thumbnail(`${name}.png`).click();
      await isDownloadOf(`${name}-sharp.jpg`);
    }
  });

  it('keeps the format of each picture of a batch, and its transparency, until one is chosen for all', async () => {
    const clear = paintedBy(SIZE, () => 90);
    clear.data.fill(0, 0, 4 * SIZE.width * 20);
    const jpeg = await sharp(pictures[0]!.buffer).jpeg().toBuffer();
    await openHydrated(page, url());
    await choose([{ name: 'one.jpg', mimeType: 'image/jpeg', buffer: jpeg }, await pngFile('two.png', clear)]);
    await button('Generate').click();
    await isDownloadOf('one-sharp.jpg');
    await thumbnail('two.png').click();
    await isDownloadOf('two-sharp.png');
    await page.getByText('This picture is saved as PNG.').waitFor();
    const [file] = await Promise.all([page.waitForEvent('download'), page.locator('a[download]').click()]);
    const { data } = await pixelsIn(page, await contentOf(file));
    expect([data[3], data.at(-1)]).toEqual([0, 255]);
    const format = page.getByLabel('Format', { exact: true });
    await format.selectOption('image/webp');
    await isDownloadOf('two-sharp.webp');
    await format.selectOption('That of each picture');
    await isDownloadOf('two-sharp.png');
  });

  it('gives a picture options of its own, and collects what failed after the rest of the batch', async () => {
    await openHydrated(page, url());
    const broken = { name: 'broken.png', mimeType: 'image/png', buffer: pictures[0]!.buffer.subarray(0, 60) };
    // The first picture cannot be read: the batch opens with the next one.
    await choose([broken, pictures[0]!, pictures[1]!]);
    await page.locator('li[data-phase="ready"]').waitFor();
    expect(await thumbnail('one.png').getAttribute('aria-pressed')).toBe('true');
    const strength = page.getByLabel('Strength', { exact: true });
    await thumbnail('two.png').click();
    await page.getByLabel('Only for this picture').check();
    await strength.fill('90');
    await thumbnail('two.png').filter({ hasText: 'Own options' }).waitFor();
    await thumbnail('one.png').click();
    expect(await strength.inputValue()).toBe('40');
    expect(await page.getByLabel('Only for this picture').isChecked()).toBe(false);
    await button('Generate').click();
    await expect.poll(() => page.locator('li[data-phase="result"]').count()).toBe(2);
    const failed = page.getByRole('region', { name: '1 picture failed', exact: true });
    await failed.getByRole('button', { name: 'broken.png', exact: true }).waitFor();
    expect(await failed.getByRole('listitem').textContent()).toMatch(/broken\.png .{20,}/);
    // It does not cover the others, and another attempt works on it alone.
    expect(await page.getByRole('alert').filter({ hasText: /./ }).count()).toBe(0);
    await failed.getByRole('button', { name: 'Try again', exact: true }).click();
    await failed.waitFor();
    expect(await page.locator('li[data-phase="result"]').count()).toBe(2);
    // The common options leave those of the other picture as they are.
    await strength.fill('10');
    await thumbnail('two.png').click();
    expect(await strength.inputValue()).toBe('90');
    await failed.getByRole('button', { name: 'broken.png', exact: true }).click();
    // The browser would show its sign of a broken picture.
    await expect.poll(() => page.getByRole('group', { name: 'Picture' }).getByRole('img').count()).toBe(0);
    await button('Remove broken.png').last().click();
    await failed.waitFor({ state: 'detached' });
    expect(await page.locator('li[data-phase]').count()).toBe(2);
  });

  it('offers Cancel while another picture of the batch is shown, and does not queue the running one twice', async () => {
    await openHydrated(page, url());
    await choose(pictures.slice(0, 2));
    await page.getByLabel('Method', { exact: true }).selectOption('ai');
    // A picture is opened when it is first shown, and not while the worker works on another one.
    await page.locator('li[data-phase="ready"]').waitFor();
    await thumbnail('two.png').click();
    await expect.poll(() => page.locator('li[data-phase="ready"]').count()).toBe(2);
    await thumbnail('one.png').click();
    // The work waits for its network, however fast the machine is.
    const release = await hold((request) => request.url().includes('/models/') && request.url().endsWith('.onnx'));
    await button('Generate').click();
    await thumbnail('two.png').click();
    await button('Cancel').waitFor();
    await button('Generate').click();
    expect(await thumbnail('one.png').textContent()).toContain('Working');
    await button('Cancel').click();
    release();
    await button('Cancel').waitFor({ state: 'detached' });
    expect(await page.locator('li[data-phase="working"]').count()).toBe(0);
  });

  it('ends the work on a picture that is removed, and goes on with the next one', async () => {
    await openHydrated(page, url());
    await choose(pictures.slice(0, 2));
    await page.getByLabel('Method', { exact: true }).selectOption('ai');
    const release = await hold((request) => request.url().includes('/models/') && request.url().endsWith('.onnx'));
    await button('Generate').click();
    await page.locator('li[data-phase="working"]').filter({ hasText: 'one.png' }).waitFor();
    expect(await button('Remove one.png').isEnabled()).toBe(true);
    await button('Remove one.png').click();
    release();
    await isDownloadOf('two-sharp.png');
  });

  it('switches off shortcuts of a single letter, also after a reload', async () => {
    await openHydrated(page, url());
    await choose(pictures.slice(0, 1));
    const sheet = page.getByRole('dialog', { name: 'Keyboard', exact: true });
    const toggle = sheet.getByLabel('Single-key shortcuts', { exact: true });
    await page.keyboard.press('?');
    await toggle.uncheck();
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    await openHydrated(page, url());
    await choose(pictures.slice(0, 1));
    await page.keyboard.press('?');
    expect(await sheet.count()).toBe(0);
    await button('Show keyboard shortcuts').click();
    await toggle.check();
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    await page.keyboard.press('?');
    await sheet.waitFor();
  });

  it('is complete where the browser refuses every kind of storage', async () => {
    await page.addInitScript(() => {
      const refuse = (owner: object, name: string) =>
        Object.defineProperty(owner, name, {
          get: () => {
            throw new DOMException('denied', 'SecurityError');
          },
        });
      for (const name of ['caches', 'indexedDB', 'localStorage', 'sessionStorage']) refuse(window, name);
      refuse(Navigator.prototype, 'serviceWorker');
    });
    await openHydrated(page, url());
    await choose(pictures.slice(0, 1));
    await button('Generate').click();
    await isDownloadOf('one-sharp.png');
  });
});
