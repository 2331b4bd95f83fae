import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Pixels, Size } from '../../site/engine/types.ts';
import { paintedBy, pngFile } from '../e2e/pictures.ts';
import { openHost } from '../e2e/real-site.ts';
import type { BrowserName } from './drivers.ts';
import { foreignFileTests } from './foreign-files.ts';
import { shareSession, type Visit } from './session.ts';
import { walkTests } from './walk.ts';

/** Small: browsers beside Chromium run networks in one thread, and slowly. */
const SIZE: Size = { width: 192, height: 144 };
/** The part of the picture that masks mark. */
const MARKED = { x: 76, y: 58, width: 38, height: 16 };
const isMarked = (x: number, y: number) =>
  x >= MARKED.x && x < MARKED.x + MARKED.width && y >= MARKED.y && y < MARKED.y + MARKED.height;

/** A red ball before a soft background with fine grain. */
const ball = paintedBy(SIZE, (x, y) => {
  const grain = 12 * Math.sin(1.9 * x) * Math.cos(2.3 * y);
  if (Math.hypot(x - 96, y - 74) < 40) return [200 + grain, 50 + grain, 36];
  return [120 + x / 5 + grain, 150 + grain, 170 + y / 5 + grain];
});
/** The same with a white plate over the marked part. */
const plated: Pixels = { ...SIZE, data: ball.data.slice() };
/** White where the plate is. */
const mask = paintedBy(SIZE, (x, y) => (isMarked(x, y) ? 255 : 0));
const emblem = paintedBy(SIZE, (x, y) => (Math.hypot(x - 96, y - 72) < 42 ? [30, 60, 190] : [250, 250, 250]));
for (let i = 0; i < SIZE.width * SIZE.height; i++)
  if (isMarked(i % SIZE.width, Math.floor(i / SIZE.width))) plated.data.set([250, 250, 250, 255], 4 * i);

/** Half a second in VP9 with an opaque mark; made by `makeClip` of `tests/engine/page/clip.ts`. */
const CLIP = {
  path: fileURLToPath(new URL('clip.webm', import.meta.url)),
  ...{ width: 160, height: 96, seconds: 0.5 },
  mark: { x: 58, y: 38, width: 45, height: 19 },
};

type Tool = {
  readonly path: string;
  readonly picture: Pixels;
  /** Whether a mask is loaded before the work. */
  readonly masked: boolean;
  /** Text of an option to choose before the work. */
  readonly option?: string;
  /** Size of the result as a multiple of the picture's. */
  readonly scale: number;
  /** What the result must be, as it is measured in the page. */
  readonly expected: (found: Measured) => void;
};

/** Of the result's red, green and blue, 0..255, beside the picture that was given. */
type Measured = Size & {
  /** Mean difference where the mask is white, and where it is black. */
  readonly inside: number;
  readonly outside: number;
  /** Alpha of the upper left corner and of the centre. */
  readonly alpha: readonly [number, number];
  /** Mean of the marked part. */
  readonly colour: readonly [number, number, number];
};

const changes = ({ inside, outside }: Measured) => expect(inside + outside).toBeGreaterThan(0.2);
const fillsOnlyMarked = ({ outside, colour }: Measured) => {
  expect(outside).toBeLessThan(0.5);
  // The ball lies behind the plate: its red comes back.
  expect(colour[0] - colour[2]).toBeGreaterThan(40);
};
const cutsOut = ({ alpha }: Measured) => expect(alpha).toEqual([0, 255]);
const plain = { picture: ball, masked: false, scale: 1, expected: changes };

/**
 * Each tool with the settings that its page opens with; tools that fill holes share their network, which runs once: in
 * one thread it takes longest.
 */
const TOOLS: readonly Tool[] = [
  { ...plain, path: 'image-sharpener' },
  { ...plain, path: 'remove-background-from-logo', picture: emblem, expected: cutsOut },
  { ...plain, path: 'hd-picture-converter', scale: 2 },
  {
    ...plain,
    path: 'cleanup-pictures',
    picture: plated,
    masked: true,
    option: 'Telea, for thin lines',
    expected: fillsOnlyMarked,
  },
  {
    ...plain,
    path: 'ai-object-remover',
    picture: plated,
    masked: true,
    option: 'Telea, for thin lines',
    expected: fillsOnlyMarked,
  },
  { ...plain, path: 'remove-watermark-from-image', picture: plated, masked: true, expected: fillsOnlyMarked },
  { ...plain, path: 'unblur-image' },
  { ...plain, path: 'photo-restoration', expected: () => undefined },
  { ...plain, path: 'photo-to-anime-converter' },
  { ...plain, path: 'photo-to-sketch' },
  { ...plain, path: 'image-background-remover', expected: cutsOut },
];

/** Time for one tool: WebAssembly in one thread on a busy machine. */
const TOOL_TIMEOUT_MS = 300_000;

/** What every browser must be able to do: a walk through the site, and one picture through each tool until it is saved. */
export function describeBrowser(name: BrowserName): void {
  describe(`in ${name}`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'browsers-'));
    const visit = shareSession(name);
    let url: string;
    beforeAll(async () => {
      url = (await openHost()).url;
    });
    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    const save = async (pixels: Pixels, file: string) => {
      const path = join(folder, file);
      writeFileSync(path, (await pngFile(file, pixels)).buffer);
      return path;
    };
    const chooseFile = async (label: string, path: string) => {
      const selector = `input[aria-label="${label}"]`;
      await visit().untilHydrated(selector);
      await visit().chooseFile(selector, path);
    };

    walkTests(visit, () => url);

    foreignFileTests(visit, () => url);

    it.each(TOOLS)('$path gives a result', { timeout: TOOL_TIMEOUT_MS }, async (tool) => {
      const { open, until, select, click } = visit();
      await open(`${url}/${tool.path}`);
      await chooseFile('Choose image', await save(tool.picture, `${tool.path}.png`));
      await until(
        () => document.querySelector('[data-phase="ready"], [data-phase="working"], [data-phase="result"]') !== null,
      );
      if (tool.masked) {
        await chooseFile('Load mask', await save(mask, 'mask.png'));
        await until(() =>
          /(?:[1-9]|\.\d*[1-9])\d*% of the picture marked/.test(document.querySelector('main')?.textContent ?? ''),
        );
      }
      if (tool.option) await select(tool.option);
      await click('Generate');
      await until(() => document.querySelector('a[download]') !== null);
      const found = await measure(visit(), tool);
      expect(found).toMatchObject({ width: SIZE.width * tool.scale, height: SIZE.height * tool.scale });
      tool.expected(found);
    });

    it('saves and shows files that compiled encoders write', { timeout: TOOL_TIMEOUT_MS }, async () => {
      const { open, until, select, click } = visit();
      await open(`${url}/image-sharpener`);
      await chooseFile('Choose image', await save(ball, 'formats.png'));
      await until(
        () => document.querySelector('[data-phase="ready"], [data-phase="working"], [data-phase="result"]') !== null,
      );
      await click('Generate');
      await until(() => document.querySelector('a[download$=".png"]') !== null);
      const isShown = () => (document.querySelector<HTMLImageElement>('main img[alt="After"]')?.naturalWidth ?? 0) > 0;
      await select('JPEG');
      await until(() => document.querySelector('a[download$=".jpg"]') !== null);
      await until(isShown);
      await select('JPEG XL');
      await until(() => document.querySelector('a[download$=".jxl"]') !== null);
      await until(isShown);
    });

    it('remove-watermark-from-video gives a result', { timeout: TOOL_TIMEOUT_MS }, async () => {
      const { open, evaluate, until, select, click } = visit();
      const { x: left, y: top, width, height } = CLIP.mark;
      const marks = paintedBy(CLIP, (x, y) =>
        x >= left && x < left + width && y >= top && y < top + height ? 255 : 0,
      );
      await open(`${url}/remove-watermark-from-video`);
      await chooseFile('Choose video', CLIP.path);
      await until(() => document.querySelector('[role="slider"], input[type="range"]') !== null);
      await chooseFile('Load mask', await save(marks, 'video-mask.png'));
      await until(() => document.querySelector('[aria-label^="Watermark 1:"]') !== null);
      // The network would fill frame by frame, in one thread; the tools for pictures run it.
      await select('Fast fill');
      await click('Generate');
      await until(() => document.querySelector('a[download]') !== null);
      const found = await evaluate(
        async ({ mark, size }) => {
          const video = document.createElement('video');
          video.muted = true;
          video.src = document.querySelector<HTMLAnchorElement>('a[download]')?.href ?? '';
          await new Promise((resolve, reject) => {
            video.onloadeddata = resolve;
            video.onerror = () => reject(new Error(`The saved video does not play: ${video.error?.message}`));
          });
          const canvas = Object.assign(document.createElement('canvas'), size);
          const context = canvas.getContext('2d') as CanvasRenderingContext2D;
          context.drawImage(video, 0, 0);
          const { data } = context.getImageData(mark.x, mark.y, mark.width, mark.height);
          let sum = 0;
          for (let i = 1; i < data.length; i += 4) sum += data[i] as number;
          return {
            width: video.videoWidth,
            height: video.videoHeight,
            duration: video.duration,
            green: (4 * sum) / data.length,
          };
        },
        { mark: CLIP.mark, size: { width: CLIP.width, height: CLIP.height } },
      );
      expect(found).toMatchObject({ width: CLIP.width, height: CLIP.height });
      expect(found.duration).toBeCloseTo(CLIP.seconds, 1);
      // The mark is white, what it covers is not.
      expect(found.green).toBeLessThan(190);
    });
  });
}

/** Reads the result behind the download link with the browser's own decoder, and compares it with the picture. */
async function measure(view: Visit, { picture, scale }: Tool): Promise<Measured> {
  const found = await view.evaluate(async () => {
    const image = new Image();
    image.src = document.querySelector<HTMLAnchorElement>('a[download]')?.href ?? '';
    await image.decode();
    const { naturalWidth: width, naturalHeight: height } = image;
    const canvas = Object.assign(document.createElement('canvas'), { width, height });
    const context = canvas.getContext('2d') as CanvasRenderingContext2D;
    context.drawImage(image, 0, 0);
    let text = '';
    for (const value of context.getImageData(0, 0, width, height).data) text += String.fromCharCode(value);
    return { width, height, text: btoa(text) };
  });
  const data = Buffer.from(found.text, 'base64');
  const sums = { inside: 0, outside: 0 };
  const counts = { inside: 0, outside: 0 };
  const colour: [number, number, number] = [0, 0, 0];
  for (let y = 0; y < SIZE.height; y++) {
    for (let x = 0; x < SIZE.width; x++) {
      const part = isMarked(x, y) ? 'inside' : 'outside';
      const result = 4 * (y * scale * found.width + x * scale);
      for (const channel of [0, 1, 2] as const) {
        const value = data[result + channel] as number;
        sums[part] += Math.abs(value - (picture.data[4 * (y * SIZE.width + x) + channel] as number));
        counts[part] += 1;
        if (part === 'inside') colour[channel] += value / (MARKED.width * MARKED.height);
      }
    }
  }
  const centre = 4 * ((found.height / 2) * found.width + found.width / 2);
  return {
    width: found.width,
    height: found.height,
    inside: sums.inside / counts.inside,
    outside: sums.outside / counts.outside,
    alpha: [data[3] as number, data[centre + 3] as number],
    colour,
  };
}
