import type { Size } from '../../types.ts';
import { channelsOf, half, halved, type Yuv } from './yuv.ts';

/** What a pixel of a mark is: not of it, see-through (calculated out), or opaque (filled). */
export const CLEAN = 0;
export const SEE_THROUGH = 1;
export const OPAQUE = 2;

/** Opacity that counts as none, and from where on too little of the picture is left to bring back. */
export const NONE = 0.035;
export const ALL = 0.82;

/** A mark: opacity 0..1 and colour 0..255 of each pixel; the colours of Cb and Cr at chroma's size. */
export type MarkModel = Size & {
  /** `CLEAN`, `SEE_THROUGH` or `OPAQUE`. */
  readonly kind: Uint8Array<ArrayBuffer>;
  readonly alpha: Float32Array<ArrayBuffer>;
  readonly colour: readonly [Float32Array, Float32Array, Float32Array];
};

/** A mark of which nothing is known but its place (1): all of it is filled. */
export function opaqueModel({ width, height }: Size, hole: Uint8Array): MarkModel {
  const chroma = half(width) * half(height);
  return {
    width,
    height,
    kind: Uint8Array.from(hole, (one) => (one ? OPAQUE : CLEAN)),
    alpha: Float32Array.from(hole, (one) => (one ? 1 : 0)),
    colour: [new Float32Array(width * height), new Float32Array(chroma), new Float32Array(chroma)],
  };
}

/** What fits one mark, for every frame: how see-through pixels are turned back, and which are filled or written. */
export type Remover = {
  /** I = (C − αW) / (1 − α), in the crop itself. */
  readonly unblend: (crop: Yuv) => void;
  /** 1 where the mark is opaque; luma's and chroma's size. */
  readonly holes: readonly [Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>];
  /** 1 where anything changes; luma's size. */
  readonly changed: Uint8Array<ArrayBuffer>;
  readonly anyHole: boolean;
};

export function removerOf(model: MarkModel): Remover {
  const hole = model.kind.map((kind) => (kind === OPAQUE ? 1 : 0));
  const chromaHole = halved(hole, model);
  const seen = model.kind.map((kind) => (kind === SEE_THROUGH ? 1 : 0));
  const chromaSeen = halved(seen, model).map((one, i) => (one && !chromaHole[i] ? 1 : 0));
  const alphas = [model.alpha, chromaAlpha(model)] as const;
  return {
    unblend: (crop) => {
      for (const [index, { data }] of channelsOf(crop).entries()) {
        const map = index === 0 ? seen : chromaSeen;
        const alpha = index === 0 ? alphas[0] : alphas[1];
        const colour = model.colour[index] as Float32Array;
        for (let at = 0; at < data.length; at++) {
          if (!map[at]) continue;
          const a = Math.min(0.96, alpha[at] as number);
          const value = ((data[at] as number) - a * (colour[at] as number)) / (1 - a);
          data[at] = Math.round(Math.min(255, Math.max(0, value)));
        }
      }
    },
    holes: [hole, chromaHole],
    changed: model.kind.map((kind) => (kind === CLEAN ? 0 : 1)),
    anyHole: hole.includes(1),
  };
}

/** Opacity at chroma's size: the average of each four. */
export function chromaAlpha({ width, height, alpha }: MarkModel): Float32Array {
  const [w, h] = [half(width), half(height)];
  const out = new Float32Array(w * h);
  for (let y = 0; y < h; y++)
    for (let x = 0; x < w; x++) {
      const [right, bottom] = [Math.min(width - 1, 2 * x + 1), Math.min(height - 1, 2 * y + 1)];
      const four = [2 * y * width + 2 * x, 2 * y * width + right, bottom * width + 2 * x, bottom * width + right];
      out[y * w + x] = four.reduce((sum, at) => sum + (alpha[at] as number), 0) / 4;
    }
  return out;
}
