import { guidedFilter } from '../../../../site/engine/ops/filter/guided.ts';
import { mapPlanes, pixelsOf, rgbPlanes } from '../../../../site/engine/ops/planes.ts';
import type { Planes } from '../../../../site/engine/types.ts';
import { noisy, quantised } from '../../../quality/degrade.ts';
import { marked, psnrWithin } from '../../../quality/marks.ts';
import { psnr } from '../../../quality/metrics.ts';
import { scratches } from '../../../quality/wear.ts';
import type { Bench, Part, Row } from '../part.ts';

/** Every step off. */
const OFF = {
  'Scratches and dust': false,
  Noise: 0,
  'Brightness and contrast': 0,
  'Colour cast': 0,
  Fading: 0,
  'Detail and faces': 0,
};

const page = '/photo-restoration';

/** A pale print with a yellow cast. */
const faded = (picture: Planes): Planes =>
  quantised({
    ...picture,
    planes: picture.planes.map((plane, i) => plane.map((value) => 0.3 + [0.5, 0.45, 0.3][i]! * value)),
  });

/** Noise over known pictures; classical: a guided filter with the known noise level. */
async function* noise({ originals, make }: Bench): AsyncGenerator<Row> {
  for (const sigma of [15, 25, 50])
    for (const { name: picture, planes } of originals) {
      const seen = quantised(noisy(planes, sigma / 255, 7));
      const smooth = mapPlanes(seen, (plane) =>
        guidedFilter(plane, plane, { radius: 2, epsilon: 2 * (sigma / 255) ** 2 }),
      );
      const result = await make({ page, picture: pixelsOf(seen), options: { ...OFF, Noise: 100 } });
      yield {
        job: `noise, σ ${sigma}`,
        picture,
        measure: 'PSNR',
        untouched: psnr(seen, planes),
        classical: psnr(smooth, planes),
        tool: psnr(rgbPlanes(result.pixels), planes),
        secondsPerMegapixel: result.seconds / ((planes.width * planes.height) / 1e6),
      };
    }
}

/** Scratches and dust that the tool finds by itself, measured where they are. */
async function* damage({ originals, make }: Bench): AsyncGenerator<Row> {
  for (const [index, { name: picture, planes }] of originals.entries()) {
    const mark = scratches(planes, index + 1);
    const seen = marked(planes, mark);
    const result = await make({ page, picture: seen, options: { ...OFF, 'Scratches and dust': true } });
    yield {
      job: 'scratches, found and filled',
      picture,
      measure: 'PSNR',
      untouched: psnrWithin(seen, planes, mark.cover),
      classical: null,
      tool: psnrWithin(result.pixels, planes, mark.cover),
      secondsPerMegapixel: result.seconds / ((planes.width * planes.height) / 1e6),
    };
  }
}

async function* tones({ originals, make }: Bench): AsyncGenerator<Row> {
  for (const { name: picture, planes } of originals) {
    const seen = faded(planes);
    const options = { ...OFF, 'Brightness and contrast': 100, 'Colour cast': 100 };
    const result = await make({ page, picture: pixelsOf(seen), options });
    yield {
      job: 'faded, with a cast',
      picture,
      measure: 'PSNR',
      untouched: psnr(seen, planes),
      classical: null,
      tool: psnr(rgbPlanes(result.pixels), planes),
      secondsPerMegapixel: result.seconds / ((planes.width * planes.height) / 1e6),
    };
  }
}

export const part: Part = {
  tool: 'Photo restoration',
  async *rows(bench) {
    yield* noise(bench);
    yield* damage(bench);
    yield* tones(bench);
  },
};
