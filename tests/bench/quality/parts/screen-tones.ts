import { pixelsOf } from '../../../../site/engine/ops/planes.ts';
import type { Mask, Size } from '../../../../site/engine/types.ts';
import { psnrWithin } from '../../../quality/marks.ts';
import { drawTone, type Tone } from '../../../quality/tones.ts';
import type { Part } from '../part.ts';

const SIZE: Size = { width: 480, height: 360 };

/** On none of these was a value chosen: `screen.ts` names what it was chosen on. */
const SCREENS = [
  { period: 5, angle: 15, radius: 0.3 },
  { period: 7.3, angle: 30, radius: 0.36 },
  { period: 9.1, angle: 60, radius: 0.25 },
  { period: 8.2, angle: 0, radius: 0.3 },
] as const;
const KINDS: readonly Tone['kind'][] = ['even', 'rising', 'line'];

/** A box in the middle, as a balloon or a word leaves it. */
const hole: Mask = {
  ...SIZE,
  data: Uint8Array.from({ length: SIZE.width * SIZE.height }, (_, i) => {
    const [x, y] = [i % SIZE.width, Math.floor(i / SIZE.width)];
    return Math.abs(x - 245) < 75 && Math.abs(y - 178) < 28 ? 255 : 0;
  }),
};

/** A hole in screen tones, measured within it. */
export const part: Part = {
  tool: 'Cleanup pictures',
  async *rows({ make }) {
    for (const kind of KINDS)
      for (const screen of SCREENS) {
        const truth = drawTone(SIZE, { ...screen, kind });
        const cover = { ...SIZE, data: Float32Array.from(hole.data) };
        const white = Float32Array.from(hole.data, (value) => value / 255);
        const broken = { ...truth, planes: truth.planes.map((plane) => plane.map((v, i) => (hole.data[i] ? 0.5 : v))) };
        const { pixels, seconds } = await make({
          page: '/cleanup-pictures',
          picture: pixelsOf(broken),
          mask: pixelsOf({ ...SIZE, planes: [white, white, white] }),
        });
        yield {
          job: `screen tone, ${kind}`,
          picture: `${screen.period} px, ${screen.angle}°`,
          measure: 'PSNR',
          untouched: psnrWithin(pixelsOf(broken), truth, cover),
          classical: null,
          tool: psnrWithin(pixels, truth, cover),
          secondsPerMegapixel: seconds / ((SIZE.width * SIZE.height) / 1e6),
        };
      }
  },
};
