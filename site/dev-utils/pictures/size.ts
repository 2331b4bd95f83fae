import type { Size } from '../../engine/types.ts';

export const RESIZE_KINDS = ['none', 'longSide', 'width', 'height', 'percent'] as const;

export type Resize = {
  readonly kind: (typeof RESIZE_KINDS)[number];
  /** Pixels, or percent; ignored by `none`. */
  readonly amount: number;
  /** Never enlarge a picture. */
  readonly noEnlarge: boolean;
};

/** Longest side that every output format supports (WebP: 16,383). */
const MAX_SIDE_PX = 16_383;

const factor = ({ width, height }: Size, { kind, amount }: Resize): number => {
  switch (kind) {
    case 'none':
      return 1;
    case 'longSide':
      return amount / Math.max(width, height);
    case 'width':
      return amount / width;
    case 'height':
      return amount / height;
    case 'percent':
      return amount / 100;
  }
};

/** The size of a picture after resizing, with its proportions; sides are 1 to `MAX_SIDE_PX` pixels. */
export const sizeAfter = (size: Size, resize: Resize): Size => {
  if (resize.kind === 'none' || !(resize.amount > 0)) return size;
  const requestedScale = factor(size, resize);
  const scale = Math.min(
    resize.noEnlarge ? Math.min(1, requestedScale) : requestedScale,
    MAX_SIDE_PX / Math.max(size.width, size.height),
  );
  const side = (pixels: number) => Math.max(1, Math.round(pixels * scale));
  return { width: side(size.width), height: side(size.height) };
};
