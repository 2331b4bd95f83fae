import { telea } from '../../../../site/engine/ops/fill/telea.ts';
import { pixelsOf, rgbPlanes } from '../../../../site/engine/ops/planes.ts';
import type { Box, Mask, Planes, Size } from '../../../../site/engine/types.ts';
import { quantised } from '../../../quality/degrade.ts';
import { psnr, ssim } from '../../../quality/metrics.ts';
import type { Part } from '../part.ts';

/** Shares of the picture's size: middles of the holes, and what they look like. */
const PLACES = [
  [0.25, 0.3],
  [0.6, 0.55],
  [0.8, 0.25],
] as const;
const HOLES = [
  { name: 'hairlines', holds: (dx: number, dy: number) => Math.abs(dx + 0.4 * dy) < 0.004 && Math.abs(dy) < 0.1 },
  { name: 'small holes', holds: (dx: number, dy: number) => Math.hypot(dx, dy) < 0.035 },
  { name: 'large holes', holds: (dx: number, dy: number) => Math.hypot(dx, dy) < 0.09 },
] as const;
const METHODS = [
  { name: 'automatic', value: 'auto' },
  { name: 'AI', value: 'network' },
  { name: 'PatchMatch', value: 'patches' },
] as const;

/** Pixels around a hole that count for its likeness. */
const RIM = 6;

function maskOf({ width, height }: Size, holds: (dx: number, dy: number) => boolean): Mask {
  const side = Math.min(width, height);
  const data = Uint8Array.from({ length: width * height }, (_, i) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    return PLACES.some(([u, v]) => holds((x - u * width) / side, (y - v * height) / side)) ? 255 : 0;
  });
  return { width, height, data };
}

/** The boxes around the holes: all of the rest is the same before and after. */
function boxesOf(mask: Mask): readonly Box[] {
  return PLACES.map(([u]) => {
    const [from, to] = [Math.round((u - 0.1) * mask.width), Math.round((u + 0.1) * mask.width)];
    const inside = (i: number) => mask.data[i] !== 0 && i % mask.width >= from && i % mask.width < to;
    const chosen = [...mask.data.keys()].filter(inside);
    const [xs, ys] = [chosen.map((i) => i % mask.width), chosen.map((i) => Math.floor(i / mask.width))];
    const x = Math.max(0, Math.min(...xs) - RIM);
    const y = Math.max(0, Math.min(...ys) - RIM);
    const width = Math.min(mask.width, Math.max(...xs) + RIM) - x;
    return { x, y, width, height: Math.min(mask.height, Math.max(...ys) + RIM) - y };
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
        const mask = maskOf(planes, hole.holds);
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
          const options = { Filling: method.value, 'Grow the mask': 0, 'Soft seam': 0 };
          const { pixels, seconds } = await make({ ...work, options });
          const found = rgbPlanes(pixels);
          for (const [index, box] of boxesOf(mask).entries())
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
