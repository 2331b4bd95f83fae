import { readFile } from 'node:fs/promises';
import type { Download, Page } from 'playwright';
import { encodePng } from '../../site/engine/codecs/png-encode.ts';
import type { Pixels, Size } from '../../site/engine/types.ts';

export type PictureFile = { readonly name: string; readonly mimeType: string; readonly buffer: Buffer };

/** A PNG file for a file input. */
export async function pngFile(name: string, pixels: Pixels): Promise<PictureFile> {
  const file = await encodePng(pixels, { onProgress: async () => undefined });
  return { name, mimeType: 'image/png', buffer: Buffer.from(await file.arrayBuffer()) };
}

/** A picture computed per pixel: grey, or red, green and blue, 0..255. */
export function paintedBy(
  { width, height }: Size,
  colour: (x: number, y: number) => number | readonly [number, number, number],
): Pixels {
  const data = new Uint8ClampedArray(width * height * 4);
  for (let i = 0; i < width * height; i++) {
    const value = colour(i % width, Math.floor(i / width));
    data.set(typeof value === 'number' ? [value, value, value, 255] : [...value, 255], i * 4);
  }
  return { width, height, data };
}

/** Pixels of a picture file, decoded by the browser. */
export async function pixelsIn(page: Page, bytes: Uint8Array): Promise<Pixels> {
  const found = await page.evaluate(async (content) => {
    const binary = atob(content);
    const bitmap = await createImageBitmap(new Blob([Uint8Array.from(binary, (letter) => letter.charCodeAt(0))]));
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    context?.drawImage(bitmap, 0, 0);
    const image = context?.getImageData(0, 0, bitmap.width, bitmap.height);
    let text = '';
    for (const value of image?.data ?? []) text += String.fromCharCode(value);
    return { width: bitmap.width, height: bitmap.height, data: btoa(text) };
  }, Buffer.from(bytes).toString('base64'));
  return { ...found, data: new Uint8ClampedArray(Buffer.from(found.data, 'base64')) };
}

export const contentOf = async (download: Download): Promise<Uint8Array> =>
  new Uint8Array(await readFile(await download.path()));

/** The pixels of the picture on show before the tool's work, as red, green, blue and alpha, row by row. */
export const pixelsBefore = (page: Page): Promise<readonly number[]> =>
  page.getByRole('img', { name: 'Before', exact: true }).evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    const context = new OffscreenCanvas(image.naturalWidth, image.naturalHeight).getContext('2d')!;
    context.drawImage(image, 0, 0);
    return [...context.getImageData(0, 0, image.naturalWidth, image.naturalHeight).data];
  });
