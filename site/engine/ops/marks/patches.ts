import type { Box, Mask, Pixels, Plane, Size } from '../../types.ts';
import { labelComponents } from '../matte/components.ts';
import { MARKS, type MarkParameters } from './parameters.ts';

/** A translucent overlay of one colour, all in 0..1: a pixel is `(1 - opacity) * picture + opacity * colour`. */
export type Overlay = {
  readonly colour: readonly [red: number, green: number, blue: number];
  readonly opacity: number;
};

/** An overlay that was estimated from a picture. */
export type EstimatedOverlay = Overlay & {
  /** Fraction 0..1 of the contrast along the strokes' borders that the overlay explains. */
  readonly confidence: number;
};

/** A part of a picture around watermarks, or the same part of several pictures with the same watermarks. */
export type Patch = Size & {
  /** Red, green and blue in 0..1, of one picture after the other. */
  readonly planes: readonly Float32Array<ArrayBuffer>[];
  /** Not 0 where a watermark may be. */
  readonly mask: Uint8Array;
  /** Probability 0..1 that a pixel is drawn over the picture, by the overlay network. */
  readonly drawn?: Float32Array | null;
  /** Of each picture under this mask, once it has been measured. */
  readonly evidence?: readonly LabelEvidence[] | undefined;
};

/** What the costs of labelling one picture need, whatever the overlay. */
export type LabelEvidence = {
  /** Brightness and two colour differences. */
  readonly seen: readonly Float32Array<ArrayBuffer>[];
  /** For each pixel, the matrix that whitens colour differences around it. */
  readonly whitening: Float32Array;
  /** Histogram of the colours outside of the mask, and the number of pixels there. */
  readonly outside: { readonly histogram: Float32Array; readonly count: number };
};

/** A picture, the mask of its watermarks, and the overlay network's probabilities (0..1) where there are any. */
export type MarkedPicture = { readonly picture: Pixels; readonly mask: Mask; readonly drawn?: Plane | undefined };

/** Bounding boxes of the groups of selected pixels, cut into boxes of at most `maxSidePx`. */
export function boxesOfMask(
  { width, height, data }: Mask,
  { cellPx, maxSidePx }: MarkParameters['patches'] = MARKS.patches,
): readonly Box[] {
  const columns = Math.ceil(width / cellPx);
  const rows = Math.ceil(height / cellPx);
  const cells = new Uint8Array(columns * rows);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if (data[y * width + x]! > 0) cells[Math.floor(y / cellPx) * columns + Math.floor(x / cellPx)] = 255;
  const { labels, areas } = labelComponents({ width: columns, height: rows, data: cells });
  const bounds = areas.map(() => ({ left: columns, top: rows, right: 0, bottom: 0 }));
  for (let i = 0; i < labels.length; i++) {
    const bound = bounds[labels[i]!]!;
    const [x, y] = [i % columns, Math.floor(i / columns)];
    bound.left = Math.min(bound.left, x);
    bound.top = Math.min(bound.top, y);
    bound.right = Math.max(bound.right, x + 1);
    bound.bottom = Math.max(bound.bottom, y + 1);
  }
  return bounds.slice(1).flatMap(({ left, top, right, bottom }) => {
    const [x, y] = [left * cellPx, top * cellPx];
    const box = {
      x,
      y,
      width: Math.min((right - left) * cellPx, width - x),
      height: Math.min((bottom - top) * cellPx, height - y),
    };
    return [...splitBox(box, maxSidePx)];
  });
}

function* splitBox(box: Box, maxSidePx: number): Generator<Box> {
  for (let y = box.y; y < box.y + box.height; y += maxSidePx)
    for (let x = box.x; x < box.x + box.width; x += maxSidePx)
      yield {
        x,
        y,
        width: Math.min(maxSidePx, box.x + box.width - x),
        height: Math.min(maxSidePx, box.y + box.height - y),
      };
}

/** The box with a margin on each side, limited to a picture of that size. */
export function enlargeBox(box: Box, size: Size, marginPx: number): Box {
  const x = Math.max(0, box.x - marginPx);
  const y = Math.max(0, box.y - marginPx);
  return {
    x,
    y,
    width: Math.min(size.width, box.x + box.width + marginPx) - x,
    height: Math.min(size.height, box.y + box.height + marginPx) - y,
  };
}

/** Red, green and blue of a box of the picture, 0..1. */
export function planesInBox(picture: Pixels, { x, y, width, height }: Box): Patch['planes'] {
  const planes = [0, 1, 2].map(() => new Float32Array(width * height));
  for (let i = 0; i < width * height; i++) {
    const from = (y + Math.floor(i / width)) * picture.width + x + (i % width);
    for (let channel = 0; channel < 3; channel++) planes[channel]![i] = picture.data[4 * from + channel]! / 255;
  }
  return planes;
}

/** The patch of a box whose mask is cut out of the picture's mask. */
export function patchOf(picture: Pixels, { width: stride, data }: Mask, box: Box): Patch {
  const { x, y, width, height } = box;
  const mask = new Uint8Array(width * height);
  for (let i = 0; i < mask.length; i++)
    mask[i] = data[(y + Math.floor(i / width)) * stride + x + (i % width)]! > 127 ? 1 : 0;
  return { width, height, planes: planesInBox(picture, box), mask };
}

/** The patch of a box with a mask of its own, and with the network's probabilities. */
export function patchWithMask({ picture, drawn }: MarkedPicture, box: Box, mask: Uint8Array): Patch {
  const { width, height } = box;
  return { width, height, planes: planesInBox(picture, box), mask, drawn: drawn ? cropPlane(drawn, box) : null };
}

export function cropPlane({ width: stride, data }: Plane, { x, y, width, height }: Box): Float32Array {
  const out = new Float32Array(width * height);
  for (let row = 0; row < height; row++) {
    const from = (y + row) * stride + x;
    out.set(data.subarray(from, from + width), row * width);
  }
  return out;
}
