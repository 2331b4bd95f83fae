import { readFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser, CDPSession, Page } from 'playwright';
import { launchBrowser } from '../../browser.ts';
import { remember, UNFOLDED } from '../../e2e/pages.ts';
import { out, root } from '../../e2e/real-site.ts';
import { serveFolder, setOption } from '../tool-page.ts';
import { JOBS, type MemoryJob } from './jobs.ts';
import { type Peak, processorSeconds, watchMemory } from './processes.ts';

const SIZE = { width: 4000, height: 3000 } as const;

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

/** Serves a built site as a host without headers does: networks run on one thread. */
/** A photograph of 12 megapixels in JPEG: a sample of the site, enlarged, with fine grain as a camera's. */
async function drawPhotograph(page: Page, sample: Buffer): Promise<Buffer> {
  const text = await page.evaluate(
    async ({ content, width, height }) => {
      const bytes = Uint8Array.from(atob(content), (character) => character.charCodeAt(0));
      const context = new OffscreenCanvas(width, height).getContext('2d') as OffscreenCanvasRenderingContext2D;
      context.imageSmoothingQuality = 'high';
      context.drawImage(await createImageBitmap(new Blob([bytes])), 0, 0, width, height);
      for (let y = 0; y < height; y += 100) {
        const strip = context.getImageData(0, y, width, 100);
        let seed = y + 1;
        for (let i = 0; i < strip.data.length; i++) {
          seed = (seed * 1103515245 + 12345) & 0x7fffffff;
          if (i % 4 < 3) strip.data[i] = (strip.data[i] ?? 0) + ((seed >> 16) % 9) - 4;
        }
        context.putImageData(strip, 0, y);
      }
      const blob = await context.canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 });
      const found = new Uint8Array(await blob.arrayBuffer());
      let letters = '';
      for (let i = 0; i < found.length; i += 8192) letters += String.fromCharCode(...found.subarray(i, i + 8192));
      return btoa(letters);
    },
    { content: sample.toString('base64'), ...SIZE },
  );
  return Buffer.from(text, 'base64');
}

/** A mask of the photograph's size: an ellipse in the middle. */
async function drawMask(page: Page): Promise<Buffer> {
  const text = await page.evaluate(async ({ width, height }) => {
    const context = new OffscreenCanvas(width, height).getContext('2d') as OffscreenCanvasRenderingContext2D;
    context.fillRect(0, 0, width, height);
    context.fillStyle = '#fff';
    context.beginPath();
    context.ellipse(width / 2, height / 2, width / 14, height / 14, 0, 0, 7);
    context.fill();
    const found = new Uint8Array(await (await context.canvas.convertToBlob()).arrayBuffer());
    let letters = '';
    for (let i = 0; i < found.length; i += 8192) letters += String.fromCharCode(...found.subarray(i, i + 8192));
    return btoa(letters);
  }, SIZE);
  return Buffer.from(text, 'base64');
}

/** The renderer processes of the browser: the one of the page, and perhaps a spare one. */
async function renderersOf(session: CDPSession): Promise<readonly number[]> {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
}

type Row = {
  readonly name: string;
  readonly result: string;
  readonly open: Peak | null;
  readonly work: Peak | null;
  readonly seconds: number;
  readonly estimate: string;
};

type Files = { readonly photograph: Buffer; readonly mask: Buffer };

async function run(name: string, job: MemoryJob, { browser, url, files, minutes }: Run): Promise<Row> {
  const context = await browser.newContext({
    userAgent: IPHONE,
    viewport: { width: 360, height: 740 },
    deviceScaleFactor: 1,
    hasTouch: true,
    isMobile: true,
    acceptDownloads: true,
    serviceWorkers: 'block',
  });
  await context.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'deviceMemory', { get: () => undefined });
    Object.defineProperty(Navigator.prototype, 'gpu', { get: () => undefined });
  });
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  const session = await browser.newBrowserCDPSession();
  try {
    await remember(page, { ...UNFOLDED, 'safelight-automatic': false });
    await page.goto(`${url}${job.page}`, { waitUntil: 'load' });
    const pids = await renderersOf(session);
    const opening = watchMemory(pids);
    await page.getByLabel('Choose image', { exact: true }).setInputFiles({
      name: 'bench.jpg',
      mimeType: 'image/jpeg',
      buffer: files.photograph,
    });
    await page.waitForFunction(() => document.querySelector('[data-phase="ready"]') !== null);
    const show = page.getByRole('button', { name: 'Show options' });
    if (await show.isVisible()) await show.click();
    for (const [label, value] of Object.entries(job.options ?? {})) await setOption(page, label, value);
    if (job.mask)
      await page
        .getByLabel('Load mask', { exact: true })
        .setInputFiles({ name: 'mask.png', mimeType: 'image/png', buffer: files.mask });
    const hide = page.getByRole('button', { name: 'Hide options' }).first();
    if (await hide.isVisible()) await hide.click();
    await page.waitForTimeout(1500);
    const open = opening.stop();
    const watched = watchMemory(pids);
    const began = processorSeconds(pids);
    const clock = performance.now();
    await page.getByRole('button', { name: 'Generate', exact: true }).click();
    const link = page.locator('a[download^="bench"]');
    const refusal = page.locator('[data-phase="error"]').getByRole('alert').first();
    await Promise.race([
      link.waitFor({ timeout: minutes * 60_000 }),
      refusal.waitFor({ timeout: minutes * 60_000 }),
    ]).catch(() => undefined);
    const seconds = processorSeconds(pids) - began;
    const wall = (performance.now() - clock) / 1000;
    const work = watched.stop();
    const result = (await link.isVisible())
      ? await sizeOfResult(page)
      : (await refusal.isVisible())
        ? `refused: ${((await refusal.textContent()) ?? '').replace(/\s+/g, ' ').slice(0, 160)}`
        : `no result after ${minutes} minutes`;
    return { name, result, open, work, seconds, estimate: `${wall.toFixed(0)} s` };
  } catch (error) {
    return { name, result: String(error).split('\n')[0] ?? '', open: null, work: null, seconds: 0, estimate: '' };
  } finally {
    await session.detach();
    await context.close();
  }
}

/** Width and height of the result, of its file. */
async function sizeOfResult(page: Page): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent('download'), page.locator('a[download^="bench"]').click()]);
  const bytes = await readFile(await file.path());
  const context = await page.context().browser()?.newPage();
  if (!context) return '';
  try {
    const size = await context.evaluate(async (content) => {
      const response = await fetch(`data:application/octet-stream;base64,${content}`);
      const { width, height } = await createImageBitmap(await response.blob());
      return `${width} × ${height}`;
    }, bytes.toString('base64'));
    return size;
  } finally {
    await context.close();
  }
}

type Run = { readonly browser: Browser; readonly url: string; readonly files: Files; readonly minutes: number };

const mb = (peak: Peak | null, part: keyof Peak): string => (peak ? `${Math.round(peak[part])}` : '–');

async function main(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { site: { type: 'string', default: join(root, out) }, minutes: { type: 'string', default: '30' } },
  });
  const unknown = positionals.filter((name) => !(name in JOBS));
  if (unknown.length > 0) throw new Error(`No job ${unknown.join(', ')}; there are ${Object.keys(JOBS).join(', ')}.`);
  const names = positionals.length > 0 ? positionals : Object.keys(JOBS);
  const host = await serveFolder(resolve(values.site));
  const print = (...cells: readonly string[]) => process.stdout.write(`| ${cells.join(' | ')} |\n`);
  print('tool', 'result', 'open, MB', 'work, MB', 'work, own MB', 'processor', 'wall');
  print('---', '---', '---:', '---:', '---:', '---:', '---:');
  try {
    const maker = await launchBrowser();
    const bare = await maker.newPage();
    await bare.goto(`${host.url}/404.html`);
    const sample = await readFile(join(root, 'site/public/samples/sheep.webp'));
    const files = { photograph: await drawPhotograph(bare, sample), mask: await drawMask(bare) };
    await maker.close();
    for (const name of names) {
      const job = JOBS[name];
      if (!job) continue;
      // A browser of its own: no job begins with what another one left.
      const browser = await launchBrowser();
      try {
        const row = await run(name, job, { browser, url: host.url, files, minutes: Number(values.minutes) });
        const { result, open, work, seconds, estimate } = row;
        const cells = [mb(open, 'residentMb'), mb(work, 'residentMb'), mb(work, 'ownMb'), `${seconds.toFixed(0)} s`];
        print(name, result, ...cells, estimate);
      } finally {
        await browser.close();
      }
    }
  } finally {
    host.close();
  }
  process.stdout.write(`\n${cpus()[0]?.model.trim()}, one thread of WebAssembly, no graphics chip.\n`);
}

await main(process.argv.slice(2));
