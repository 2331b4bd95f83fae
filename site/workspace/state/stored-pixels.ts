import type { Pixels, Size } from '../../engine/types.ts';

/** Pixels that the browser holds as a file, which it may move to disk: a batch would not fit in the page's memory. */
export type StoredPixels = Size & { readonly file: Blob };

export const storePixels = ({ width, height, data }: Pixels): StoredPixels => ({
  width,
  height,
  file: new Blob([data]),
});

/** The pixels in memory; null where the browser has dropped the file, for example for lack of space. */
export async function loadPixels(kept: Pixels | StoredPixels): Promise<Pixels | null> {
  if (!('file' in kept)) return kept;
  const { width, height, file } = kept;
  try {
    return { width, height, data: new Uint8ClampedArray(await file.arrayBuffer()) };
  } catch {
    return null;
  }
}
