import { type Yuv, yuvPlanes } from '../../ops/video/yuv.ts';
import type { Pixels } from '../../types.ts';

/** Weights of red and blue in the luma, by the matrix's number in H.273. */
const LUMA_WEIGHTS: { readonly [matrix: number]: readonly [red: number, blue: number] } = {
  1: [0.2126, 0.0722],
  5: [0.299, 0.114],
  6: [0.299, 0.114],
  9: [0.2627, 0.0593],
};

export const isMatrixKnown = (matrix: number): boolean => matrix in LUMA_WEIGHTS;

/**
 * Red, green and blue of a frame by a matrix of H.273 that is known, without a change of primaries or tones. Chroma is
 * interpolated between its places, which are at the left and half-way down (H.265, type 0).
 */
export function rgbOfYuv(
  frame: Yuv,
  { matrix, fullRange }: { readonly matrix: number; readonly fullRange: boolean },
): Pixels {
  const [kr, kb] = LUMA_WEIGHTS[matrix] ?? [0.299, 0.114];
  const [black, lumaSteps, chromaSteps] = fullRange ? [0, 255, 127.5] : [16, 219, 112];
  const lumaScale = 255 / lumaSteps;
  const redScale = (127.5 * 2 * (1 - kr)) / chromaSteps;
  const blueScale = (127.5 * 2 * (1 - kb)) / chromaSteps;
  const [greenOfRed, greenOfBlue] = [kr / (1 - kr - kb), kb / (1 - kr - kb)];
  const { width, height } = frame;
  const [luma, cb, cr] = yuvPlanes(frame);
  const data = new Uint8ClampedArray(4 * width * height);
  for (let y = 0; y < height; y++) {
    const near = (y >> 1) * cb.width;
    const far = Math.min(cb.height - 1, Math.max(0, (y >> 1) + (y % 2 === 0 ? -1 : 1))) * cb.width;
    for (let x = 0; x < width; x++) {
      const left = x >> 1;
      const right = Math.min(cb.width - 1, left + (x & 1));
      const chroma = (plane: Uint8Array) =>
        (3 * ((plane[near + left] as number) + (plane[near + right] as number)) +
          (plane[far + left] as number) +
          (plane[far + right] as number)) /
          8 -
        128;
      const grey = ((luma.data[y * width + x] as number) - black) * lumaScale;
      const red = redScale * chroma(cr.data);
      const blue = blueScale * chroma(cb.data);
      const at = 4 * (y * width + x);
      data[at] = grey + red;
      data[at + 1] = grey - greenOfRed * red - greenOfBlue * blue;
      data[at + 2] = grey + blue;
      data[at + 3] = 255;
    }
  }
  return { width, height, data };
}
