/** Draws site/public/art/device.svg, the home page's illustration of on-device processing. Run: node scripts/art.mjs. */
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { device } from './art/device.mjs';

const OUT = fileURLToPath(new URL('../site/public/art/', import.meta.url));
const [width, height] = [560, 420];

await mkdir(OUT, { recursive: true });
await writeFile(
  `${OUT}device.svg`,
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${device().replace(/\n/g, '')}</svg>\n`,
);
