import { readFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright';
import type { Size } from '../../../site/engine/types.ts';
import { launchBrowser } from '../../browser.ts';
import { out, root } from '../../e2e/real-site.ts';
import { JOBS } from '../memory/jobs.ts';
import { processorSeconds } from '../memory/processes.ts';
import { drawMask, drawPhotograph, type Files, generate, openPhone, prepareJob, renderersOf } from '../phone.ts';
import { serveFolder } from '../tool-page.ts';

const SIZES: readonly Size[] = [
  { width: 800, height: 600 },
  { width: 1600, height: 1200 },
];

/** Enlarging takes minutes for each megapixel. */
const SIZES_OF: { readonly [tool: string]: readonly Size[] } = {
  hd: [
    { width: 240, height: 180 },
    { width: 400, height: 300 },
  ],
};

/** Seconds in the page's words: “18 sec”, “2 min”; null without a number. */
function secondsIn(text: string | null): number | null {
  const found = /([\d.]+)\s*(sec|min)/.exec(text ?? '');
  return found ? Number(found[1]) * (found[2] === 'min' ? 60 : 1) : null;
}

type Run = { readonly browser: Browser; readonly url: string; readonly minutes: number };

type Taken = {
  /** Shown before the start; null if nothing was shown. */
  readonly before: number | null;
  /** The first time left that was shown during the work. */
  readonly first: number | null;
  /** Processor time of the page's process: the clock's time on one idle thread. */
  readonly processor: number;
  readonly wall: number;
  readonly failure: string | null;
};

async function runFirst(tool: string, files: Files, { browser, url, minutes }: Run): Promise<Taken> {
  const job = JOBS[tool];
  if (!job) throw new Error(`No job ${tool}.`);
  const page = await openPhone(browser, `${url}${job.page}`);
  const session = await browser.newBrowserCDPSession();
  try {
    const pids = await renderersOf(session);
    await prepareJob(page, job, files);
    await watchTimeLeft(page);
    const note = page.getByText('Takes about', { exact: false });
    const before = (await note.count()) > 0 ? secondsIn(await note.first().textContent()) : null;
    const began = processorSeconds(pids);
    const clock = performance.now();
    const failure = await generate(page, minutes);
    const wall = (performance.now() - clock) / 1000;
    const processor = processorSeconds(pids) - began;
    const first = secondsIn(await page.evaluate(() => document.body.dataset.firstLeft ?? null));
    return { before, first, processor, wall, failure };
  } finally {
    await page.context().close();
  }
}

/** Notes the first time left that the page shows. */
async function watchTimeLeft(page: Page): Promise<void> {
  await page.evaluate(() => {
    const look = () => {
      const found = /About [\d.]+ (?:sec|min) left/.exec(document.querySelector('main')?.textContent ?? '');
      if (found) document.body.dataset.firstLeft ??= found[0];
    };
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
}

async function main(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { site: { type: 'string', default: join(root, out) }, minutes: { type: 'string', default: '20' } },
  });
  const tools = positionals.length > 0 ? positionals : Object.keys(JOBS);
  const unknown = tools.filter((name) => !(name in JOBS));
  if (unknown.length > 0) throw new Error(`No job ${unknown.join(', ')}; there are ${Object.keys(JOBS).join(', ')}.`);
  const host = await serveFolder(resolve(values.site));
  const browser = await launchBrowser();
  const print = (...cells: readonly string[]) => process.stdout.write(`| ${cells.join(' | ')} |\n`);
  const shown = (seconds: number | null) => (seconds === null ? '–' : seconds.toFixed(seconds < 10 ? 1 : 0));
  print('tool', 'megapixels', 'shown before, s', 'shown first, s', 'processor, s', 'ratio', 'wall, s');
  print('---', '---:', '---:', '---:', '---:', '---:', '---:');
  try {
    const bare = await browser.newPage();
    await bare.goto(`${host.url}/404.html`);
    const sample = await readFile(join(root, 'site/public/samples/sheep.webp'));
    for (const tool of tools)
      for (const size of SIZES_OF[tool] ?? SIZES) {
        const files = { photograph: await drawPhotograph(bare, sample, size), mask: await drawMask(bare, size) };
        const measured = await runFirst(tool, files, { browser, url: host.url, minutes: Number(values.minutes) });
        const { before, first, processor, wall, failure } = measured;
        const predicted = before ?? first;
        const ratio = predicted === null ? '–' : (predicted / processor).toFixed(2);
        const megapixels = ((size.width * size.height) / 1e6).toFixed(2);
        print(tool, megapixels, shown(before), shown(first), failure ?? shown(processor), ratio, shown(wall));
      }
  } finally {
    await browser.close();
    host.close();
  }
  process.stdout.write(
    `\n${cpus()[0]?.model.trim()}, one thread of WebAssembly, no graphics chip, a new profile each.\n`,
  );
}

await main(process.argv.slice(2));
