/**
 * Draws the picture of each tool before and after, as SVG of 320 × 220 units in site/public/art.
 * They are drawings that explain, not results. Run: node scripts/art.mjs [path of Chromium].
 */

import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';
import { device } from './art/device.mjs';
import { bird, checker, coast, DUSK, dog, dunes, emblem, farm, room, street } from './art/scenes.mjs';
import { installedBrowser } from './ensure.mjs';

const OUT = fileURLToPath(new URL('../site/public/art/', import.meta.url));
const svg = (body, [width, height] = [320, 220]) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${body.replace(/\n/g, '')}</svg>\n`;

/** Colours of a print that has lain in the light for decades. */
const FADED = {
  sky: ['#c9b48f', '#d8c6a2', '#e0d0ae'],
  far: '#b9a47f',
  near: '#7d6a50',
  light: '#e6d8ba',
  grass: '#a8946d',
  leaf: '#b5a27b',
  wall: '#dccbab',
  roof: '#9c8461',
  skin: '#d3bf9b',
  cloth: ['#94805f', '#a18a66'],
};

/** Flat, strong colours of a painted frame. */
const CEL = {
  ...DUSK,
  sky: ['#2a6fd6', '#7fc4f5', '#fbe9d0'],
  sun: '#fff6c9',
  far: '#6aa6c8',
  near: '#1d2547',
  sea: ['#3fb8d8', '#1466a8'],
  tower: '#ffffff',
  band: '#f2483a',
  rock: '#3a4a72',
  light: '#fff7b8',
};

const scratches = `<g fill="none" stroke="#f6ecd6" stroke-linecap="round"><path stroke-width="2" d="M42-4c8 70-6 140 6 230M238-4c-10 60 8 130-6 230"/><path stroke-width="1.2" d="M118 20c10 40 2 90 8 150M286 60 200 150M10 130l90 40"/></g><path fill="#f3e8cf" d="M320 0v52l-20-14-14 4-12-20 6-22zM0 220v-40l22 12 10 28z"/><g fill="#6d5a3e" fill-opacity=".5"><circle cx="92" cy="48" r="9"/><circle cx="270" cy="178" r="13"/><circle cx="160" cy="200" r="6"/></g><path fill="none" stroke="#8a7652" stroke-width="2.5" stroke-opacity=".6" d="m0 104 110 6 90-8 120 6"/>`;

const blur = (x, y, body) =>
  `<defs><filter id="f" x="-10%" y="-10%" width="120%" height="120%"><feGaussianBlur stdDeviation="${x} ${y}"/></filter></defs><g filter="url(#f)" transform="translate(-19 -13) scale(1.12)">${body}</g>`;

const marks = `<g fill="#fff" fill-opacity=".6" font-family="Arial,Helvetica,sans-serif" font-weight="700" font-size="26" transform="rotate(-24 160 110)">${[
  -40, 30, 100, 170, 240,
]
  .map((y, row) => `<text x="${row % 2 ? -60 : -110}" y="${y}" >© SAMPLE  © SAMPLE  © SAMPLE</text>`)
  .join('')}</g>`;

const litter = `<g transform="translate(-46 0)"><path fill="#c8402b" d="M70 176h22l-3 26H73z"/><path fill="#f3e6d2" d="M68 171h26v6H68z"/><path fill="#2f5663" d="m178 196 30-10 4 10-30 10z"/><path fill="#9dc6c4" d="m212 186 10-4 2 8-9 3z"/><path fill="#f7f2e6" d="M236 164c10-14 34-12 38 4 4 10-6 18-18 16-16 2-26-8-20-20z"/><path fill="none" stroke="#cfc4ae" stroke-width="2" d="M244 168c6 4 14 4 20-2M242 176c8 4 18 4 26-2"/><path fill="#4d5a3a" d="M126 190h12v-20l-3-6v-8h-6v8l-3 6z"/></g>`;

const person = `<g transform="translate(126 58)"><ellipse cx="58" cy="140" rx="56" ry="6" fill="#a5824a" fill-opacity=".5"/><path fill="#2b3a4c" d="M18 84h28l2 56H36l-4-36-6 36H14z"/><path fill="#d9573a" d="M12 42c2-14 38-14 40 0l4 46H10z"/><circle cx="32" cy="18" r="13" fill="#e7b48c"/><path fill="#4a2f20" d="M18 18c-2-22 30-22 28 0-6-8-20-8-28 0z"/><path fill="none" stroke="#d9573a" stroke-width="9" stroke-linecap="round" d="m50 48 20 18-14 14"/><path fill="#20252c" d="M50 72h18v12H50z"/></g>`;
const outline = `<path fill="#ff5a36" fill-opacity=".22" stroke="#ff5a36" stroke-width="3" stroke-dasharray="7 5" stroke-linejoin="round" d="M150 60c20-12 34 4 30 22l30 22c6 16-6 34-24 34l2 62h-56l-6-66c-2-22-2-42 10-48z"/>`;

/** Lines and hatching of the coast, on paper. */
const sketch = `<path fill="#f4efe4" d="M0 0h320v220H0z"/><g fill="none" stroke="#3b3632" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round">
<circle cx="118" cy="112" r="24"/><path d="M2 118l32-16 30 14 34-20m39 24 43-10 46 14 94-6M2 131c70-1 90 1 196 0M282 132l36-1"/><path d="M20 48c8-10 22-8 26 0 10-5 22 0 22 8M176 30c7-9 20-7 24 0 9-4 20 0 20 7"/>
<path d="M48 154h44l-8 10H58zM69 150v-34l19 32zM66 150v-26l-14 24z"/><path d="m244 172 6-92h24l6 92M249 104h27M248 88h27M246 140h32M247 122h30M246 74h32v7h-32zM252 74V56h20v18M250 56l12-12 12 12zM256 59h12v12h-12z"/><path d="M204 218c4-22 18-40 34-46 10-10 26-12 36-6 16-4 34 4 44 18"/><path d="M150 66c4-4 7-4 10 0 3-4 6-4 10 0M182 82c3-3 5-3 7 0 2-3 4-3 7 0"/></g>
<g stroke="#3b3632" stroke-width="1" stroke-opacity=".65" stroke-linecap="round"><path d="M266 84l8 2M267 92l9 2M267 100l9 2M268 110l9 2M269 118l9 2M269 128l9 2M270 136l9 2M271 146l9 2M271 154l9 2M272 162l8 2"/><path d="M214 214l14-22M222 218l18-30M234 218l18-34M246 218l20-38M258 218l22-40M272 218l22-36M286 218l18-30M300 218l14-22M252 88l6 14M250 124l7 14"/><path d="M12 146h54M30 168h40M104 140h28M96 150h42M90 173h52M170 158h44M8 196h70M150 200h50M112 186h24M20 182h30M186 146h40M60 210h60"/><path d="M8 22h60M30 30h70M92 16h62M212 18h70M230 26h60M110 40h40M14 66h34"/></g>`;

const film = (body) =>
  `${body}<path fill="#0c0807" d="M0 0h320v18H0zM0 202h320v18H0z"/><g fill="#efe7da">${[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
    .map(
      (n) =>
        `<rect x="${n * 32 + 9}" y="4" width="14" height="10" rx="2"/><rect x="${n * 32 + 9}" y="206" width="14" height="10" rx="2"/>`,
    )
    .join('')}</g>`;
const bug = `<g transform="translate(246 26)" fill="#fff" fill-opacity=".78"><rect width="62" height="26" rx="6"/><path fill="#191a2c" d="M10 6v14l12-7zM28 8h26v3H28zM28 15h18v3H28z"/></g><path fill="#fff" fill-opacity=".7" d="M84 178h152v14H84z"/><path fill="#191a2c" fill-opacity=".7" d="M92 183h136v4H92z"/>`;

const drawings = (mosaic) => ({
  photoRestoration: [farm(FADED) + scratches, farm(DUSK)],
  unblurImage: [blur(7, 1.2, coast(DUSK)), coast(DUSK)],
  imageSharpener: [blur(2.2, 2.2, bird()), bird()],
  hdPictureConverter: [mosaic, coast(DUSK)],
  imageBackgroundRemover: [room() + dog(), checker() + dog()],
  removeBackgroundFromLogo: [`<path fill="#fbf8f2" d="M0 0h320v220H0z"/>${emblem()}`, checker() + emblem()],
  removeWatermarkFromImage: [farm(DUSK) + marks, farm(DUSK)],
  cleanupPictures: [dunes() + litter, dunes()],
  aiObjectRemover: [dunes() + person + outline, dunes()],
  photoToAnimeConverter: [
    coast(DUSK),
    `<g stroke="#1d2547" stroke-width="1.5" stroke-linejoin="round">${coast(CEL)}</g>`,
  ],
  photoToSketch: [coast(DUSK), sketch],
  removeWatermarkFromVideo: [film(street() + bug), film(street())],
});

/** The scene as squares of 10 units, read from the browser's own rendering. */
const mosaicOf = async (body, executablePath) => {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-quic'] });
  try {
    const page = await browser.newPage();
    const url = `data:image/svg+xml;base64,${Buffer.from(svg(body)).toString('base64')}`;
    const pixels = await page.evaluate(async (source) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = Object.assign(document.createElement('canvas'), { width: 32, height: 22 });
      const context = canvas.getContext('2d');
      context.imageSmoothingQuality = 'high';
      context.drawImage(image, 0, 0, 32, 22);
      return [...context.getImageData(0, 0, 32, 22).data];
    }, url);
    const hex = (value) => Math.min(255, Math.round(value / 17) * 17).toString(16)[0];
    const squares = new Map();
    for (let n = 0; n < 32 * 22; n += 1) {
      const colour = `#${pixels
        .slice(n * 4, n * 4 + 3)
        .map(hex)
        .join('')}`;
      squares.set(colour, `${squares.get(colour) ?? ''}M${(n % 32) * 10} ${Math.floor(n / 32) * 10}h10v10h-10z`);
    }
    const paths = [...squares].map(([colour, d]) => `<path fill="${colour}" d="${d}"/>`);
    return `<g shape-rendering="crispEdges">${paths.join('')}</g>`;
  } finally {
    await browser.close();
  }
};

const mosaic = await mosaicOf(coast(DUSK), process.argv[2] ?? installedBrowser());
await mkdir(OUT, { recursive: true });
for (const [name, [before, after]] of Object.entries(drawings(mosaic))) {
  await writeFile(`${OUT}${name}-before.svg`, svg(before));
  await writeFile(`${OUT}${name}-after.svg`, svg(after));
}
await writeFile(`${OUT}device.svg`, svg(device(), [560, 420]));
