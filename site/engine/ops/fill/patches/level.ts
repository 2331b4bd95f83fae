import type { Size } from '../../../types.ts';

/** Patches are squares of `2 * HALF + 1` pixels. */
export const PATCH_RADIUS_PX = 3;
export const PATCH_SIDE_PX = 2 * PATCH_RADIUS_PX + 1;

/** Features per pixel: red, green, blue, and the mean horizontal and vertical gradient around it. */
export const CHANNELS = 5;

/** State of a pixel: can be copied, must be filled, or neither (transparent). */
export const KNOWN = 0;
export const HOLE = 1;
export const EXCLUDED = 2;

/** One level of the image pyramid. The synthesis writes the features inside the hole. */
export type Level = Size & {
  /** `CHANNELS` bytes per pixel. */
  readonly features: Uint8Array;
  readonly state: Uint8Array;
  /** Centres of patches that overlap the hole, row by row. */
  readonly targets: Int32Array;
  readonly isTarget: Uint8Array;
  /** Centres of patches that are wholly known, row by row. */
  readonly sources: Int32Array;
  readonly isSource: Uint8Array;
  /** Colours that guide the layout, three bytes per pixel; null without a guide. */
  readonly guide: Uint8Array | null;
};

/** Creates a level and lists its target and source patches, which lie wholly within the picture. */
export function createLevel({ width, height }: Size, features: Uint8Array, state: Uint8Array): Level {
  const sums = [summedArea(state, HOLE, width), summedArea(state, EXCLUDED, width)] as const;
  const within = (sum: Int32Array, x: number, y: number): number => {
    const [top, bottom] = [
      (y - PATCH_RADIUS_PX) * (width + 1) + x - PATCH_RADIUS_PX,
      (y + PATCH_RADIUS_PX + 1) * (width + 1) + x - PATCH_RADIUS_PX,
    ];
    return sum[bottom + PATCH_SIDE_PX]! - sum[bottom]! - sum[top + PATCH_SIDE_PX]! + sum[top]!;
  };
  const isTarget = new Uint8Array(width * height);
  const isSource = new Uint8Array(width * height);
  for (let y = PATCH_RADIUS_PX; y < height - PATCH_RADIUS_PX; y++)
    for (let x = PATCH_RADIUS_PX; x < width - PATCH_RADIUS_PX; x++) {
      if (within(sums[0], x, y) > 0) isTarget[y * width + x] = 1;
      else if (within(sums[1], x, y) === 0) isSource[y * width + x] = 1;
    }
  const targets = flaggedPixels(isTarget);
  return { width, height, features, state, targets, isTarget, sources: flaggedPixels(isSource), isSource, guide: null };
}

/** Halves a level: features are means of the known pixels, and a pixel is a hole if any of its four is. */
export function halveLevel({ width, height, features, state }: Level): Level {
  const small = { width: Math.ceil(width / 2), height: Math.ceil(height / 2) };
  const out = new Uint8Array(small.width * small.height * CHANNELS);
  const outState = new Uint8Array(small.width * small.height);
  const sums = new Float64Array(CHANNELS);
  for (let y = 0, i = 0; y < small.height; y++)
    for (let x = 0; x < small.width; x++, i++) {
      sums.fill(0);
      let count = 0;
      let worst: number = KNOWN;
      for (let k = 0; k < 4; k++) {
        const from = Math.min(height - 1, 2 * y + (k >> 1)) * width + Math.min(width - 1, 2 * x + (k & 1));
        const kind = state[from]!;
        if (kind === HOLE || worst === KNOWN) worst = kind === KNOWN ? worst : kind;
        if (kind !== KNOWN) continue;
        for (let c = 0; c < CHANNELS; c++) sums[c] = sums[c]! + features[CHANNELS * from + c]!;
        count++;
      }
      outState[i] = worst;
      for (let c = 0; c < CHANNELS && count > 0; c++) out[CHANNELS * i + c] = sums[c]! / count + 0.5;
    }
  return createLevel(small, out, outState);
}

/** Summed-area table of the pixels in a state, one row and one column larger than the picture. */
function summedArea(state: Uint8Array, kind: number, width: number): Int32Array {
  const height = state.length / width;
  const sums = new Int32Array((width + 1) * (height + 1));
  for (let y = 0; y < height; y++) {
    let row = 0;
    for (let x = 0; x < width; x++) {
      if (state[y * width + x] === kind) row++;
      sums[(y + 1) * (width + 1) + x + 1] = sums[y * (width + 1) + x + 1]! + row;
    }
  }
  return sums;
}

function flaggedPixels(flags: Uint8Array): Int32Array {
  const pixels = new Int32Array(flags.reduce((sum, flag) => sum + flag, 0));
  for (let i = 0, at = 0; i < flags.length; i++) if (flags[i] === 1) pixels[at++] = i;
  return pixels;
}
