import { loadPixels } from '../engine/codecs/stored-pixels.ts';
import type { ColorSpace, Pixels } from '../engine/types.ts';
import { shownFile } from '../engine/workers/shown-file.ts';
import type { Result } from './state/state.ts';

/** Copies a result as PNG, the only format that all clipboards accept. False if the browser refuses. */
export async function copyPicture(blob: Blob, asPng: () => Promise<Blob | null>): Promise<boolean> {
  try {
    // Pass the promise: some browsers lose the user activation while it is awaited.
    const png = blob.type === 'image/png' ? Promise.resolve(blob) : asPng().then((png) => png ?? Promise.reject(png));
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': png })]);
    return true;
  } catch {
    return false;
  }
}

/**
 * A result as PNG that shows what its file shows, from its pixels if the browser still stores them; null if it cannot be
 * encoded.
 */
export async function pngOfResult(
  { stored, geometry, blob }: Pick<Result, 'stored' | 'geometry' | 'blob'>,
  colorSpace: ColorSpace = 'srgb',
): Promise<Blob | null> {
  // The stored pixels are neither cropped nor turned.
  const pixels = stored && geometry === null ? await loadPixels(stored) : null;
  return pngOf(pixels ?? (await shownFile(blob)), { colorSpace, opaque: blob.type === 'image/jpeg' });
}

type PngOptions = {
  readonly colorSpace: ColorSpace;
  /** Whether clear parts are filled, as in a format without transparency. */
  readonly opaque: boolean;
};

/** Pixels or a picture file as PNG; null if the browser cannot decode the file. */
async function pngOf(source: Pixels | Blob, { colorSpace, opaque }: PngOptions): Promise<Blob | null> {
  const bitmap = await createImageBitmap(
    source instanceof Blob ? source : new ImageData(source.data, source.width, source.height, { colorSpace }),
  ).catch(() => null);
  if (!bitmap) return null;
  const canvas = document.createElement('canvas');
  canvas.width = bitmap.width;
  canvas.height = bitmap.height;
  const context = canvas.getContext('2d');
  if (context && opaque) {
    context.fillStyle = 'white';
    context.fillRect(0, 0, canvas.width, canvas.height);
  }
  context?.drawImage(bitmap, 0, 0);
  bitmap.close();
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}
