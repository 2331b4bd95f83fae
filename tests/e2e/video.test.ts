import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { encodePng } from '../../site/engine/codecs/png-encode.ts';
import { type Laboratory, openLaboratory } from '../engine/lab.ts';
import type { ClipOptions } from '../engine/page/clip.ts';
import { openHydrated } from './pages.ts';
import { runsAll } from './real-site.ts';
import { visitSite } from './visited-site.ts';

const CLIP: ClipOptions = {
  width: 160,
  height: 96,
  frames: 48,
  rate: '24',
  mark: 'see-through',
  sound: 'aac',
  codec: 'avc',
  container: 'mp4',
};

describe('the workspace for video', () => {
  let lab: Laboratory;
  const site = visitSite();
  let page: Page;
  let clip: { readonly name: string; readonly mimeType: string; readonly buffer: Buffer };
  let box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  const problems: string[] = [];
  beforeAll(async () => {
    lab = await openLaboratory({ entry: 'video' });
    const clipAndBox = await lab.page.evaluate(async (options) => {
      const found = await window.video.makeClip(options);
      return { box: found.box, bytes: await window.video.base64(found.file) };
    }, CLIP);
    box = clipAndBox.box;
    clip = { name: 'clip.mp4', mimeType: 'video/mp4', buffer: Buffer.from(clipAndBox.bytes, 'base64') };
  });
  afterAll(() => lab?.close());
  beforeEach(async () => {
    problems.length = 0;
    page = await site.browser.newPage({ reducedMotion: 'reduce' });
    page.on('pageerror', (error) => problems.push(String(error)));
    await openHydrated(page, `${site.url}/remove-watermark-from-video`);
  });
  afterEach(() => page.close());

  it('moves the focus to the frame when a video opens, and says what it shows', async () => {
    await choose();
    const frame = page.getByRole('group', { name: 'clip.mp4', exact: true });
    expect(await frame.evaluate((element) => element === document.activeElement)).toBe(true);
    const description = () =>
      frame.evaluate((element) => document.getElementById(element.getAttribute('aria-describedby') ?? '')?.textContent);
    await expect.poll(description).toBe('clip.mp4 is open, 160 × 96 pixels.');
  });

  it('names the formats it opens, and opens its sample', async () => {
    await page.getByText('MP4, MOV, WebM or MKV', { exact: false }).first().waitFor();
    await page.getByRole('button', { name: 'Open the sample: Film with a watermark', exact: true }).click();
    await page.getByRole('slider', { name: 'Position in the video' }).waitFor();
    expect(problems).toEqual([]);
  });

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const choose = async (file = clip) => {
    await page.getByLabel('Choose video', { exact: true }).setInputFiles(file);
    await page.getByRole('slider', { name: 'Position in the video' }).waitFor();
  };
  const saved = async () => {
    const link = page.getByRole('link', { name: 'Download', exact: true });
    const [file] = await Promise.all([page.waitForEvent('download'), link.click()]);
    return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
  };
  /** Compares the saved file with the clip without its watermark. */
  const compared = (bytes: Buffer) =>
    lab.page.evaluate(
      async ([options, text]) => {
        const { video } = window;
        const file = new Blob([Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))]);
        return {
          ...(await video.compare(await video.makeClip(options), file)),
          sound: (await video.sound(file)).length,
        };
      },
      [CLIP, bytes.toString('base64')] as const,
    );

  it('removes the watermark of a mask that was loaded before the video opened, and saves the video with its sound', async () => {
    // What is posted to workers waits, so that the video cannot open before the mask is there.
    await page.evaluate(() => {
      const { Worker } = window;
      const released = new Promise<void>((resolve) => window.addEventListener('release', () => resolve()));
      window.Worker = class extends Worker {
        override postMessage(...message: unknown[]) {
          void released.then(() => super.postMessage(...(message as [unknown])));
        }
      };
    });
    await page.getByLabel('Choose video', { exact: true }).setInputFiles(clip);
    const data = new Uint8ClampedArray(CLIP.width * CLIP.height * 4);
    for (let at = 0; at < CLIP.width * CLIP.height; at++) {
      const [x, y] = [at % CLIP.width, Math.floor(at / CLIP.width)];
      const inside = x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height;
      data.set(inside ? [255, 255, 255, 255] : [0, 0, 0, 255], at * 4);
    }
    const mask = await encodePng(
      { width: CLIP.width, height: CLIP.height, data },
      { onProgress: async () => undefined },
    );
    await page
      .getByLabel('Load mask', { exact: true })
      .setInputFiles({ name: 'mask.png', mimeType: 'image/png', buffer: Buffer.from(await mask.arrayBuffer()) });
    expect(await page.getByRole('slider', { name: 'Position in the video' }).isVisible()).toBe(false);
    await page.evaluate(() => window.dispatchEvent(new Event('release')));
    await page.getByRole('button', { name: /^Watermark 1:/ }).waitFor();
    await page.getByText(/^About [\d.]+ k?B/).waitFor();
    await button('Generate').click();
    const { name, bytes } = await saved();
    expect(name).toBe('clip-clean.mp4');
    const [again] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Control+s')]);
    expect(again.suggestedFilename()).toBe(name);
    const found = await compared(bytes);
    expect(found.worst).toBeGreaterThan(31);
    expect(found.sound).toBeGreaterThan(50);
    expect(problems).toEqual([]);
  });

  it.runIf(runsAll)('needs two actions: a file, and Generate, which looks for the watermark', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await choose();
    await button('Generate').click();
    // The focus moves on to a result that has the current settings.
    const link = page.getByRole('link', { name: 'Download', exact: true });
    await expect
      .poll(() => link.evaluate((element) => element === document.activeElement).catch(() => false), {
        timeout: 60_000,
      })
      .toBe(true);
    expect((await compared((await saved()).bytes)).mean).toBeGreaterThan(30);
    // The views and the actions are one row each.
    const tops = async (names: readonly string[]) =>
      new Set(await Promise.all(names.map(async (name) => (await button(name).boundingBox())?.y)));
    expect((await tops(['Watermarks', 'Compare before and after', 'Result'])).size).toBe(1);
    expect((await button('Generate').boundingBox())?.height).toBeLessThan(50);
  });

  it.runIf(runsAll)('starts when the video is open, where “Generate” was pressed before', async () => {
    await page.evaluate(() => {
      const { postMessage } = Worker.prototype;
      const held: (() => void)[] = [];
      Worker.prototype.postMessage = function (...message: unknown[]) {
        held.push(() => Reflect.apply(postMessage, this, message));
      };
      window.addEventListener('messages-go-on', () => {
        Worker.prototype.postMessage = postMessage;
        for (const send of held) send();
      });
    });
    await page.getByLabel('Choose video', { exact: true }).setInputFiles(clip);
    await button('Generate').click();
    await page.evaluate(() => window.dispatchEvent(new Event('messages-go-on')));
    expect((await compared((await saved()).bytes)).mean).toBeGreaterThan(30);
  });

  it.runIf(runsAll)('detects the watermark, previews a few frames, and estimates the duration', async () => {
    await choose();
    await button('Find watermarks that stay still').click();
    await page.getByRole('button', { name: /^Watermark 1:/ }).waitFor();
    await page.getByText('1 area found', { exact: true }).waitFor();
    await button('Preview a few frames').click();
    await page.getByText(/^Takes about/).waitFor();
    await page.locator('[data-phase]').getByRole('img', { name: 'After' }).waitFor();
    expect(await page.getByRole('status').allTextContents()).toContain('The preview is ready.');
    await button('Generate').click();
    expect((await compared((await saved()).bytes)).mean).toBeGreaterThan(30);
    // A further box is shown on the frame, and the result has other settings.
    await button('Add a box').click();
    await page.getByRole('button', { name: /^Watermark 2:/ }).waitFor();
    await page
      .getByText('Settings changed. Press “Generate” to see the effect.')
      .first()
      .waitFor({ state: 'attached' });
  });

  it.runIf(runsAll)('moves a box by the keyboard, and along keyframes', async () => {
    await choose();
    await button('Add a box').click();
    const mark = page.getByRole('button', { name: /^Watermark 1:/ });
    const left = page.getByLabel('Left', { exact: true });
    await left.waitFor();
    const before = Number(await left.inputValue());
    const isAt = (position: number) => expect.poll(async () => Number(await left.inputValue())).toBe(position);
    // It has the focus.
    await page.keyboard.press('ArrowLeft');
    await mark.press('Shift+ArrowLeft');
    await isAt(before - 11);
    await button('Add keyframe here').click();
    await page.getByRole('slider', { name: 'Position in the video' }).press('End');
    await left.fill('3');
    await page
      .getByRole('button', { name: /^Keyframe/ })
      .first()
      .click();
    await isAt(before - 11);
    // A preview is revealed by a divider that comes to rest on the watermark.
    const middle = before - 11 + Number(await page.getByLabel('Width', { exact: true }).inputValue()) / 2;
    await button('Preview a few frames').click();
    const divider = page.locator('[data-phase]').getByRole('slider', { name: 'Compare before and after', exact: true });
    await expect
      .poll(async () => Number(await divider.getAttribute('aria-valuenow')))
      .toBeCloseTo((100 * middle) / CLIP.width, 1);
    await button('Watermarks').click();
    await mark.press('Delete');
    await mark.waitFor({ state: 'detached' });
    const frame = page.getByRole('group', { name: 'clip.mp4', exact: true });
    await expect.poll(() => frame.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  it.runIf(runsAll)('treats brush strokes on a frame as one watermark', async () => {
    await choose();
    await button('Brush').click();
    const frame = (await page.locator('[data-brush]').boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    for (const y of [0.3, 0.6]) {
      await page.mouse.move(frame.x + 0.25 * frame.width, frame.y + y * frame.height);
      await page.mouse.down();
      await page.mouse.move(frame.x + 0.75 * frame.width, frame.y + y * frame.height);
      await page.mouse.up();
      await page.getByRole('button', { name: /^Watermark 1:/ }).waitFor();
    }
    const size = async (side: string) => Number(await page.getByLabel(side, { exact: true }).inputValue());
    await expect.poll(() => size('Height')).toBeGreaterThan(0.3 * CLIP.height);
    expect(await size('Width')).toBeGreaterThan(0.5 * CLIP.width);
    // Keys paint a dot at a cursor, from the middle on.
    const layer = page.getByRole('group', { name: 'Brush', exact: true });
    for (let i = 0; i < CLIP.height / 2; i++) await layer.press('ArrowDown');
    await page.getByText(`row ${CLIP.height}: not marked`).waitFor({ state: 'attached' });
    await layer.press('Enter');
    await expect.poll(() => size('Height')).toBeGreaterThan(0.6 * CLIP.height);
    expect(await page.getByRole('button', { name: /^Watermark \d:/ }).count()).toBe(1);
  });

  it.runIf(runsAll)('reports files that it cannot open, and masks of another size', async () => {
    await page
      .getByLabel('Choose video', { exact: true })
      .setInputFiles({ name: 'words.mp4', mimeType: 'video/mp4', buffer: Buffer.from('only words, no video at all') });
    await page.getByRole('alert').getByText('This video can’t be opened here').waitFor();
    expect(await page.getByLabel('Load mask', { exact: true }).isEnabled()).toBe(false);
    await page.getByRole('alert').getByRole('button', { name: 'Another video' }).click();
    await choose();
    const data = new Uint8ClampedArray(8 * 8 * 4).fill(255);
    const small = await encodePng({ width: 8, height: 8, data }, { onProgress: async () => undefined });
    await page
      .getByLabel('Load mask', { exact: true })
      .setInputFiles({ name: 'mask.png', mimeType: 'image/png', buffer: Buffer.from(await small.arrayBuffer()) });
    await page.getByRole('alert').getByText('The mask is a different size').waitFor();
  });
});
