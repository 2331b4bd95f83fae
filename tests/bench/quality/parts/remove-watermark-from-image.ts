import type { Mask, Pixels, Size } from '../../../../site/engine/types.ts';
import { coverOf, type Mark, marked, maskOfCover, psnrWithin, word } from '../../../quality/marks.ts';
import type { Part } from '../part.ts';

const WHITE = [1, 1, 1] as const;

/** A word across the middle, and a ring with a bar, as large as the picture bears. */
const MARKS = {
  text: (size: Size) => {
    const height = Math.min(size.width / 6, size.height / 3);
    return word(size, 'MAPLE', { x: height / 2, y: size.height / 2 - height / 2, height, stroke: height / 5 });
  },
  logo: ({ width, height }: Size) => {
    const radius = Math.min(width, height) / 4;
    return coverOf({ width, height }, (x, y) => {
      const far = Math.hypot(x - width / 2, y - height / 2);
      return far < radius && (far > 0.7 * radius || Math.abs(y - height / 2) < radius / 5);
    });
  },
};

const shown = ({ width, height, data }: Mask): Pixels => ({
  width,
  height,
  data: Uint8ClampedArray.from({ length: 4 * data.length }, (_, i) => (i % 4 === 3 ? 255 : data[i >> 2]!)),
});

/** White marks, by a mask of what they cover; measured where the mark is. Classical: the same area filled. */
export const part: Part = {
  tool: 'Image watermark remover',
  async *rows({ originals, make }) {
    for (const [name, coverFor] of Object.entries(MARKS))
      for (const opacity of [0.2, 0.4, 0.6])
        for (const { name: picture, planes } of originals) {
          const mark: Mark = { cover: coverFor(planes), colour: WHITE, opacity };
          const seen = marked(planes, mark);
          const work = { page: '/remove-watermark-from-image', picture: seen, mask: shown(maskOfCover(mark.cover)) };
          const calculated = await make({ ...work, options: { Method: 'auto', 'Grow the mask': 0 } });
          const filled = await make({ ...work, options: { Method: 'fill', 'Grow the mask': 0 } });
          const within = (found: Pixels) => psnrWithin(found, planes, mark.cover);
          yield {
            job: `white ${name}, ${100 * opacity} %`,
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
