import { loadPixels } from '../engine/codecs/stored-pixels.ts';
import type { Pixels } from '../engine/types.ts';
import type { Result } from './state/state.ts';

/** Copies a result as PNG, the one format that clipboards take everywhere. False where the browser refuses. */
export async function copyPicture(blob: Blob, asPng: () => Promise<Blob | null>): Promise<boolean> {
  try {
    // The promise goes in: some browsers forget the press while they wait for it.
    const png =
      blob.type === 'image/png' ? Promise.resolve(blob) : asPng().then((made) => made ?? Promise.reject(made));
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': png })]);
    return true;
  } catch {
    return false;
  }
}

/** PNG of a result, from its pixels while the browser has them; null if it cannot be encoded. */
export async function pngOfResult({ stored, blob }: Result): Promise<Blob | null> {
  return pngOf((stored && (await loadPixels(stored))) ?? blob);
}

/** PNG of pixels, or of any picture file that the browser can decode; null if it cannot. */
async function pngOf(source: Pixels | Blob): Promise<Blob | null> {
  const bitmap = await createImageBitmap(
    source instanceof Blob ? source : new ImageData(source.data, source.width, source.height),
  ).catch(() => null);
  if (!bitmap) return null;
  const canvas = document.createElement('canvas');
  canvas.width = bitmap.width;
  canvas.height = bitmap.height;
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
  bitmap.close();
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}
