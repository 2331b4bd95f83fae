import { openCanvas } from '../../../../scripts/fit/canvas.ts';
import { markScene } from '../../../../scripts/fit/marks.ts';
import { psnrWithin } from '../../../quality/marks.ts';
import type { Part } from '../part.ts';

/** Watermarks over each picture. */
const SCENES = 3;

/**
 * Words in a random font, size, angle, colour and opacity, once or all over the picture, in half of the cases as a JPEG: other
 * ones in each run. The tool finds them by itself; measured where they are.
 */
export const part: Part = {
  tool: 'Image watermark remover, random watermarks',
  async *rows({ originals, seed, make }) {
    const canvas = await openCanvas(null);
    for (const [index, original] of originals.entries())
      for (let scene = 0; scene < SCENES; scene++) {
        const { seen, cover, truth } = markScene(original, canvas, seed * 1000 + index * SCENES + scene);
        const { pixels, seconds } = await make({ page: '/remove-watermark-from-image', picture: seen });
        yield {
          job: 'found and removed',
          picture: original.name,
          measure: 'PSNR',
          untouched: psnrWithin(seen, truth, cover),
          classical: null,
          tool: psnrWithin(pixels, truth, cover),
          secondsPerMegapixel: seconds / ((truth.width * truth.height) / 1e6),
        };
      }
  },
};
