import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { emblem } from '../art/scenes.mjs';
import { motionBlur, paperUnderLamp, slightBlur, strongBlur, watermark, wornPrint } from './treatments.mjs';

/**
 * The sample pictures: `from` a photograph of `sources.mjs`, cropped to `x, y, width` in fractions (3 : 2 unless
 * `ratio` is given), `width` pixels wide, optionally degraded, at WebP quality 0.82 or `quality`: a blurred
 * picture that is also compressed strongly cannot be restored.
 */
export const PICTURES = {
  cat: { from: 'cat', crop: [0, 0, 0.996], width: 450 },
  'cat-soft': { from: 'cat', crop: [0, 0, 0.996], width: 450, treat: slightBlur },
  'cat-small': { from: 'cat', crop: [0, 0, 0.996], width: 225 },
  coffee: { from: 'coffee', crop: [0, 0, 1], width: 600 },
  'coffee-small': { from: 'coffee', crop: [0, 0, 1], width: 300 },
  rocket: { from: 'rocket', crop: [0, 0, 1], width: 640 },
  biplane: { from: 'biplane', crop: [0, 0, 1], width: 960 },
  flower: { from: 'flower', crop: [0, 0, 1], width: 760, ratio: 807 / 1024 },
  canyon: { from: 'canyon', crop: [0, 0.06, 1], width: 960 },
  'canyon-marked': { from: 'canyon', crop: [0, 0.06, 1], width: 600, quality: 0.94, treat: watermark },
  house: { from: 'house', crop: [0, 0.1, 1], width: 960 },
  'house-shaken': { from: 'house', crop: [0, 0.1, 1], width: 960, treat: motionBlur },
  'house-soft': { from: 'house', crop: [0, 0.1, 1], width: 720, quality: 0.98, treat: strongBlur },
  sheep: { from: 'sheep', crop: [0.27, 0, 0.7295], width: 744 },
  boats: { from: 'boats', crop: [0, 0.12, 1], width: 960 },
  emblem: { svg: emblem(), crop: [0, 0, 1], width: 720, treat: paperUnderLamp },
  'boats-worn': { from: 'boats', crop: [0, 0.12, 1], width: 960, treat: wornPrint },
};

/** Width of thumbnails in pixels. */
export const THUMB_WIDTH = 144;

/**
 * Draws a sample in a page and returns its file and a thumbnail, both WebP.
 * @param {import('playwright').Page} page
 * @param {{ readonly url: string, readonly picture: (typeof PICTURES)[keyof typeof PICTURES] }} drawn
 */
export async function draw(page, { url, picture }) {
  const { crop, width, ratio = 1.5, quality = 0.82, treat } = picture;
  const treatment = treat === undefined ? 'null' : `(${treat})`;
  const encoded = await page.evaluate(
    `(${drawn})(${JSON.stringify({ url, crop, width, ratio, quality, thumb: THUMB_WIDTH })}, ${treatment})`,
  );
  return { ...encoded, file: Buffer.from(encoded.file, 'base64'), small: Buffer.from(encoded.small, 'base64') };
}

/** Data URL of a sample's source. `paths`: of the photographs. */
export async function urlOf({ from, svg }, paths) {
  if (svg) {
    const emblemSvg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-5 3 330 220" width="990" height="660">${svg}</svg>`;
    return `data:image/svg+xml;base64,${Buffer.from(emblemSvg).toString('base64')}`;
  }
  const kind = extname(paths[from]) === '.png' ? 'png' : 'jpeg';
  return `data:image/${kind};base64,${(await readFile(paths[from])).toString('base64')}`;
}

/** Runs in the page: crops, degrades and encodes the picture. */
async function drawn({ url, crop: [x, y, widthFraction], width, ratio, thumb, quality }, treat) {
  const image = new Image();
  image.src = url;
  await image.decode();
  const height = Math.round(width / ratio);
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d', { willReadFrequently: true });
  const cropWidth = image.naturalWidth * widthFraction;
  context.imageSmoothingQuality = 'high';
  context.drawImage(
    image,
    x * image.naturalWidth,
    y * image.naturalHeight,
    cropWidth,
    cropWidth / ratio,
    0,
    0,
    width,
    height,
  );
  treat?.(canvas);
  context.resetTransform();
  const thumbnail = Object.assign(document.createElement('canvas'), { width: thumb, height: Math.round(thumb / 1.5) });
  const thumbnailContext = thumbnail.getContext('2d');
  thumbnailContext.imageSmoothingQuality = 'high';
  const part = Math.min(height, width / 1.5);
  thumbnailContext.drawImage(canvas, 0, (height - part) / 2, width, part, 0, 0, thumb, thumbnail.height);
  const webp = (from, quality) => from.toDataURL('image/webp', quality).split(',')[1];
  return { width, height, file: webp(canvas, quality), small: webp(thumbnail, 0.78) };
}
