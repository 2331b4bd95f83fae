#!/usr/bin/env node
// Draws the small pictures of the tools' cards from their results: TOOL/card-before-WIDTH.avif and card-after-WIDTH.avif.
// node scripts/samples/cards.mjs [tool …]. README: scripts/samples/README.md.
import { readFile, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import encode, { init } from '@jsquash/avif/encode.js';
import { chromium } from 'playwright';
import { runnerImport } from 'vite';
import { installedBrowser, root } from '../ensure.mjs';

const SAMPLES = join(root, 'site/public/samples');
/** Quality of AVIF, 0..100; lower for the larger width, whose pixels are half as large on a screen. */
const QUALITY = { 400: 55, 560: 48 };
/** A file that would be larger takes a lower quality, down to `MIN_QUALITY`. */
const MAX_BYTES = 11_000;
const MIN_QUALITY = 20;

const encoder = createRequire(import.meta.url).resolve('@jsquash/avif/codec/enc/avif_enc.wasm');
await init(await WebAssembly.compile(await readFile(encoder)));
const requestedTools = process.argv.slice(2);
const browser = await chromium.launch({ executablePath: installedBrowser() ?? undefined, args: ['--no-sandbox'] });
try {
  const { module } = await runnerImport(join(root, 'site/tools/registry.ts'), { logLevel: 'error' });
  const page = await browser.newPage();
  for (const { id, result } of module.TOOLS) {
    if (requestedTools.length > 0 && !requestedTools.includes(id)) continue;
    for (const side of ['before', 'after'])
      for (const width of Object.keys(QUALITY).map(Number)) {
        const picture = await readFile(join(SAMPLES, id, `${side}.webp`), 'base64');
        const { pixels, ...size } = await page.evaluate(cropped, { picture, view: result.view ?? [0, 0, 1], width });
        const data = Uint8ClampedArray.from(Buffer.from(pixels, 'base64'));
        const file = await encoded({ ...size, data, colorSpace: 'srgb' }, QUALITY[width]);
        const path = join(SAMPLES, id, `card-${side}-${width}.avif`);
        await writeFile(path, Buffer.from(file));
        console.log(`${path.slice(root.length)}: ${(await stat(path)).size} bytes`);
      }
  }
} finally {
  await browser.close();
}

/** AVIF of the quality, or of a lower one that keeps the file small. */
async function encoded(image, quality) {
  const file = await encode(image, { quality, speed: 5, subsample: 1 });
  return file.byteLength <= MAX_BYTES || quality <= MIN_QUALITY ? file : encoded(image, quality - 7);
}

/** Runs in the page: the region `view` (left, top and width as fractions) of a picture at 3 : 2, as RGBA in base64. */
async function cropped({ picture, view: [x, y, widthFraction], width }) {
  const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes]));
  const height = Math.round((width * 2) / 3);
  const context = new OffscreenCanvas(width, height).getContext('2d');
  context.imageSmoothingQuality = 'high';
  // Results of other proportions are cut at the middle, as cards show them.
  const [fullWidth, fullHeight] =
    bitmap.width * 2 > bitmap.height * 3 ? [bitmap.height * 1.5, bitmap.height] : [bitmap.width, bitmap.width / 1.5];
  const [left, top] = [(bitmap.width - fullWidth) / 2, (bitmap.height - fullHeight) / 2];
  context.drawImage(
    bitmap,
    left + x * fullWidth,
    top + y * fullHeight,
    widthFraction * fullWidth,
    widthFraction * fullHeight,
    0,
    0,
    width,
    height,
  );
  const { data } = context.getImageData(0, 0, width, height);
  let text = '';
  for (let at = 0; at < data.length; at += 32_768) text += String.fromCharCode(...data.subarray(at, at + 32_768));
  return { pixels: btoa(text), width, height };
}
