import type { Size } from '../../../types.ts';

/** Patches are squares of `2 * HALF + 1` pixels. */
export const HALF = 3;
export const SIDE = 2 * HALF + 1;

/** Numbers of a pixel: red, green, blue, and how much its neighbourhood changes across and down. */
export const CHANNELS = 5;

/** What a pixel is: can be copied from, is to be filled, or neither, as where a picture is clear. */
export const KNOWN = 0;
export const HOLE = 1;
export const BARRED = 2;

/** A picture at one size of the pyramid. What lies within the hole is written by the synthesis. */
export type Level = Size & {
  /** `CHANNELS` bytes for each pixel. */
  readonly looks: Uint8Array;
  readonly state: Uint8Array;
  /** Middles of patches that hold something of the hole, row by row. */
  readonly targets: Int32Array;
  readonly isTarget: Uint8Array;
  /** Middles of patches that are wholly known, row by row. */
  readonly sources: Int32Array;
  readonly isSource: Uint8Array;
  /** Colours, three bytes for each pixel, that are followed in what goes where; null where none are given. */
  readonly guide: Uint8Array | null;
};

/** A level of looks whose patches are found. Patches lie wholly within the picture. */
export function levelOf({ width, height }: Size, looks: Uint8Array, state: Uint8Array): Level {
  const sums = [summed(state, HOLE, width), summed(state, BARRED, width)] as const;
  const within = (sum: Int32Array, x: number, y: number): number => {
    const [top, bottom] = [(y - HALF) * (width + 1) + x - HALF, (y + HALF + 1) * (width + 1) + x - HALF];
    return sum[bottom + SIDE]! - sum[bottom]! - sum[top + SIDE]! + sum[top]!;
  };
  const isTarget = new Uint8Array(width * height);
  const isSource = new Uint8Array(width * height);
  for (let y = HALF; y < height - HALF; y++)
    for (let x = HALF; x < width - HALF; x++) {
      if (within(sums[0], x, y) > 0) isTarget[y * width + x] = 1;
      else if (within(sums[1], x, y) === 0) isSource[y * width + x] = 1;
    }
  const targets = placesOf(isTarget);
  return { width, height, looks, state, targets, isTarget, sources: placesOf(isSource), isSource, guide: null };
}

/** Half the size: looks are means of what is known, and a pixel is to be filled where any of its four is. */
export function halved({ width, height, looks, state }: Level): Level {
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
        for (let c = 0; c < CHANNELS; c++) sums[c] = sums[c]! + looks[CHANNELS * from + c]!;
        count++;
      }
      outState[i] = worst;
      for (let c = 0; c < CHANNELS && count > 0; c++) out[CHANNELS * i + c] = sums[c]! / count + 0.5;
    }
  return levelOf(small, out, outState);
}

/** Sums of all pixels of a kind above and left of each corner, a row and a column larger than the picture. */
function summed(state: Uint8Array, kind: number, width: number): Int32Array {
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

function placesOf(flags: Uint8Array): Int32Array {
  const places = new Int32Array(flags.reduce((sum, flag) => sum + flag, 0));
  for (let i = 0, at = 0; i < flags.length; i++) if (flags[i] === 1) places[at++] = i;
  return places;
}
