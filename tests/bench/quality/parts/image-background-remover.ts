import { classicMatte } from '../../../../site/engine/ops/matte/classic.ts';
import { refineMatte } from '../../../../site/engine/ops/matte/refine.ts';
import { alphaPlane } from '../../../../site/engine/ops/planes.ts';
import { intersectionOverUnion, meanAbsoluteError } from '../../../quality/metrics.ts';
import type { Part } from '../part.ts';

const REFINE = { workSide: 1024, radius: 4, epsilon: 1e-5, contrast: 0.3 } as const;

/** Classical: the rarity of each colour along the border, aligned with the picture's edges. */
export const part: Part = {
  tool: 'Image background remover',
  async *rows({ cutouts, make }) {
    for (const { name, pixels, matte } of cutouts) {
      const result = await make({ page: '/image-background-remover', picture: pixels });
      const found = alphaPlane(result.pixels);
      const classic = refineMatte(classicMatte(pixels), pixels, REFINE);
      const secondsPerMegapixel = result.seconds / ((pixels.width * pixels.height) / 1e6);
      const row = { job: 'cut-out', picture: name, untouched: null, secondsPerMegapixel };
      for (const [measure, by] of [
        ['IoU', intersectionOverUnion],
        ['MAE', meanAbsoluteError],
      ] as const)
        yield { ...row, measure, classical: by(classic, matte), tool: by(found, matte) };
    }
  },
};
