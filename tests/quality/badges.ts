import { pixelsOf } from '../../site/engine/ops/planes.ts';
import type { Pixels, Plane, Size } from '../../site/engine/types.ts';
import { discAlpha, randomOf } from './scenes.ts';

/** A logo with known alpha: rings, discs and bars in three flat colours, with holes. Transparent pixels are black. */
export function badge(size: Size, seed: number): Pixels {
  const random = randomOf(seed);
  const colours = Array.from({ length: 3 }, () => [0.8 * random(), 0.7 * random(), 0.8 * random()]);
  const planes = [0, 1, 2].map(() => new Float32Array(size.width * size.height));
  const alpha = new Float32Array(size.width * size.height);
  const draw = (shape: Plane, colour: readonly number[]) => {
    for (let i = 0; i < alpha.length; i++) {
      const cover = shape.data[i]!;
      const total = cover + alpha[i]! * (1 - cover);
      for (const [channel, plane] of planes.entries())
        if (total > 0) plane[i] = (colour[channel]! * cover + plane[i]! * alpha[i]! * (1 - cover)) / total;
      alpha[i] = total;
    }
  };
  const unit = Math.min(size.width, size.height);
  for (const [index, colour] of colours.entries()) {
    const disc = { x: size.width * (0.25 + 0.25 * index), y: size.height * (0.35 + 0.3 * random()) };
    const outer = discAlpha(size, { ...disc, radius: unit * (0.16 + 0.06 * random()) });
    const inner = discAlpha(size, { ...disc, radius: unit * (0.05 + 0.06 * random()) });
    draw({ ...outer, data: outer.data.map((cover, i) => cover * (1 - inner.data[i]!)) }, colour);
    draw(bar(size, { x: size.width * (0.15 + 0.3 * index), y: size.height * (0.82 + 0.05 * random()) }), colour);
  }
  return pixelsOf({ ...size, planes }, { ...size, data: alpha });
}

/** The coverage of a thin slanted bar with soft edges. */
function bar({ width, height }: Size, at: { readonly x: number; readonly y: number }): Plane {
  const data = new Float32Array(width * height);
  for (let i = 0; i < data.length; i++) {
    const [x, y] = [(i % width) + 0.5 - at.x, Math.floor(i / width) + 0.5 - at.y];
    const [along, across] = [x * 0.97 + y * 0.24, y * 0.97 - x * 0.24];
    const inside = (distance: number) => Math.min(1, Math.max(0, distance + 0.5));
    data[i] = inside(width * 0.08 - Math.abs(along)) * inside(height * 0.012 - Math.abs(across));
  }
  return { width, height, data };
}
