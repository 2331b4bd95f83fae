import type { Pixels, Plane, Planes, Size } from '../../types.ts';
import { resample } from '../resize/resample.ts';
import { weightsFor } from '../resize/weights.ts';
import type { Colour } from './cel.ts';

export type DrawOptions = Size & {
  /** What lines are drawn with. */
  readonly ink: Colour;
  /** How much of the colour below shines through a line, 0..1. */
  readonly through: number;
};

/**
 * Colours with ink on them at another size, opaque. Lines are enlarged before they are cut out at the outline, so that
 * they stay sharp at any size.
 */
export function drawn({ planes, width, height }: Planes, ink: Plane, options: DrawOptions): Pixels {
  const { ink: colour, through } = options;
  const data = new Uint8ClampedArray(options.width * options.height * 4);
  const scale = Math.max(1, options.width / width);
  const [red, green, blue] = planes as readonly [Float32Array, Float32Array, Float32Array];
  resample(weightsFor(width, options.width, 'cubic'), weightsFor(height, options.height, 'cubic'), {
    channels: 4,
    sourceWidth: width,
    read: (y, row) => {
      for (let x = 0, i = y * width; x < width; x++, i++) {
        row[4 * x] = red[i]!;
        row[4 * x + 1] = green[i]!;
        row[4 * x + 2] = blue[i]!;
        row[4 * x + 3] = ink.data[i]!;
      }
    },
    write: (y, row) => {
      const to = y * row.length;
      for (let at = 0; at < row.length; at += 4) {
        // The outline is at a half; around it one pixel of passage.
        const cover = Math.min(1, Math.max(0, 0.5 + (row[at + 3]! - 0.5) * scale));
        for (let c = 0; c < 3; c++) {
          const below = row[at + c]!;
          const line = colour[c]! * (1 - through) + below * below * through;
          data[to + at + c] = 255 * (below + (Math.min(line, below) - below) * cover);
        }
        data[to + at + 3] = 255;
      }
    },
  });
  return { width: options.width, height: options.height, data };
}
