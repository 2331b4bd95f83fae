import { readFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright';
import { launchBrowser } from '../../browser.ts';
import { out, root } from '../../e2e/real-site.ts';
import { drawMask, drawPhotograph, type Files, generate, openPhone, prepareJob, renderersOf } from '../phone.ts';
import { serveFolder } from '../tool-page.ts';
import { JOBS, type MemoryJob } from './jobs.ts';
import { type Peak, processorSeconds, watchMemory } from './processes.ts';

const SIZE = { width: 4000, height: 3000 } as const;

type Row = {
  readonly name: string;
  readonly result: string;
  readonly open: Peak | null;
  readonly work: Peak | null;
  /** Of the renderer's processor time. */
  readonly seconds: number;
  /** By the clock. */
  readonly wall: number;
};

async function run(name: string, job: MemoryJob, { browser, url, files, minutes }: Run): Promise<Row> {
  const page = await openPhone(browser, `${url}${job.page}`);
  const session = await browser.newBrowserCDPSession();
  try {
    const pids = await renderersOf(session);
    const opening = watchMemory(pids);
    await prepareJob(page, job, files);
    const open = opening.stop();
    const watched = watchMemory(pids);
    const began = processorSeconds(pids);
    const clock = performance.now();
    const failure = await generate(page, minutes);
    const seconds = processorSeconds(pids) - began;
    const wall = (performance.now() - clock) / 1000;
    const work = watched.stop();
    const result = failure ?? (await sizeOfResult(page));
    return { name, result, open, work, seconds, wall };
  } catch (error) {
    return { name, result: String(error).split('\n')[0] ?? '', open: null, work: null, seconds: 0, wall: 0 };
  } finally {
    await page.context().close();
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
    const files = { photograph: await drawPhotograph(bare, sample, SIZE), mask: await drawMask(bare, SIZE) };
    await maker.close();
    for (const name of names) {
      const job = JOBS[name];
      if (!job) continue;
      // A browser of its own: no job begins with what another one left.
      const browser = await launchBrowser();
      try {
        const row = await run(name, job, { browser, url: host.url, files, minutes: Number(values.minutes) });
        const { result, open, work, seconds, wall } = row;
        const cells = [mb(open, 'residentMb'), mb(work, 'residentMb'), mb(work, 'ownMb'), `${seconds.toFixed(0)} s`];
        print(name, result, ...cells, `${wall.toFixed(0)} s`);
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
