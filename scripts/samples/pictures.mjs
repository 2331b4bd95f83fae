import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { emblem } from '../art/scenes.mjs';
import { lay, mark, shake, soften, unfocus, wear } from './treatments.mjs';

/**
 * The sample pictures: `from` a photograph of `sources.mjs`, the part `x, y, width` of it in shares (3 : 2 where
 * `ratio` says nothing else), so many pixels wide, treated or not, at a WebP quality of 0.82 or what `quality` says: a soft
 * picture that was also compressed has little left to bring back.
 */
export const PICTURES = {
  cat: { from: 'cat', crop: [0, 0, 0.996], width: 450 },
  'cat-soft': { from: 'cat', crop: [0, 0, 0.996], width: 450, treat: soften },
  'cat-small': { from: 'cat', crop: [0, 0, 0.996], width: 225 },
  coffee: { from: 'coffee', crop: [0, 0, 1], width: 600 },
  'coffee-small': { from: 'coffee', crop: [0, 0, 1], width: 300 },
  rocket: { from: 'rocket', crop: [0, 0, 1], width: 640 },
  biplane: { from: 'biplane', crop: [0, 0, 1], width: 960 },
  flower: { from: 'flower', crop: [0, 0, 1], width: 760, ratio: 807 / 1024 },
  canyon: { from: 'canyon', crop: [0, 0.06, 1], width: 960 },
  'canyon-marked': { from: 'canyon', crop: [0, 0.06, 1], width: 600, quality: 0.94, treat: mark },
  house: { from: 'house', crop: [0, 0.1, 1], width: 960 },
  'house-shaken': { from: 'house', crop: [0, 0.1, 1], width: 960, treat: shake },
  'house-soft': { from: 'house', crop: [0, 0.1, 1], width: 720, quality: 0.98, treat: unfocus },
  sheep: { from: 'sheep', crop: [0.27, 0, 0.7295], width: 744 },
  boats: { from: 'boats', crop: [0, 0.12, 1], width: 960 },
  emblem: { svg: emblem(), crop: [0, 0, 1], width: 720, treat: lay },
  'boats-worn': { from: 'boats', crop: [0, 0.12, 1], width: 960, treat: wear },
};

/** Pixels of a small copy for lists. */
export const THUMB = 144;

/**
 * Draws a sample in a page and gives its file and a small copy, both WebP.
 * @param {import('playwright').Page} page
 * @param {{ readonly url: string, readonly picture: (typeof PICTURES)[keyof typeof PICTURES] }} drawn
 */
export async function draw(page, { url, picture }) {
  const { crop, width, ratio = 1.5, quality = 0.82, treat } = picture;
  const treatment = treat === undefined ? 'null' : `(${treat})`;
  const answer = await page.evaluate(
    `(${drawn})(${JSON.stringify({ url, crop, width, ratio, quality, thumb: THUMB })}, ${treatment})`,
  );
  return { ...answer, file: Buffer.from(answer.file, 'base64'), small: Buffer.from(answer.small, 'base64') };
}

/** URL of what a sample is drawn from. `paths`: where the photographs are. */
export async function urlOf({ from, svg }, paths) {
  if (svg) {
    const whole = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-5 3 330 220" width="990" height="660">${svg}</svg>`;
    return `data:image/svg+xml;base64,${Buffer.from(whole).toString('base64')}`;
  }
  const kind = extname(paths[from]) === '.png' ? 'png' : 'jpeg';
  return `data:image/${kind};base64,${(await readFile(paths[from])).toString('base64')}`;
}

/** Runs in the page. */
async function drawn({ url, crop: [x, y, share], width, ratio, thumb, quality }, treat) {
  const image = new Image();
  image.src = url;
  await image.decode();
  const height = Math.round(width / ratio);
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d', { willReadFrequently: true });
  const taken = image.naturalWidth * share;
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, x * image.naturalWidth, y * image.naturalHeight, taken, taken / ratio, 0, 0, width, height);
  treat?.(canvas);
  context.resetTransform();
  const little = Object.assign(document.createElement('canvas'), { width: thumb, height: Math.round(thumb / 1.5) });
  const small = little.getContext('2d');
  small.imageSmoothingQuality = 'high';
  const part = Math.min(height, width / 1.5);
  small.drawImage(canvas, 0, (height - part) / 2, width, part, 0, 0, thumb, little.height);
  const webp = (from, quality) => from.toDataURL('image/webp', quality).split(',')[1];
  return { width, height, file: webp(canvas, quality), small: webp(little, 0.78) };
}
