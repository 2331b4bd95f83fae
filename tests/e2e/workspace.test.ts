import { readFile } from 'node:fs/promises';
import type { Page, Route } from 'playwright';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { concatBytes, u32Bytes } from '../../site/engine/codecs/bytes.ts';
import { pngChunk } from '../../site/engine/codecs/metadata.ts';
import type { Pixels } from '../../site/engine/types.ts';
import { axeViolations } from './checks/axe.ts';
import { movingElements } from './checks/motion.ts';
import { openHydrated } from './pages.ts';
import { type PictureFile, paintedBy, pixelsIn, pngFile } from './pictures.ts';
import { runsAll } from './real-site.ts';
import { visitSite } from './visited-site.ts';

/** The code of the workspace, on the built site and the development server. */
const STUDIO_CODE = /workspace\/Studio\.tsx|assets\/Studio-[^/]*\.js/;

const SIZE = { width: 96, height: 64 };

/** A soft texture at several scales: detail that a sharpener amplifies. */
const texture = (): Pixels =>
  paintedBy(SIZE, (x, y) => 60 + 14 * Math.sin(x * 0.9) * Math.sin(y * 0.7) + 10 * Math.sin(x * 2.1 + y * 1.3));

/** Mean absolute difference of neighbouring pixels. */
function detail({ data }: Pixels): number {
  let sum = 0;
  for (let i = 4; i < data.length; i += 4) sum += Math.abs((data[i] as number) - (data[i - 4] as number));
  return sum / (data.length / 4);
}

/** The file with sRGB declared by gamma and primaries, as some programs write it; browsers shift dark colours of such files. */
function withGamma({ buffer, ...file }: PictureFile): PictureFile {
  const at = buffer.indexOf('sRGB') - 4;
  const primaries = [31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000].map(u32Bytes);
  const declared = [pngChunk('gAMA', u32Bytes(45455)), pngChunk('cHRM', concatBytes(primaries))];
  return { ...file, buffer: Buffer.concat([buffer.subarray(0, at), ...declared, buffer.subarray(at + 13)]) };
}

describe('the workspace of a tool', () => {
  const site = visitSite();
  let page: Page;
  let picture: PictureFile;
  const problems: string[] = [];
  beforeAll(async () => {
    picture = await withGamma(await pngFile('edge.png', texture()));
  });
  beforeEach(async () => {
    problems.length = 0;
    page = await site.browser.newPage({ reducedMotion: 'reduce' });
    page.on('pageerror', (error) => problems.push(String(error)));
    await openHydrated(page, `${site.url}/image-sharpener`);
  });
  afterEach(() => page.close());

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const download = () => page.getByRole('link', { name: 'Download', exact: true });
  const choose = async (file = picture) => {
    await page.getByLabel('Choose image', { exact: true }).setInputFiles(file);
    await button('Generate').waitFor();
  };
  const shown = (name: string) =>
    page.getByRole('img', { name, exact: true }).evaluate(async (picture: HTMLImageElement) => {
      await picture.decode();
      const context = new OffscreenCanvas(picture.naturalWidth, picture.naturalHeight).getContext('2d')!;
      context.drawImage(picture, 0, 0);
      return [...context.getImageData(0, 0, picture.naturalWidth, picture.naturalHeight).data];
    });
  const saved = async () => {
    const [file] = await Promise.all([page.waitForEvent('download'), download().click()]);
    return { name: file.suggestedFilename(), bytes: new Uint8Array(await readFile(await file.path())) };
  };

  it('processes a chosen picture and saves the result as a file', async () => {
    await choose();
    expect(await shown('Before')).toEqual([...texture().data]);
    expect(await page.evaluate(movingElements), 'in spite of reduced motion').toEqual([]);
    await button('Generate').click();
    const { name, bytes } = await saved();
    expect(name).toBe('edge-sharp.png');
    const result = await pixelsIn(page, bytes);
    expect(result).toMatchObject(SIZE);
    expect(detail(result)).toBeGreaterThan(1.05 * detail(texture()));
    expect(problems).toEqual([]);
  });

  it('has no violations that axe reports, with a result', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await choose();
    await button('Generate').click();
    await download().waitFor();
    expect(await axeViolations(page)).toEqual([]);
  });

  it('starts when the engine has started, where “Generate” was pressed before', async () => {
    let answer = () => {};
    const started = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/models/manifest.json', (route) => started.then(() => route.continue()));
    await choose();
    // Sooner than the engine starts without the list of models.
    await button('Generate').click({ timeout: 10_000 });
    answer();
    expect(detail(await pixelsIn(page, (await saved()).bytes))).toBeGreaterThan(1.05 * detail(texture()));
  });

  it.runIf(runsAll)('opens a picture that was chosen before hydration', async () => {
    let release = () => {};
    const held = new Promise<void>((done) => {
      release = done;
    });
    await page.route('**/*', async (route) => {
      if (route.request().resourceType() === 'script') await held;
      await route.continue();
    });
    await page.goto(`${site.url}/image-sharpener`, { waitUntil: 'commit' });
    await page.getByLabel('Choose image', { exact: true }).setInputFiles(picture);
    release();
    await button('Generate').waitFor();
  });

  it.runIf(runsAll)('encodes the result again when another format is chosen, without another run', async () => {
    await choose();
    await button('Generate').click();
    await download().waitFor();
    await page.getByLabel('Format', { exact: true }).selectOption('image/jpeg');
    await page.waitForFunction(
      () => document.querySelector('a[download]')?.getAttribute('download') === 'edge-sharp.jpg',
    );
    expect([...(await saved()).bytes.slice(0, 3)]).toEqual([0xff, 0xd8, 0xff]);
  });

  it.runIf(runsAll)('undoes and redoes changes of options', async () => {
    await choose();
    const method = page.getByLabel('Method', { exact: true });
    await method.selectOption('ai');
    await button('Undo').click();
    const isSet = (value: string) => expect.poll(() => method.inputValue()).toBe(value);
    await isSet('instant');
    await button('Redo').click();
    await isSet('ai');
    await button('Reset options').click();
    await isSet('instant');
  });

  it.runIf(runsAll)('reports a damaged file and opens another one', async () => {
    await choose({ ...picture, buffer: picture.buffer.subarray(0, 60) });
    const alert = page.getByRole('alert');
    await alert.getByText('The file is damaged').waitFor();
    await alert.getByRole('button', { name: 'Another picture' }).click();
    await choose();
    await button('Generate').click();
    await download().waitFor();
  });

  it.runIf(runsAll)('gives up code that a silent server does not send, and opens the picture on request', async () => {
    const silent: Route[] = [];
    await page.route(STUDIO_CODE, (route) => void silent.push(route));
    await page.clock.install();
    await page.getByLabel('Choose image', { exact: true }).setInputFiles(picture);
    await expect.poll(() => silent.length).toBeGreaterThan(0);
    await page.clock.fastForward(60_000);
    const retry = page.getByRole('alert').getByRole('button', { name: 'Try again', exact: true });
    await retry.waitFor();
    await Promise.all(silent.map((route) => route.continue()));
    await retry.click();
    await button('Generate').waitFor();
  });

  it.runIf(runsAll)('opens the picture on request once its worker can be loaded again', async () => {
    // The script of a worker cannot be intercepted: its address leads to nothing instead.
    await page.evaluate(() => {
      const Real = window.Worker;
      const Lost = class extends Real {
        constructor() {
          super('/missing.worker.js', { type: 'module' });
        }
      };
      window.Worker = Lost;
      window.addEventListener('worker-is-back', () => {
        window.Worker = Real;
      });
    });
    await page.getByLabel('Choose image', { exact: true }).setInputFiles(picture);
    const alert = page.getByRole('alert');
    await alert.getByText('A part of the tool could not be loaded', { exact: true }).waitFor();
    await page.evaluate(() => window.dispatchEvent(new Event('worker-is-back')));
    await alert.getByRole('button', { name: 'Try again', exact: true }).click();
    await button('Generate').click();
    await download().waitFor();
  });

  it.runIf(runsAll)('asks before a link discards a result, then follows the link', async () => {
    await choose();
    await button('Generate').click();
    await download().waitFor();
    const blog = page.getByRole('link', { name: 'Blog', exact: true }).first();
    await blog.click();
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
    await dialog.getByRole('button', { name: 'Stay' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).toBe('/image-sharpener');
    await blog.click();
    await dialog.getByRole('button', { name: 'Leave' }).click();
    await page.waitForURL('**/blog');
  });

  it.runIf(runsAll)('takes the picture along to another tool, as its result if it has one', async () => {
    await choose();
    await page.locator('[data-phase=ready]').waitFor();
    const menu = (name: string) => page.getByRole('banner').getByRole('button', { name, exact: true });
    await menu('Remove').click();
    await page.getByRole('banner').getByRole('link', { name: 'Clean up pictures', exact: true }).click();
    await page.waitForURL('**/cleanup-pictures');
    await page.getByRole('group', { name: /^Mask on the picture/ }).waitFor();
    await page.locator('[data-phase=ready]').waitFor();
    await menu('Filters').click();
    await page.getByRole('banner').getByRole('link', { name: 'Photo to sketch', exact: true }).click();
    await download().waitFor();
    await menu('Enhance').click();
    await page.getByRole('banner').getByRole('link', { name: 'Image sharpener', exact: true }).click();
    await page.waitForURL('**/image-sharpener');
    await button('Generate').click();
    await download().waitFor();
    expect(await download().getAttribute('download')).toBe('edge-sketch-sharp.png');
  });

  it.runIf(runsAll)('processes several pictures and saves them as one ZIP file', async () => {
    await page.getByLabel('Choose image', { exact: true }).setInputFiles([picture, { ...picture, name: 'other.png' }]);
    await button('Generate').click();
    await page.getByText('2 pictures are ready').waitFor();
    const [file] = await Promise.all([page.waitForEvent('download'), button('Download all (ZIP)').click()]);
    const bytes = await readFile(await file.path());
    expect(file.suggestedFilename()).toBe('sharp.zip');
    for (const name of ['edge-sharp.png', 'other-sharp.png']) expect(bytes.includes(name)).toBe(true);
  });

  it.runIf(runsAll)(
    'shows no broken thumbnail for a file of a batch that waits and that the browser cannot show',
    async () => {
      const files = [picture, { ...picture, name: 'other.png', buffer: Buffer.from('no picture') }];
      // Without it, the workspace does not start its engine.
      await page.route('**/models/manifest.json', () => undefined);
      await page.getByLabel('Choose image', { exact: true }).setInputFiles(files);
      const thumbnails = page.locator('li button[aria-pressed]');
      const broken = () =>
        thumbnails.locator('img').evaluateAll((all) => {
          const states = all
            .map((one) => one as HTMLImageElement)
            .map(({ complete, naturalWidth }) => [complete, naturalWidth]);
          return [states.length, states.filter(([complete, width]) => !complete || width === 0).length];
        });
      await expect.poll(() => thumbnails.count()).toBe(2);
      await expect.poll(broken, { timeout: 5000 }).toEqual([1, 0]);
    },
  );

  it.runIf(runsAll)('says that a ZIP file cannot be created, and keeps its results as not downloaded', async () => {
    await page.getByLabel('Choose image', { exact: true }).setInputFiles([picture, { ...picture, name: 'other.png' }]);
    await button('Generate').click();
    await page.getByText('2 pictures are ready').waitFor();
    await page.evaluate(() => {
      Blob.prototype.stream = () => {
        throw new DOMException('The requested file could not be read.', 'NotReadableError');
      };
    });
    await button('Download all (ZIP)').click();
    await page.getByText('The ZIP file could not be created.', { exact: false }).waitFor({ timeout: 10_000 });
    await button('Another picture').click();
    await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
  });
});
