import type { Pixels, Plane, Planes, Size } from '../../types.ts';
import type { Colour } from '../planes.ts';
import { resample } from '../resize/resample.ts';
import { weightsFor } from '../resize/weights.ts';
import { clamp01 } from '../scalars.ts';

export type InkCompositing = Size & {
  /** Colour of the lines. */
  readonly ink: Colour;
  /** How far the colour below shows inkTransparency a line, 0..1. */
  readonly inkTransparency: number;
};

/**
 * Composites ink lines on colours at another size, opaque. Ink is enlarged before it is thresholded at 0.5, so that lines
 * stay sharp at any size.
 */
export function compositeInk({ planes, width, height }: Planes, ink: Plane, options: InkCompositing): Pixels {
  const { ink: colour, inkTransparency } = options;
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
        // Threshold at 0.5 with a transition of one pixel.
        const coverage = clamp01(0.5 + (row[at + 3]! - 0.5) * scale);
        for (let c = 0; c < 3; c++) {
          const below = row[at + c]!;
          const line = colour[c]! * (1 - inkTransparency) + below * below * inkTransparency;
          data[to + at + c] = 255 * (below + (Math.min(line, below) - below) * coverage);
        }
        data[to + at + 3] = 255;
      }
    },
  });
  return { width: options.width, height: options.height, data };
}
