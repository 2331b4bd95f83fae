import type { Size } from '../../types.ts';
import { mapTo } from '../map-to.ts';
import { chromaSide, toChromaMap, type Yuv, yuvPlanes } from './yuv.ts';

/** Kinds of pixels: without watermark, translucent (un-blended), or opaque (filled). */
export const CLEAN = 0;
export const TRANSLUCENT = 1;
export const OPAQUE = 2;

/** Opacity (0..1) below which a pixel counts as clean, and from which as opaque, since too little of the picture remains. */
export const MIN_ALPHA = 0.035;
export const MAX_ALPHA = 0.82;

/** An overlay: opacity (0..1) and colour (0..255) of each pixel; the colours of Cb and Cr have chroma size. */
export type OverlayModel = Size & {
  /** `CLEAN`, `TRANSLUCENT` or `OPAQUE`. */
  readonly kind: Uint8Array<ArrayBuffer>;
  readonly alpha: Float32Array<ArrayBuffer>;
  readonly colour: readonly [Float32Array, Float32Array, Float32Array];
};

/** An overlay that is opaque at all pixels of `hole` (1). */
export function opaqueModel({ width, height }: Size, hole: Uint8Array): OverlayModel {
  const chroma = chromaSide(width) * chromaSide(height);
  return {
    width,
    height,
    kind: mapTo(Uint8Array, hole, (one) => (one ? OPAQUE : CLEAN)),
    alpha: mapTo(Float32Array, hole, (one) => (one ? 1 : 0)),
    colour: [new Float32Array(width * height), new Float32Array(chroma), new Float32Array(chroma)],
  };
}

/** Removes one overlay from every frame: un-blends translucent pixels, and lists those that are to be filled or written. */
export type Remover = {
  /** Un-blends translucent pixels in place: I = (C − αW) / (1 − α). */
  readonly unblend: (crop: Yuv) => void;
  /** 1 at opaque pixels; luma and chroma size. */
  readonly holes: readonly [Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>];
  /** 1 at pixels that change; luma size. */
  readonly changed: Uint8Array<ArrayBuffer>;
  readonly hasHole: boolean;
};

/** Largest opacity in the division, which limits the amplification of noise. */
const MAX_DIVISOR_ALPHA = 0.96;

/** Creates the remover of an overlay. */
export function createRemover(model: OverlayModel): Remover {
  const hole = model.kind.map((kind) => (kind === OPAQUE ? 1 : 0));
  const chromaHole = toChromaMap(hole, model);
  const translucent = model.kind.map((kind) => (kind === TRANSLUCENT ? 1 : 0));
  const chromaTranslucent = toChromaMap(translucent, model).map((one, i) => (one && !chromaHole[i] ? 1 : 0));
  const alphas = [model.alpha, chromaAlpha(model)] as const;
  return {
    unblend: (crop) => {
      for (const [index, { data }] of yuvPlanes(crop).entries()) {
        const map = index === 0 ? translucent : chromaTranslucent;
        const alpha = index === 0 ? alphas[0] : alphas[1];
        const colour = model.colour[index] as Float32Array;
        for (let at = 0; at < data.length; at++) {
          if (!map[at]) continue;
          const a = Math.min(MAX_DIVISOR_ALPHA, alpha[at] as number);
          const value = ((data[at] as number) - a * (colour[at] as number)) / (1 - a);
          data[at] = Math.round(Math.min(255, Math.max(0, value)));
        }
      }
    },
    holes: [hole, chromaHole],
    changed: model.kind.map((kind) => (kind === CLEAN ? 0 : 1)),
    hasHole: hole.includes(1),
  };
}

/** Opacity at chroma size: the mean of each four pixels. */
export function chromaAlpha({ width, height, alpha }: OverlayModel): Float32Array {
  const [w, h] = [chromaSide(width), chromaSide(height)];
  const out = new Float32Array(w * h);
  for (let y = 0; y < h; y++)
    for (let x = 0; x < w; x++) {
      const [right, bottom] = [Math.min(width - 1, 2 * x + 1), Math.min(height - 1, 2 * y + 1)];
      const lumaIndices = [
        2 * y * width + 2 * x,
        2 * y * width + right,
        bottom * width + 2 * x,
        bottom * width + right,
      ];
      out[y * w + x] = lumaIndices.reduce((sum, at) => sum + (alpha[at] as number), 0) / 4;
    }
  return out;
}
