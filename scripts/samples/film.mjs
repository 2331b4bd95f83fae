import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../ensure.mjs';

/** Size, number of frames and frame rate of the film; the rate is low enough for slow machines. */
const FILM = { width: 720, height: 480, frames: 48, rate: 12 };
/** Enough for clean edges; the file stays below 400 kB. */
const BITRATE = 700_000;
/** Time of the frame that is shown, in seconds. */
const SHOWN = '3';

/**
 * Draws a picture that moves below a translucent watermark, as WebM, and its first frame as a small WebP.
 * @param {import('playwright').Page} page any page
 * @param {Buffer} picture WebP, larger than the film
 */
export async function drawFilm(page, picture) {
  const library = await readFile(join(root, 'node_modules/mediabunny/dist/bundles/mediabunny.min.cjs'), 'utf8');
  const drawn = await page.evaluate(draw, { ...FILM, bitrate: BITRATE, picture: picture.toString('base64'), library });
  return { file: Buffer.from(drawn.file, 'base64'), small: Buffer.from(drawn.small, 'base64') };
}

/**
 * Removes the watermark of a film with the tool, and returns a frame before and after.
 * @param {import('playwright').Page} page page of the tool
 * @param {{ readonly film: Buffer, readonly patience: number }} work
 */
export async function cleanFilm(page, { film, patience }) {
  await page
    .getByLabel('Choose video', { exact: true })
    .setInputFiles({ name: 'film.webm', mimeType: 'video/webm', buffer: film });
  const button = (name) => page.getByRole('button', { name, exact: true });
  await button('Find marks that stay still').click();
  await page.getByRole('button', { name: /^Mark 1:/ }).waitFor();
  await button('Generate').click();
  const link = page.getByRole('link', { name: 'Download', exact: true });
  await link.waitFor({ timeout: patience });
  await page.getByRole('slider', { name: 'Position in the video' }).fill(SHOWN);
  // The frames are rendered after the seek.
  await page.waitForTimeout(3000);
  const frameOf = async (side) => {
    const url = await page.locator(`canvas[aria-label="${side}"]`).evaluate((canvas) => canvas.toDataURL());
    return Buffer.from(url.split(',')[1], 'base64');
  };
  return { before: await frameOf('Before'), after: await frameOf('After') };
}

/** Runs in the page: encodes the film; `library` is the code of mediabunny as a CommonJS module. */
async function draw({ picture, library, width, height, frames, rate, bitrate }) {
  const module = { exports: {} };
  new Function('module', 'exports', library)(module, module.exports);
  const { BufferTarget, CanvasSource, Output, WebMOutputFormat } = module.exports;
  const image = new Image();
  image.src = `data:image/webp;base64,${picture}`;
  await image.decode();
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d');
  const output = new Output({ format: new WebMOutputFormat(), target: new BufferTarget() });
  const source = new CanvasSource(canvas, { codec: 'vp9', bitrate, keyFrameInterval: 4, latencyMode: 'quality' });
  output.addVideoTrack(source, { frameRate: rate });
  await output.start();
  let small = '';
  for (let i = 0; i < frames; i++) {
    const travelled = i / (frames - 1);
    const [across, down] = [(image.naturalWidth - width) * travelled, (image.naturalHeight - height) * travelled];
    context.drawImage(image, across, down, width, height, 0, 0, width, height);
    context.fillStyle = 'rgb(255 255 255 / .5)';
    context.font = `700 ${Math.round(width * 0.085)}px Arial, Helvetica, sans-serif`;
    context.textAlign = 'center';
    context.fillText('PREVIEW', width * 0.27, height * 0.72);
    await source.add(i / rate, 1 / rate);
    if (i > 0) continue;
    const copy = Object.assign(document.createElement('canvas'), { width: 144, height: 96 });
    copy.getContext('2d').drawImage(canvas, 0, 0, 144, 96);
    small = copy.toDataURL('image/webp', 0.8).split(',')[1];
  }
  await output.finalize();
  let text = '';
  for (const byte of new Uint8Array(output.target.buffer)) text += String.fromCharCode(byte);
  return { file: btoa(text), small };
}
