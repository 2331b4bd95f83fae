import type { Pixels, Size } from '../../types.ts';

/** A picture of luma and, unless it is grey, Cb and Cr, each row by row. */
export type ColourPlanes = Size & {
  /** Pixels for each sample of chroma in a row and in a column. */
  readonly across: 1 | 2;
  readonly down: 1 | 2;
  readonly planes: readonly Samples[];
};

type Samples = { readonly bits: number; readonly values: Uint8Array | Uint16Array };

/** Weights of red and blue in the luma, by the matrix's number in H.273. */
const LUMA_WEIGHTS: { readonly [matrix: number]: readonly [red: number, blue: number] } = {
  1: [0.2126, 0.0722],
  5: [0.299, 0.114],
  6: [0.299, 0.114],
  9: [0.2627, 0.0593],
};

export const isMatrixKnown = (matrix: number): boolean => matrix in LUMA_WEIGHTS;

/**
 * Red, green and blue of a picture by a matrix of H.273 that is known, without a change of primaries or tones. Chroma is
 * interpolated between its places, which are at the left and half-way down (H.265, type 0).
 */
export function rgbOfYuv(
  picture: ColourPlanes,
  { matrix, fullRange }: { readonly matrix: number; readonly fullRange: boolean },
): Pixels {
  const [kr, kb] = LUMA_WEIGHTS[matrix] ?? [0.299, 0.114];
  const [greenOfRed, greenOfBlue] = [kr / (1 - kr - kb), kb / (1 - kr - kb)];
  const { width, height } = picture;
  const [luma, cb, cr] = picture.planes as readonly [Samples, Samples?, Samples?];
  const range = rangeOf(luma.bits, fullRange);
  const blues = new Float32Array(width);
  const reds = new Float32Array(width);
  const data = new Uint8ClampedArray(4 * width * height);
  for (let y = 0; y < height; y++) {
    if (cb)
      readChroma(blues, picture, { samples: cb, y, scale: (255 * (1 - kb)) / rangeOf(cb.bits, fullRange).chroma });
    if (cr) readChroma(reds, picture, { samples: cr, y, scale: (255 * (1 - kr)) / rangeOf(cr.bits, fullRange).chroma });
    for (let x = 0; x < width; x++) {
      const grey = ((luma.values[y * width + x] as number) - range.black) * range.scale;
      const red = reds[x] as number;
      const blue = blues[x] as number;
      const at = 4 * (y * width + x);
      data[at] = grey + red;
      data[at + 1] = grey - greenOfRed * red - greenOfBlue * blue;
      data[at + 2] = grey + blue;
      data[at + 3] = 255;
    }
  }
  return { width, height, data };
}

/** The value of black, the factor from luma to 0..255, and the largest distance of chroma from its middle. */
function rangeOf(
  bits: number,
  fullRange: boolean,
): { readonly black: number; readonly scale: number; readonly chroma: number } {
  const step = 2 ** (bits - 8);
  const max = 2 ** bits - 1;
  return fullRange
    ? { black: 0, scale: 255 / max, chroma: max / 2 }
    : { black: 16 * step, scale: 255 / (219 * step), chroma: 112 * step };
}

/** Writes the chroma of a row of pixels, less its middle and times a factor. */
function readChroma(
  out: Float32Array,
  { width, height, across, down }: ColourPlanes,
  { samples, y, scale }: { readonly samples: Samples; readonly y: number; readonly scale: number },
): void {
  const { values, bits } = samples;
  const middle = 2 ** (bits - 1);
  const columns = Math.ceil(width / across);
  const rows = Math.ceil(height / down);
  const nearRow = Math.floor(y / down);
  const farRow = down === 1 ? y : Math.min(rows - 1, Math.max(0, nearRow + (y % 2 === 0 ? -1 : 1)));
  const [near, far] = [nearRow * columns, farRow * columns];
  const at = (column: number) => 3 * (values[near + column] as number) + (values[far + column] as number);
  for (let x = 0; x < width; x++) {
    const left = across === 1 ? x : x >> 1;
    const right = across === 1 ? x : Math.min(columns - 1, left + (x & 1));
    out[x] = ((at(left) + at(right)) / 8 - middle) * scale;
  }
}
