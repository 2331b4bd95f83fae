import { alphaPlane, multiplyAlpha, pixelsOf, rgbPlanes } from '../../../../site/engine/ops/planes.ts';
import type { Pixels, Plane } from '../../../../site/engine/types.ts';
import { badge } from '../../../quality/badges.ts';
import { jpeg, quantised } from '../../../quality/degrade.ts';
import { intersectionOverUnion, meanAbsoluteError } from '../../../quality/metrics.ts';
import type { Part } from '../part.ts';

const BACKGROUND = [0.96, 0.95, 0.92] as const;

function onGround(logo: Pixels): Pixels {
  const alpha = alphaPlane(logo);
  const { planes } = rgbPlanes(logo);
  const mixed = planes.map((plane, index) =>
    plane.map((value, i) => BACKGROUND[index]! + (value - BACKGROUND[index]!) * alpha.data[i]!),
  );
  return pixelsOf({ width: logo.width, height: logo.height, planes: mixed });
}

/** What “magic wand” does: opaque where the colour differs by more than a tenth. */
function wand(picture: Pixels): Plane {
  const { planes } = rgbPlanes(picture);
  const data = planes[0]!.map((_, i) =>
    Math.max(...planes.map((plane, index) => Math.abs(plane[i]! - BACKGROUND[index]!))) > 0.1 ? 1 : 0,
  );
  return { width: picture.width, height: picture.height, data };
}

/** Classical: every pixel near the background colour becomes transparent. */
export const part: Part = {
  tool: 'Logo background remover',
  async *rows({ make }) {
    for (const seed of [1, 2, 3]) {
      const logo = badge({ width: 320, height: 240 }, seed);
      const matte = alphaPlane(logo);
      const clean = onGround(logo);
      const dirty = multiplyAlpha(pixelsOf(quantised(jpeg(rgbPlanes(clean), 85))), {
        ...matte,
        data: matte.data.map(() => 1),
      });
      for (const [job, picture] of [
        ['logo on one colour', clean],
        ['the same in JPEG 85', dirty],
      ] as const) {
        const result = await make({ page: '/remove-background-from-logo', picture });
        const found = alphaPlane(result.pixels);
        const secondsPerMegapixel = result.seconds / ((picture.width * picture.height) / 1e6);
        const row = { job, picture: `badge ${seed}`, untouched: null, secondsPerMegapixel };
        for (const [measure, by] of [
          ['IoU', intersectionOverUnion],
          ['MAE', meanAbsoluteError],
        ] as const)
          yield { ...row, measure, classical: by(wand(picture), matte), tool: by(found, matte) };
      }
    }
  },
};
