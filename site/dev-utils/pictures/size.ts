import type { Size } from '../../engine/types.ts';

export const RESIZES = ['none', 'longSide', 'width', 'height', 'percent'] as const;

export type Resize = {
  readonly kind: (typeof RESIZES)[number];
  /** Pixels, or percent; not used by `none`. */
  readonly amount: number;
  /** Pictures that are smaller already keep their size. */
  readonly noEnlarge: boolean;
};

/** Longest side that any format here can hold. */
const MOST_SIDE = 16_383;

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

/** The size of a picture after resizing, proportions kept; at least one pixel, at most what formats hold. */
export const sizeAfter = (size: Size, resize: Resize): Size => {
  if (resize.kind === 'none' || !(resize.amount > 0)) return size;
  const wanted = factor(size, resize);
  const scale = Math.min(
    resize.noEnlarge ? Math.min(1, wanted) : wanted,
    MOST_SIDE / Math.max(size.width, size.height),
  );
  const side = (pixels: number) => Math.max(1, Math.round(pixels * scale));
  return { width: side(size.width), height: side(size.height) };
};
