import { isMemoryShort } from '../capability/choose.ts';
import { decodePicture, type Limits } from '../codecs/decode.ts';
import { loadPixels } from '../codecs/stored-pixels.ts';
import { stop } from '../errors.ts';
import { fitInside, resizePixels } from '../ops/resize/resize.ts';
import type { ColorSpace, PictureInfo, Pixels, Source, StoredPixels } from '../types.ts';

export type Opened = { readonly pixels: Pixels; readonly info: PictureInfo | null };

/** Cache of the decoded pictures of the last jobs. */
export type Pictures = {
  readonly open: (source: Source, signal: AbortSignal) => Promise<Opened>;
  /** A picture in these colours, to be used together with another one. */
  readonly openIn: (colorSpace: ColorSpace, source: Source, signal: AbortSignal) => Promise<Pixels>;
  /** The picture, reduced to a longer side of `longSide` pixels. */
  readonly shrunk: (source: Source, longSide: number, signal: AbortSignal) => Promise<Pixels>;
  /** Whether a buffer is kept here and must not be transferred. */
  readonly owns: (buffer: ArrayBufferLike) => boolean;
};

/** Maximum bytes of pixels that are kept, also where memory is short; the last picture is always kept. */
const MAX_BYTES = 160e6;
const MAX_FRUGAL_BYTES = 64e6;

export function createPictures(limits: Limits): Pictures {
  const maxBytes = isMemoryShort(limits.memory) ? MAX_FRUGAL_BYTES : MAX_BYTES;
  const kept = new Map<string, Opened>();
  const keep = (id: string, opened: Opened): Opened => {
    kept.delete(id);
    kept.set(id, opened);
    let total = [...kept.values()].reduce((bytes, { pixels }) => bytes + pixels.data.byteLength, 0);
    for (const [old, { pixels }] of kept) {
      if (total <= maxBytes || old === id) break;
      kept.delete(old);
      total -= pixels.data.byteLength;
    }
    return opened;
  };
  const open = async (source: Source, signal: AbortSignal): Promise<Opened> => {
    const cached = kept.get(source.id);
    if (cached) return keep(source.id, cached);
    if (source.kind === 'pixels') return keep(source.id, { pixels: await pixelsOf(source.pixels), info: null });
    return keep(source.id, await decodePicture(source.blob, { name: source.name, signal, ...limits }));
  };
  return {
    open,
    openIn: async (colorSpace, source, signal) => {
      const id = `${source.id} ${colorSpace}`;
      const cached = kept.get(id);
      if (cached) return keep(id, cached).pixels;
      const { pixels, info } = await open(source, signal);
      if (source.kind === 'pixels' || info?.colorSpace === colorSpace) return pixels;
      const { blob, name } = source;
      return keep(id, await decodePicture(blob, { name, signal, colorSpace, ...limits })).pixels;
    },
    shrunk: async (source, longSide, signal) => {
      const id = `${source.id}@${longSide}`;
      const cached = kept.get(id);
      if (cached) return keep(id, cached).pixels;
      const { pixels } = await open(source, signal);
      return keep(id, { pixels: shrink(pixels, longSide), info: null }).pixels;
    },
    owns: (buffer) => [...kept.values()].some(({ pixels }) => pixels.data.buffer === buffer),
  };
}

/** Pixels in memory. Stops with `file.unreadable` if the browser has dropped stored ones. */
export const pixelsOf = async (pixels: Pixels | StoredPixels): Promise<Pixels> =>
  (await loadPixels(pixels)) ?? stop({ code: 'file.unreadable', name: '' });

function shrink(pixels: Pixels, longSide: number): Pixels {
  return resizePixels(pixels, { ...fitInside(pixels, longSide), kernel: 'area', linear: false });
}
