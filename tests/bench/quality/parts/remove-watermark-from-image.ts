import { boundsOf } from '../../../../site/engine/ops/mask/change.ts';
import type { Mask, Pixels, Plane, Size } from '../../../../site/engine/types.ts';
import { coverOf, type Mark, marked, maskOfCover, psnrWithin, word } from '../../../quality/marks.ts';
import type { Part } from '../part.ts';

export const WHITE = [1, 1, 1] as const;

/** A word across the middle; the stroke width is a fraction of its height. */
const lettering = (share: number) => (size: Size) => {
  const height = Math.min(size.width / 6, size.height / 3);
  return word(size, 'MAPLE', { x: height / 2, y: size.height / 2 - height / 2, height, stroke: height * share });
};

/** Words, and a ring with a bar, as large as the picture bears. */
export const MARKS = {
  'bold text': lettering(1 / 5),
  'thin text': lettering(1 / 14),
  logo: ({ width, height }: Size) => {
    const radius = Math.min(width, height) / 4;
    return coverOf({ width, height }, (x, y) => {
      const far = Math.hypot(x - width / 2, y - height / 2);
      return far < radius && (far > 0.7 * radius || Math.abs(y - height / 2) < radius / 5);
    });
  },
};

/** Pixels around a mark that a visitor marks with it. */
const AROUND = 8;

/** A rectangle around the mark. */
function fieldOf(cover: Plane): Mask {
  const { x, y, width, height } = boundsOf(maskOfCover(cover))!;
  return maskOfCover(
    coverOf(cover, (u, v) => u > x - AROUND && u < x + width + AROUND && v > y - AROUND && v < y + height + AROUND),
  );
}

const MASKS = { tight: maskOfCover, wide: fieldOf };

const shown = ({ width, height, data }: Mask): Pixels => ({
  width,
  height,
  data: Uint8ClampedArray.from({ length: 4 * data.length }, (_, i) => (i % 4 === 3 ? 255 : data[i >> 2]!)),
});

/**
 * White marks, by a mask of what they cover and by a rectangle around it; measured where the mark is. Classical: the
 * same area filled.
 */
export const part: Part = {
  tool: 'Image watermark remover',
  async *rows({ originals, make }) {
    for (const [shape, maskFor] of Object.entries(MASKS))
      for (const [name, coverFor] of Object.entries(MARKS))
        for (const opacity of [0.2, 0.4, 0.6])
          for (const { name: picture, planes } of originals) {
            const mark: Mark = { cover: coverFor(planes), colour: WHITE, opacity };
            const seen = marked(planes, mark);
            const work = { page: '/remove-watermark-from-image', picture: seen, mask: shown(maskFor(mark.cover)) };
            const calculated = await make({ ...work, options: { Method: 'auto', 'Grow the mask': 0 } });
            const filled = await make({ ...work, options: { Method: 'fill', 'Grow the mask': 0 } });
            const within = (found: Pixels) => psnrWithin(found, planes, mark.cover);
            yield {
              job: `${shape} mask, white ${name}, ${100 * opacity} %`,
              picture,
              measure: 'PSNR',
              untouched: within(seen),
              classical: within(filled.pixels),
              tool: within(calculated.pixels),
              secondsPerMegapixel: calculated.seconds / ((planes.width * planes.height) / 1e6),
            };
          }
  },
};
