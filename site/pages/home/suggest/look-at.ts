import { sniff } from '../../../engine/codecs/sniff.ts';
import type { Pixels, Size } from '../../../engine/types.ts';
import { shownFile } from '../../../engine/workers/shown-file.ts';
import { type Suggestion, suggestionsFor } from './suggestions.ts';
import { measureTraits } from './traits.ts';

/** Longer side of the sample, and side of the crops at full size, in pixels. */
const SAMPLE_PX = 256;
const CROP_PX = 192;

/** Bytes at the start of a file by which its type is known. */
const HEAD_BYTES = 4096;

/** Tools that suit a picture file, or the type of a file that the browser cannot decode: null if it is unknown. */
export type Look = { readonly suggestions: readonly Suggestion[] } | { readonly unreadable: string | null };

/** Measures a picture file. Throws if the browser gives no canvas. */
export async function lookAt(file: Blob): Promise<Look> {
  const bitmap = await createImageBitmap(await shownFile(file)).catch(() => null);
  if (!bitmap) return { unreadable: sniff(new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer())) };
  try {
    const { width, height } = bitmap;
    const scale = Math.min(1, SAMPLE_PX / Math.max(width, height));
    const small = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
    const sample = readPart(bitmap, { x: 0, y: 0, width, height }, small);
    const crops = cornersOf({ width, height }).map((box) => readPart(bitmap, box, box));
    return {
      suggestions: suggestionsFor(measureTraits({ width, height, isPng: file.type === 'image/png' }, sample, crops)),
    };
  } finally {
    bitmap.close();
  }
}

type Box = Size & { readonly x: number; readonly y: number };

/** A crop in the middle and four around it: one of them is in focus if anything is. */
function cornersOf({ width, height }: Size): readonly Box[] {
  const crop = { width: Math.min(width, CROP_PX), height: Math.min(height, CROP_PX) };
  return [
    [0.5, 0.5],
    [0.25, 0.25],
    [0.75, 0.25],
    [0.25, 0.75],
    [0.75, 0.75],
  ].map(([u = 0, v = 0]) => ({
    ...crop,
    x: Math.round((width - crop.width) * u),
    y: Math.round((height - crop.height) * v),
  }));
}

/** Pixels of a part at a size, without smoothing. Throws if the browser gives no canvas. */
function readPart(bitmap: ImageBitmap, { x, y, width, height }: Box, to: Size): Pixels {
  const context = new OffscreenCanvas(to.width, to.height).getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('The browser gave no canvas.');
  context.imageSmoothingEnabled = false;
  context.drawImage(bitmap, x, y, width, height, 0, 0, to.width, to.height);
  return { width: to.width, height: to.height, data: context.getImageData(0, 0, to.width, to.height).data };
}
