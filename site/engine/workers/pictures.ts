import { decodePicture, type Limits } from '../codecs/decode.ts';
import { fitInside, resizePixels } from '../ops/resize/resize.ts';
import type { PictureInfo, Pixels, Source } from '../types.ts';

export type Opened = { readonly pixels: Pixels; readonly info: PictureInfo | null };

/** Decoded pictures of the last jobs, so that the next one need not decode again. */
export type Pictures = {
  readonly open: (source: Source, signal: AbortSignal) => Promise<Opened>;
  /** The picture, made smaller until its longer side is `longSide`. */
  readonly shrunk: (source: Source, longSide: number, signal: AbortSignal) => Promise<Pixels>;
  /** Whether a buffer is kept here, so that it must not be moved away. */
  readonly owns: (buffer: ArrayBufferLike) => boolean;
};

/** Bytes of pixels that are kept besides those of the last picture. */
const KEPT_BYTES = 160e6;

export function createPictures(limits: Limits): Pictures {
  const kept = new Map<string, Opened>();
  const keep = (id: string, opened: Opened): Opened => {
    kept.delete(id);
    kept.set(id, opened);
    let total = [...kept.values()].reduce((bytes, { pixels }) => bytes + pixels.data.byteLength, 0);
    for (const [old, { pixels }] of kept) {
      if (total <= KEPT_BYTES || old === id) break;
      kept.delete(old);
      total -= pixels.data.byteLength;
    }
    return opened;
  };
  const open = async (source: Source, signal: AbortSignal): Promise<Opened> => {
    const known = kept.get(source.id);
    if (known) return keep(source.id, known);
    if (source.kind === 'pixels') return keep(source.id, { pixels: source.pixels, info: null });
    return keep(source.id, await decodePicture(source.blob, { name: source.name, signal, ...limits }));
  };
  return {
    open,
    shrunk: async (source, longSide, signal) => {
      const id = `${source.id}@${longSide}`;
      const known = kept.get(id);
      if (known) return keep(id, known).pixels;
      const { pixels } = await open(source, signal);
      return keep(id, { pixels: shrink(pixels, longSide), info: null }).pixels;
    },
    owns: (buffer) => [...kept.values()].some(({ pixels }) => pixels.data.buffer === buffer),
  };
}

function shrink(pixels: Pixels, longSide: number): Pixels {
  return resizePixels(pixels, { ...fitInside(pixels, longSide), kernel: 'area', linear: false });
}
