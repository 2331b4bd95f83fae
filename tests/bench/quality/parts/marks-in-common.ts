import { commonMarkOf, findCommonMarks } from '../../../../site/engine/ops/marks/common-marks.ts';
import { unblend } from '../../../../site/engine/ops/marks/unblend.ts';
import type { Planes } from '../../../../site/engine/types.ts';
import { marked, psnrWithin } from '../../../quality/marks.ts';
import type { Original, Part } from '../part.ts';
import { MARKS, WHITE } from './remove-watermark-from-image.ts';

/** Size of the scenes made by number; of photos their middle is taken. */
const SIZE = { width: 240, height: 180 };

function middleOf({ width, height, planes }: Planes): Planes {
  const [left, top] = [(width - SIZE.width) >> 1, (height - SIZE.height) >> 1];
  const cut = planes.map((plane) =>
    Float32Array.from({ length: SIZE.width * SIZE.height }, (_, i) => {
      const [x, y] = [i % SIZE.width, Math.floor(i / SIZE.width)];
      return plane[(top + y) * width + left + x]!;
    }),
  );
  return { ...SIZE, planes: cut };
}

/** The photos of the folder that are large enough; the scenes where no folder is given. */
function takenOf(originals: readonly Original[]): readonly Original[] {
  const photos = originals.filter(
    ({ name, planes }) => name.includes('.') && planes.width >= SIZE.width && planes.height >= SIZE.height,
  );
  return (photos.length > 0 ? photos : originals).map(({ name, planes }) => ({ name, planes: middleOf(planes) }));
}

function ended<T>(work: Generator<number, T>): T {
  let step = work.next();
  while (!step.done) step = work.next();
  return step.value;
}

/** One white mark over all pictures, estimated from them; by the operations alone. Measured where the mark is. */
export const part: Part = {
  tool: 'Image watermark remover, several pictures',
  async *rows({ originals }) {
    const pictures = takenOf(originals);
    for (const [name, coverFor] of Object.entries(MARKS))
      for (const opacity of [0.2, 0.4, 0.6]) {
        const cover = coverFor(SIZE);
        const seen = pictures.map(({ planes }) => marked(planes, { cover, colour: WHITE, opacity }));
        const began = performance.now();
        const common = ended(findCommonMarks(seen));
        const seconds = (performance.now() - began) / 1000;
        for (const [index, { name: picture, planes }] of pictures.entries()) {
          const one = seen[index]!;
          yield {
            job: `white ${name}, ${100 * opacity} %, ${pictures.length} pictures`,
            picture,
            measure: 'PSNR',
            untouched: psnrWithin(one, planes, cover),
            classical: null,
            tool: psnrWithin(common ? unblend(one, commonMarkOf(one, common)) : one, planes, cover),
            secondsPerMegapixel: seconds / ((pictures.length * SIZE.width * SIZE.height) / 1e6),
          };
        }
      }
  },
};
