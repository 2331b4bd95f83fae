import { telea } from '../../../../site/engine/ops/fill/telea.ts';
import { pixelsOf, rgbPlanes } from '../../../../site/engine/ops/planes.ts';
import type { Box, Mask, Planes, Size } from '../../../../site/engine/types.ts';
import { quantised } from '../../../quality/degrade.ts';
import { psnr, ssim } from '../../../quality/metrics.ts';
import type { Part } from '../part.ts';

/** Centres of the holes, as fractions of the picture's size. */
const PLACES = [
  [0.25, 0.3],
  [0.6, 0.6],
  [0.78, 0.25],
] as const;

type Hole = {
  readonly name: string;
  /** Pixels from the middle across and down that it has at most. */
  readonly reach: readonly [across: number, down: number];
  readonly holds: (dx: number, dy: number) => boolean;
};

const disc = (radius: number): Hole => ({
  name: `radius ${radius}`,
  reach: [radius, radius],
  holds: (dx, dy) => Math.hypot(dx, dy) <= radius,
});
const HOLES: readonly Hole[] = [
  { name: 'hairlines', reach: [18, 40], holds: (dx, dy) => Math.abs(dx + 0.4 * dy) < 1.6 && Math.abs(dy) <= 40 },
  disc(14),
  disc(28),
  disc(48),
];

/** Largest radius of a hole, as a fraction of the picture's shorter side. */
const MAX_HOLE_FRACTION = 0.2;

const METHODS = [
  { name: 'automatic', value: 'auto' },
  { name: 'AI', value: 'network' },
  { name: 'PatchMatch', value: 'patches' },
] as const;

/** Pixels around a hole that count for its likeness. */
const RIM = 6;

function maskOf({ width, height }: Size, { holds }: Hole): Mask {
  const data = Uint8Array.from({ length: width * height }, (_, i) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    return PLACES.some(([u, v]) => holds(x - Math.round(u * width), y - Math.round(v * height))) ? 255 : 0;
  });
  return { width, height, data };
}

/** The boxes around the holes: all of the rest is the same before and after. */
function boxesOf(size: Size, { reach: [across, down] }: Hole): readonly Box[] {
  return PLACES.map(([u, v]) => {
    const x = Math.max(0, Math.round(u * size.width) - across - RIM);
    const y = Math.max(0, Math.round(v * size.height) - down - RIM);
    const width = Math.min(size.width, Math.round(u * size.width) + across + RIM + 1) - x;
    return { x, y, width, height: Math.min(size.height, Math.round(v * size.height) + down + RIM + 1) - y };
  });
}

const cut = ({ planes, width }: Planes, { x, y, ...size }: Box): Planes => ({
  ...size,
  planes: planes.map((plane) =>
    Float32Array.from({ length: size.width * size.height }, (_, i) => {
      const [column, row] = [i % size.width, Math.floor(i / size.width)];
      return plane[(y + row) * width + x + column]!;
    }),
  ),
});

function drained<T>(work: Generator<number, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/** Holes in known pictures, measured in boxes around them; each box is one picture. Classical: Telea. */
export const part: Part = {
  tool: 'Cleanup pictures',
  async *rows({ originals, make }) {
    for (const hole of HOLES)
      for (const { name, planes } of originals) {
        if (hole.reach[0] > MAX_HOLE_FRACTION * Math.min(planes.width, planes.height)) continue;
        const mask = maskOf(planes, hole);
        const broken = {
          ...planes,
          planes: planes.planes.map((plane) => plane.map((value, i) => (mask.data[i] === 0 ? value : 1))),
        };
        const grown = quantised(drained(telea(broken, mask)));
        const white = Float32Array.from(mask.data, (value) => value / 255);
        const work = {
          page: '/cleanup-pictures',
          picture: pixelsOf(broken),
          mask: pixelsOf({ ...planes, planes: [white, white, white] }),
        };
        for (const method of METHODS) {
          const options = { 'Fill method': method.value, 'Grow the mask': 0, 'Soft seam': 0 };
          const { pixels, seconds } = await make({ ...work, options });
          const found = rgbPlanes(pixels);
          for (const [index, box] of boxesOf(planes, hole).entries())
            for (const [measure, by] of [
              ['PSNR', psnr],
              ['SSIM', ssim],
            ] as const) {
              const [classical, tool] = [grown, found].map((one) => by(cut(one, box), cut(planes, box))) as [
                number,
                number,
              ];
              yield {
                job: `${hole.name}, ${method.name}`,
                picture: `${name} ${index + 1}`,
                measure,
                untouched: null,
                classical,
                tool,
                secondsPerMegapixel: seconds / ((planes.width * planes.height) / 1e6),
              };
            }
        }
      }
  },
};
