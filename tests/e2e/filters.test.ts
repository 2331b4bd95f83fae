import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { encodePng } from '../../site/engine/codecs/png-encode.ts';
import type { Pixels } from '../../site/engine/types.ts';
import { openHydrated } from './pages.ts';
import { runsAll } from './real-site.ts';
import { visitSite } from './visited-site.ts';

const SIZE = { width: 72, height: 54 };

/** A dark disc with a soft shadow on a light background, in colour. */
function disc(): Pixels {
  const data = new Uint8ClampedArray(SIZE.width * SIZE.height * 4);
  for (let i = 0; i < SIZE.width * SIZE.height; i++) {
    const [x, y] = [i % SIZE.width, Math.floor(i / SIZE.width)];
    const inside = Math.hypot(x - 36, y - 27) < 16;
    data.set(inside ? [150 - x, 60 + y / 2, 50, 255] : [225, 215 - y / 3, 190, 255], i * 4);
  }
  return { ...SIZE, data };
}

/** Pixels of a picture file, decoded by the site.browser. */
async function pixelsIn(page: Page, bytes: Uint8Array, type: string): Promise<Pixels> {
  const found = await page.evaluate(
    async ({ content, type: kind }) => {
      const image = new Image();
      image.src = URL.createObjectURL(new Blob([new Uint8Array(content)], { type: kind }));
      await image.decode();
      const context = new OffscreenCanvas(image.naturalWidth, image.naturalHeight).getContext('2d');
      context?.drawImage(image, 0, 0);
      const { width, height, data } = context?.getImageData(0, 0, image.naturalWidth, image.naturalHeight) ?? {
        width: 0,
        height: 0,
        data: [],
      };
      return { width, height, data: [...data] };
    },
    { content: [...bytes], type },
  );
  return { ...found, data: Uint8ClampedArray.from(found.data) };
}

const at = ({ width, data }: Pixels, x: number, y: number) => [
  ...data.subarray(4 * (y * width + x), 4 * (y * width + x) + 4),
];
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Mean brightness of a box, 0..255. */
const light = (picture: Pixels, [x, y, side]: readonly [number, number, number]) =>
  mean(
    Array.from({ length: side * side }, (_, k) =>
      mean(at(picture, x + (k % side), y + Math.floor(k / side)).slice(0, 3)),
    ),
  );

const site = visitSite();
let page: Page;
let picture: { readonly name: string; readonly mimeType: string; readonly buffer: Buffer };
const problems: string[] = [];
beforeAll(async () => {
  const file = await encodePng(disc(), { onProgress: async () => undefined });
  picture = { name: 'disc.png', mimeType: 'image/png', buffer: Buffer.from(await file.arrayBuffer()) };
});
beforeEach(async () => {
  problems.length = 0;
  page = await site.browser.newPage({ reducedMotion: 'reduce' });
  page.on('pageerror', (error) => problems.push(String(error)));
});
afterEach(() => page.close());

const open = async (path: string) => {
  await openHydrated(page, `${site.url}${path}`);
  await page.getByLabel('Choose image', { exact: true }).setInputFiles(picture);
  // Nobody has pressed “Generate”.
  await page.getByRole('link', { name: 'Download', exact: true }).waitFor();
};
const make = async () => {
  await page.getByRole('button', { name: 'Generate', exact: true }).click();
  const link = page.getByRole('link', { name: 'Download', exact: true });
  const [file] = await Promise.all([page.waitForEvent('download'), link.click()]);
  return { name: file.suggestedFilename(), bytes: new Uint8Array(await readFile(await file.path())) };
};

describe('progress of a run', () => {
  it('renders nothing but itself again with each report', async () => {
    type Held = { report: (done: number) => void };
    type Posted = { readonly id: number; readonly task?: { readonly kind: string; readonly job?: object } };
    await page.addInitScript(() => {
      const { postMessage } = Worker.prototype;
      // The worker never gets the job, and the test reports in its place.
      Worker.prototype.postMessage = function (this: Worker, message: Posted, ...rest: never[]) {
        if (message.task?.kind !== 'run') return postMessage.call(this, message, ...rest);
        (window as unknown as Held).report = (done) => {
          const progress = { stage: 'process', done, etaMs: null };
          const data = { kind: 'progress', id: message.id, progress };
          this.dispatchEvent(new MessageEvent('message', { data }));
        };
      } as typeof postMessage;
    });
    await openHydrated(page, `${site.url}/photo-to-sketch`);
    await page.getByLabel('Choose image', { exact: true }).setInputFiles(picture);
    const bar = page.getByRole('progressbar');
    await bar.waitFor();
    await page.waitForFunction(() => 'report' in window);
    const slider = await page.getByLabel('Line weight', { exact: true }).elementHandle();
    // React gives an element new properties whenever the component around it renders.
    const rendered = await page.evaluate(async (input) => {
      const propsOf = () => Object.entries(input ?? {}).find(([name]) => name.startsWith('__reactProps'))?.[1];
      const known = new Set<unknown>();
      for (let tenth = 1; tenth < 10; tenth += 1) {
        (window as unknown as Held).report(tenth / 10);
        await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
        known.add(propsOf());
      }
      return known.size;
    }, slider);
    await expect.poll(() => bar.getAttribute('aria-valuenow')).toBe('90');
    expect(rendered).toBe(1);
  });
});

describe('photo to anime', () => {
  it('starts by itself, and saves a file with lines around flat colours', async () => {
    await open('/photo-to-anime-converter');
    const { name, bytes } = await make();
    expect(name).toBe('disc-anime.png');
    const result = await pixelsIn(page, bytes, 'image/png');
    expect(result).toMatchObject(SIZE);
    const [red = 0, , blue = 0] = at(result, 36, 27);
    expect(red - blue).toBeGreaterThan(40);
    const rim = Math.min(...[17, 18, 19, 20, 21, 22, 23].map((x) => light(result, [x, 26, 2])));
    expect(rim).toBeLessThan(light(result, [34, 25, 4]) - 12);
    expect(problems).toEqual([]);
  });
});

describe('photo to sketch', () => {
  it.runIf(runsAll)('starts by itself, and draws in grey on white paper', async () => {
    await open('/photo-to-sketch');
    const { name, bytes } = await make();
    expect(name).toBe('disc-sketch.png');
    const result = await pixelsIn(page, bytes, 'image/png');
    expect(result).toMatchObject(SIZE);
    for (const [x, y] of [
      [36, 27],
      [5, 5],
    ] as const) {
      const [r = 0, g = 0, b = 0] = at(result, x, y);
      expect(Math.max(r, g, b) - Math.min(r, g, b)).toBeLessThan(12);
    }
    expect(light(result, [4, 4, 6])).toBeGreaterThan(light(result, [33, 24, 6]) + 40);
    expect(problems).toEqual([]);
  });

  it.runIf(runsAll)('shows each medium on the picture itself, and draws in the chosen one', async () => {
    await open('/photo-to-sketch');
    const media = page.getByRole('group', { name: 'Medium', exact: true });
    // As soon as there is a result, and before the thumbnails are computed.
    const shown = await media.getByRole('radio').evaluateAll((all) =>
      all.map((radio) => {
        const picture = radio.nextElementSibling?.firstElementChild;
        return picture instanceof HTMLCanvasElement || (picture instanceof HTMLImageElement && picture.complete);
      }),
    );
    expect(shown).toEqual([true, true, true, true]);
    const { bytes: pencil } = await make();
    await expect.poll(() => media.locator('canvas').count(), { timeout: 60_000 }).toBe(4);
    const thumbnails = await media
      .locator('canvas')
      .evaluateAll((all) => all.map((canvas) => (canvas as HTMLCanvasElement).toDataURL()));
    expect(new Set(thumbnails).size).toBe(4);
    expect(await media.getByRole('radio', { name: 'Pencil', exact: true }).isChecked()).toBe(true);
    await media.getByRole('radio', { name: 'Coloured pencil', exact: true }).check({ force: true });
    const { bytes: colour } = await make();
    expect(Buffer.compare(pencil, colour)).not.toBe(0);
    expect(problems).toEqual([]);
  });

  it.runIf(runsAll)(
    'marks the chosen medium and what is unavailable where the colours are those of the system, and the logo is legible',
    async () => {
      await page.emulateMedia({ forcedColors: 'active', colorScheme: 'light' });
      await open('/photo-to-sketch');
      const media = page.getByRole('group', { name: 'Medium', exact: true });
      const outlines = await media
        .locator('label')
        .evaluateAll((all) => all.map((label) => getComputedStyle(label).outlineStyle));
      expect(outlines).toEqual(['solid', 'none', 'none', 'none']);
      const undo = page.getByRole('button', { name: 'Undo', exact: true, disabled: true });
      const [color, grey] = await undo.evaluate((button) => {
        const sample = button.parentElement?.appendChild(document.createElement('span')) as HTMLElement;
        sample.style.color = 'GrayText';
        return [getComputedStyle(button).color, getComputedStyle(sample).color];
      });
      expect(color).toBe(grey);
      // Drawn in a light colour, on the white of the system.
      const logo = page.locator('header a img').first();
      const filter = () => logo.evaluate((image) => getComputedStyle(image).filter);
      expect(await filter()).toContain('invert(1)');
      await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
      expect(await filter()).toBe('none');
    },
  );

  it.runIf(runsAll)('saves an SVG with the same outlines', async () => {
    await open('/photo-to-sketch');
    await page.getByLabel('Lines as SVG', { exact: true }).check();
    await page.getByLabel('Format', { exact: true }).waitFor({ state: 'detached' });
    const { name, bytes } = await make();
    expect(name).toBe('disc-sketch.svg');
    const text = new TextDecoder().decode(bytes);
    expect(text).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" width="72" height="54"/);
    const curves = [...text.matchAll(/<path d="(M[^"]+)"/g)].map(([, d = '']) => d);
    expect(curves.length).toBeGreaterThan(0);
    const points = curves.flatMap((d) =>
      [...d.matchAll(/(-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]),
    );
    for (const [x = 0, y = 0] of points) expect(Math.abs(Math.hypot(x - 36.5, y - 27.5) - 16)).toBeLessThan(4);
    const shown = await pixelsIn(page, bytes, 'image/svg+xml');
    expect(shown).toMatchObject(SIZE);
    expect(problems).toEqual([]);
  });
});
