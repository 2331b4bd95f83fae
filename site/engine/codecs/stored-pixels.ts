import type { Pixels, StoredPixels } from '../types.ts';

export const storePixels = ({ width, height, data }: Pixels): StoredPixels => ({
  width,
  height,
  file: new Blob([data]),
});

/** Reads stored pixels into memory; null if the browser has dropped the blob, for example for lack of space. */
export async function loadPixels(pixels: Pixels | StoredPixels): Promise<Pixels | null> {
  if (!('file' in pixels)) return pixels;
  const { width, height, file } = pixels;
  try {
    return { width, height, data: new Uint8ClampedArray(await file.arrayBuffer()) };
  } catch {
    return null;
  }
}
