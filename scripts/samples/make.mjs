#!/usr/bin/env node
// Draws the tools' sample pictures into site/public/samples. README: scripts/samples/README.md.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { installedBrowser, root } from '../ensure.mjs';
import { drawFilm } from './film.mjs';
import { draw, PICTURES, urlOf } from './pictures.mjs';
import { fetchSources } from './sources.mjs';

const OUT = join(root, 'site/public/samples');

const paths = await fetchSources(join(root, '.cache/samples'));
const browser = await chromium.launch({
  executablePath: installedBrowser() ?? undefined,
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic'],
});
try {
  await mkdir(join(OUT, 'small'), { recursive: true });
  const page = await browser.newPage();
  for (const [name, picture] of Object.entries(PICTURES)) {
    const url = await urlOf(picture, paths);
    const { file, small, width, height } = await draw(page, { url, picture });
    await writeFile(join(OUT, `${name}.webp`), file);
    await writeFile(join(OUT, 'small', `${name}.webp`), small);
    console.log(`${name}: ${width} × ${height}, ${file.length} bytes`);
  }
  const film = await drawFilm(page, await readFile(join(OUT, 'house.webp')));
  await writeFile(join(OUT, 'film.webm'), film.file);
  await writeFile(join(root, 'content/blog/unblending-watermarks/film.webm'), film.file);
  await writeFile(join(OUT, 'small', 'film.webp'), film.small);
  console.log(`film: ${film.file.length} bytes`);
} finally {
  await browser.close();
}
