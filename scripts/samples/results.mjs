#!/usr/bin/env node
// Runs the samples through the tools of the built site, as a visitor would, and stores the results.
// node scripts/samples/results.mjs [folder of the built site] [tool …]. README: scripts/samples/README.md.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join, resolve } from 'node:path';
import { chromium } from 'playwright';
import sirv from 'sirv';
import { runnerImport } from 'vite';
import { installedBrowser, root } from '../ensure.mjs';
import { cleanFilm } from './film.mjs';

const SAMPLES = join(root, 'site/public/samples');
/** Maximum widths of results and of their small copies in pixels, by suffix of the file name. */
const WIDTHS = { '': 960, '-480': 480 };
const MAX_BYTES = 60_000;
/** Enough for the slowest network on a slow machine. */
const TIMEOUT_MS = 300_000;

const [folder = 'dist', ...requestedTools] = process.argv.slice(2);
const files = sirv(resolve(root, folder), { dev: true });
const server = createServer((request, response) => {
  response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
  response.setHeader('Cross-Origin-Embedder-Policy', 'require-corp');
  files(request, response, () => response.writeHead(404).end());
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const { port } = server.address();
const browser = await chromium.launch({
  executablePath: installedBrowser() ?? undefined,
  args: ['--no-sandbox', '--disable-quic', '--disable-background-networking'],
});
const context = await browser.newContext();

try {
  const { module } = await runnerImport(join(root, 'site/tools/registry.ts'), { logLevel: 'error' });
  for (const tool of module.TOOLS) {
    if (requestedTools.length > 0 && !requestedTools.includes(tool.id)) continue;
    try {
      await createResult(tool);
    } catch (error) {
      console.log(`${tool.id}: kept the earlier result (${error.message.split('\n')[0]})`);
    }
  }
} finally {
  await browser.close();
  server.close();
}

async function createResult({ id, path, kind, result: { sample, mask } }) {
  const page = await context.newPage();
  try {
    page.setDefaultTimeout(TIMEOUT_MS);
    await page.goto(`http://127.0.0.1:${port}${path}`, { waitUntil: 'networkidle' });
    const picture = await readFile(join(SAMPLES, kind === 'video' ? `${sample}.webm` : `${sample}.webp`));
    const pair =
      kind === 'video'
        ? await cleanFilm(page, { film: picture, patience: TIMEOUT_MS })
        : { before: picture, after: await runTool(page, { name: `${sample}.webp`, picture, mask }) };
    await storePair(page, { tool: id, pair });
  } finally {
    await page.close();
  }
}

async function runTool(page, { name, picture, mask }) {
  await page
    .getByLabel('Choose image', { exact: true })
    .setInputFiles({ name, mimeType: 'image/webp', buffer: picture }, { timeout: 10_000 });
  const generate = page.getByRole('button', { name: 'Generate', exact: true });
  await generate.waitFor({ timeout: 60_000 });
  if (mask) {
    const buffer = Buffer.from(await page.evaluate(drawMask, mask), 'base64');
    await page
      .getByLabel('Load mask', { exact: true })
      .setInputFiles({ name: 'mask.png', mimeType: 'image/png', buffer });
    await page.waitForTimeout(1500);
  }
  await generate.click();
  const link = page.getByRole('link', { name: 'Download', exact: true });
  await link.waitFor();
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  return readFile(await download.path());
}

async function storePair(page, { tool, pair }) {
  await mkdir(join(SAMPLES, tool), { recursive: true });
  for (const [side, bytes] of Object.entries(pair)) {
    for (const [ending, width] of Object.entries(WIDTHS)) {
      const url = `data:application/octet-stream;base64,${bytes.toString('base64')}`;
      const picture = await page.evaluate(scaled, { url, width, largest: MAX_BYTES });
      const file = Buffer.from(picture.file, 'base64');
      await writeFile(join(SAMPLES, tool, `${side}${ending}.webp`), file);
      console.log(`${tool}/${side}${ending}: ${picture.width} × ${picture.height}, ${file.length} bytes`);
    }
  }
}

/** Runs in the page: draws a mask of ellipses `[x, y, rx, ry]` in fractions of the picture, white on black. */
function drawMask(ellipses) {
  const canvas = Object.assign(document.createElement('canvas'), { width: 960, height: 640 });
  const context = canvas.getContext('2d');
  context.fillRect(0, 0, 960, 640);
  context.fillStyle = '#fff';
  for (const [x, y, rx, ry] of ellipses) {
    context.beginPath();
    context.ellipse(x * 960, y * 640, rx * 960, ry * 640, 0, 0, 7);
    context.fill();
  }
  return canvas.toDataURL('image/png').split(',')[1];
}

/** Runs in the page: scales a picture to at most `width` pixels and encodes it as WebP of at most `largest` bytes. */
async function scaled({ url, width: maxWidth, largest }) {
  const bitmap = await createImageBitmap(await (await fetch(url)).blob());
  const width = Math.min(maxWidth, bitmap.width);
  const height = Math.round((bitmap.height * width) / bitmap.width);
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d');
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, width, height);
  for (let quality = 0.84; ; quality -= 0.06) {
    const file = canvas.toDataURL('image/webp', quality).split(',')[1];
    if (file.length * 0.75 <= largest || quality < 0.3) return { file, width, height };
  }
}
