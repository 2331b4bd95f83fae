/**
 * Draws the logo and every icon of the site from one set of outlines.
 * Run: node scripts/icons.mjs [path of Chromium]. Writes site/public; PNG files need a Chromium.
 */

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';
import { installedBrowser } from './ensure.mjs';

const PUBLIC = fileURLToPath(new URL('../site/public/', import.meta.url));
const EMBER = '#ff5a36';
const ROOM = '#120c0a';
const PAPER = '#f7f0e6';
const INK = '#221612';

/** A darkroom lamp in a box of 32 units: cord, hood, glass. */
const lamp = (hood, glass) =>
  `<path d="M16 1v7" stroke="${hood}" stroke-width="2.4" stroke-linecap="round"/>` +
  `<path d="M4.5 20a11.5 11.5 0 0 1 23 0z" fill="${hood}"/>` +
  `<path d="M9.5 22.8h13a6.5 6.5 0 0 1-13 0z" fill="${glass}"/>`;

/** Letters as single strokes with x-height 13 and baseline 28, each with its offset from the left. */
const LETTERS = [
  [
    0,
    'M9.3 17.3C8.5 15.8 6.9 15 5 15c-2.5 0-4.2 1.3-4.2 3.2 0 4.5 8.9 2.2 8.9 6.6 0 2-1.9 3.2-4.5 3.2-2.3 0-4-.9-4.9-2.5',
  ],
  [14.2, 'M13 21.5a6.5 6.5 0 1 1-13 0a6.5 6.5 0 0 1 13 0M13 15v13'],
  [30.8, 'M9.2 6.700C5.7 5.7 4 7.4 4 10.400V28M0 15h8.4'],
  [42.6, 'M.1 21.500H13A6.5 6.5 0 1 0 11 26.2'],
  [60.2, 'M0 6v22'],
  [65.8, 'M0 15v13'],
  [70.6, 'M13 21.500a6.5 6.5 0 1 1-13 0a6.5 6.5 0 0 1 13 0M13 15v12.800c0 3.8-2.6 6-6.3 6-2.6 0-4.5-.9-5.7-2.6'],
  [88.6, 'M0 28V6M0 21.200a5.9 6.2 0 0 1 11.8 0V28'],
  [104, 'M4 8.500v15.700c0 3 1.7 4.2 5 3.500M0 15h8.6'],
];

const wordmark = (ink) =>
  `<g fill="none" stroke="${ink}" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round">` +
  LETTERS.map(([x, d]) => `<path transform="translate(${x} 0)" d="${d}"/>`).join('') +
  `</g><circle cx="65.8" cy="8.6" r="2.5" fill="${EMBER}"/>`;

const logo = (ink) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 36" width="176" height="40" role="img" aria-label="Safelight">` +
  `<g transform="translate(-4 .5) scale(1.12)">${lamp(ink, EMBER)}</g><g transform="translate(41 -1)">${wordmark(ink)}</g></svg>\n`;

/** SVG icon. `inset`: free margin around the lamp as a fraction of the box; `radius` of the background in units of 64. */
const icon = ({ inset, radius }) => {
  const scale = (64 * (1 - 2 * inset)) / 32;
  const shift = 64 * inset;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64"><defs>` +
    `<radialGradient id="g" cx="50%" cy="78%" r="62%"><stop offset="0" stop-color="${EMBER}" stop-opacity=".62"/>` +
    `<stop offset="1" stop-color="${EMBER}" stop-opacity="0"/></radialGradient></defs>` +
    `<rect width="64" height="64" rx="${radius}" fill="${ROOM}"/><rect width="64" height="64" rx="${radius}" fill="url(#g)"/>` +
    `<g transform="translate(${shift} ${shift + 1}) scale(${scale})">${lamp(PAPER, EMBER)}</g></svg>\n`
  );
};

const social = (body) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="24" height="24" fill="${PAPER}">${body}</svg>\n`;
const SOCIAL = {
  x: '<path d="M3 3.500h5.300l4.3 6 5.2-6h2.400l-6.5 7.5 7.3 9.500h-5.300l-4.7-6.4-5.6 6.400H3l7-8zm3.2 1.7 10.4 13.700h1.400L7.7 5.200z"/>',
  youtube:
    '<path fill-rule="evenodd" d="M5 5.500h14a3 3 0 0 1 3 3v7a3 3 0 0 1-3 3H5a3 3 0 0 1-3-3v-7a3 3 0 0 1 3-3zm5 3.300v6.400l5.6-3.200z"/>',
  facebook:
    '<path d="M13.7 21v-8h2.700l.4-3.200h-3.100V7.900c0-1 .3-1.6 1.6-1.600h1.600V3.400c-.3 0-1.3-.1-2.4-.1-2.4 0-4 1.4-4 4.100v2.400H7.800V13h2.700v8z"/>',
  pinterest:
    '<path d="M12.3 2.500c-5 0-7.6 3.4-7.6 6.6 0 1.9.7 3.4 2.1 4 .3.1.5 0 .5-.3l.2-.8c.1-.3 0-.4-.2-.6-.4-.5-.7-1.2-.7-2.1 0-2.7 2-4.9 5.2-4.9 2.8 0 4.4 1.7 4.4 4 0 3-1.3 5.6-3.3 5.6-1.1 0-1.9-.9-1.6-2 .3-1.3.9-2.7.9-3.7 0-.8-.5-1.5-1.4-1.5-1.1 0-2 1.2-2 2.7 0 1 .3 1.6.3 1.600l-1.4 5.800c-.4 1.7 0 3.8 0 4 0 .1.2.2.3.1.1-.2 1.5-1.9 2-3.700l.8-3c.4.7 1.5 1.4 2.7 1.4 3.5 0 6-3.2 6-7.6 0-3.2-2.8-5.6-7.2-5.600z"/>',
  linkedin:
    '<path d="M3.5 9h3.700v11.500H3.500zM5.3 3.300a2.1 2.1 0 1 1 0 4.3 2.1 2.1 0 0 1 0-4.300zM9.5 9h3.500v1.600c.5-.9 1.7-1.9 3.5-1.9 3.7 0 4.4 2.4 4.4 5.600v6.200h-3.700V15c0-1.3 0-3-1.8-3s-2.1 1.4-2.1 2.900v5.600H9.500z"/>',
};

const MANIFEST = {
  name: 'Safelight',
  short_name: 'Safelight',
  start_url: '.',
  display: 'standalone',
  background_color: ROOM,
  theme_color: ROOM,
  icons: [
    { src: 'icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: 'icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: 'icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
};

const PNGS = [
  ['favicon-32.png', 32, { inset: 0.08, radius: 14 }],
  ['favicon-48.png', 48, { inset: 0.1, radius: 14 }],
  ['apple-touch-icon.png', 180, { inset: 0.16, radius: 0 }],
  ['icon-192.png', 192, { inset: 0.14, radius: 14 }],
  ['icon-512.png', 512, { inset: 0.14, radius: 14 }],
  ['icon-maskable-512.png', 512, { inset: 0.22, radius: 0 }],
];

const drawPngs = async (executablePath) => {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-quic'] });
  try {
    for (const [name, size, shape] of PNGS) {
      const page = await browser.newPage({ viewport: { width: size, height: size } });
      await page.setContent(
        `<style>body{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${icon(shape)}`,
      );
      await page.screenshot({ path: join(PUBLIC, name), omitBackground: true });
      await page.close();
    }
  } finally {
    await browser.close();
  }
};

await mkdir(join(PUBLIC, 'social'), { recursive: true });
await writeFile(join(PUBLIC, 'logo.svg'), logo(INK));
await writeFile(join(PUBLIC, 'logo-dark.svg'), logo(PAPER));
await writeFile(join(PUBLIC, 'favicon.svg'), icon({ inset: 0.08, radius: 14 }));
await writeFile(join(PUBLIC, 'site.webmanifest'), `${JSON.stringify(MANIFEST, null, 2)}\n`);
for (const [name, body] of Object.entries(SOCIAL)) {
  await writeFile(join(PUBLIC, 'social', `${name}.svg`), social(body));
}
await drawPngs(process.argv[2] ?? installedBrowser());
