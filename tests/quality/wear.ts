import { localMax } from '../../site/engine/ops/filter/range.ts';
import type { Mask, Planes, Size } from '../../site/engine/types.ts';
import { quantised } from './degrade.ts';
import { coverOf, type Mark } from './marks.ts';
import { randomOf } from './scenes.ts';

/** Curved light scratches of 120 to 300 pixels and specks, as on a worn print. */
export function scratches(size: Size, seed: number): Mark {
  const random = randomOf(seed);
  const { width, height } = size;
  const lines = Array.from({ length: 5 }, () => ({
    x: random() * width,
    y: random() * height,
    angle: random() * Math.PI,
    bend: (random() - 0.5) / 300,
    length: 60 + 90 * random(),
    radius: 0.7 + 0.9 * random(),
  }));
  const specks = Array.from({ length: 8 }, () => ({
    x: 10 + random() * (width - 20),
    y: 10 + random() * (height - 20),
    radius: 1.5 + random(),
  }));
  const cover = coverOf(size, (x, y) => {
    const onLine = lines.some((line) => {
      const [dx, dy] = [x - line.x, y - line.y];
      const along = dx * Math.cos(line.angle) + dy * Math.sin(line.angle);
      const across = dy * Math.cos(line.angle) - dx * Math.sin(line.angle) - line.bend * along * along;
      return Math.abs(along) < line.length && Math.abs(across) < line.radius;
    });
    return onLine || specks.some((speck) => Math.hypot(x - speck.x, y - speck.y) < speck.radius);
  });
  return { cover, colour: [0.97, 0.96, 0.93], opacity: 0.9 };
}

/** A shape that is blended over a picture, by its coverage 0..1 of a pixel. */
type Shape = { readonly cover: (x: number, y: number) => number; readonly colour: readonly [number, number, number] };

const LIGHT = [0.97, 0.95, 0.9] as const;
const DARK = [0.09, 0.08, 0.07] as const;

const bounded = (value: number): number => Math.min(1, Math.max(0, value));

/**
 * A print with many kinds of damage: light and dark, continuous and interrupted, translucent and soft scratches and
 * folds, hairs, dust, spots, and a torn corner. RGB in 0..1; sizes suit pictures of several hundred pixels.
 */
export function worn(picture: Planes, seed: number): Planes {
  const random = randomOf(seed);
  const { width, height } = picture;
  const uniform = (min: number, max: number) => min + (max - min) * random();
  const tint = (darkFraction: number) => (random() < darkFraction ? DARK : LIGHT);
  const point = () => ({ x: random() * width, y: random() * height });
  const times = (count: number, make: () => Shape): Shape[] => Array.from({ length: count }, make);
  const line = (length: number, radius: number): Shape => {
    const [start, angle] = [point(), uniform(0, Math.PI)];
    const [bend, sway, wavelength, opacity] = [uniform(-1, 1) / 500, uniform(0, 1.5), uniform(9, 40), uniform(0.4, 1)];
    const [gapLevel, softness] = [random() < 0.4 ? uniform(-0.5, 0.3) : -2, uniform(0.6, 1.6)];
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const cover = (x: number, y: number) => {
      const [dx, dy] = [x - start.x, y - start.y];
      const along = dx * cos + dy * sin;
      if (Math.abs(along) > length || Math.sin(along / wavelength) < gapLevel) return 0;
      const across = dy * cos - dx * sin - bend * along * along - sway * Math.sin(along / (2 * wavelength));
      return opacity * bounded((radius - Math.abs(across)) / softness + 0.5);
    };
    return { cover, colour: tint(0.25) };
  };
  const arc = (): Shape => {
    const [centre, radius, direction, minCosine] = [point(), uniform(8, 60), uniform(-3, 3), uniform(0.4, 1)];
    const cover = (x: number, y: number) => {
      const [dx, dy] = [x - centre.x, y - centre.y];
      const distance = Math.abs(Math.hypot(dx, dy) - radius - 2 * Math.sin(4 * Math.atan2(dy, dx)));
      return distance < 2 && Math.cos(Math.atan2(dy, dx) - direction) > minCosine ? 0.85 * bounded(1.1 - distance) : 0;
    };
    return { cover, colour: tint(0.5) };
  };
  const spot = (radius: number, softness: number): Shape => {
    const [centre, flatness, opacity] = [point(), uniform(0.6, 1), uniform(0.6, 1)];
    const cover = (x: number, y: number) =>
      opacity * bounded((radius - Math.hypot(x - centre.x, (y - centre.y) / flatness)) / softness + 0.5);
    return { cover, colour: tint(0.4) };
  };
  const corner = (): Shape => {
    const [isRight, isBottom, depth, slope] = [
      random() < 0.5,
      random() < 0.5,
      uniform(0.06, 0.14) * width,
      uniform(0.6, 1.6),
    ];
    const cover = (x: number, y: number) => {
      const [u, v] = [isRight ? width - x : x, isBottom ? height - y : y];
      return bounded(depth - u - slope * v + 3 * Math.sin(v / 5) + 1.5 * Math.sin(v * 1.3 + u));
    };
    return { cover, colour: LIGHT };
  };
  const shapes = [
    ...times(5, () => line(uniform(20, 160), uniform(0.4, 1.4))),
    ...times(1, () => line(width, uniform(1, 2))),
    ...times(4, arc),
    ...times(25, () => spot(uniform(0.7, 2), 1)),
    ...times(2, () => spot(uniform(5, 14), uniform(1, 6))),
    corner(),
  ];
  const planes = picture.planes.map((plane) => plane.slice());
  for (const { cover, colour } of shapes)
    for (let i = 0; i < width * height; i++) {
      const alpha = cover((i % width) + 0.5, Math.floor(i / width) + 0.5);
      if (alpha > 0) for (const [k, plane] of planes.entries()) plane[i] = plane[i]! + alpha * (colour[k]! - plane[i]!);
    }
  return quantised({ ...picture, planes });
}

/** The picture as a brown monochrome print with less contrast. */
export function toned({ width, height, planes }: Planes): Planes {
  const [red, green, blue] = planes as readonly [Float32Array, Float32Array, Float32Array];
  const grey = red.map((value, i) => 0.12 + 0.75 * (0.3 * value + 0.59 * green[i]! + 0.11 * blue[i]!));
  return quantised({ width, height, planes: [1, 0.93, 0.8].map((tint) => grey.map((value) => tint * value)) });
}

/** Change of a channel that is certainly damage, and one that a mask may cover. */
const CHANGE = { certain: 16 / 255, slight: 8 / 255 } as const;

/** Pixels of a mask of damage: `hits` of `damaged` pixels are found, `right` of `selected` pixels are close to damage. */
export type FoundCounts = {
  readonly hits: number;
  readonly damaged: number;
  readonly right: number;
  readonly selected: number;
};

/** Counts the pixels of a mask. Selected pixels up to two pixels beside damage are right: masks cover soft edges too. */
export function countFound(mask: Mask, seen: Planes, truth: Planes): FoundCounts {
  const change = Float32Array.from({ length: seen.width * seen.height }, (_, i) =>
    Math.max(...seen.planes.map((plane, k) => Math.abs(plane[i]! - truth.planes[k]![i]!))),
  );
  const slight = { ...truth, data: change.map((value) => (value > CHANGE.slight ? 1 : 0)) };
  const nearDamage = localMax(slight, 2).data;
  const counts = { hits: 0, damaged: 0, right: 0, selected: 0 };
  for (let i = 0; i < change.length; i++) {
    const isSelected = mask.data[i]! > 0;
    const isDamaged = change[i]! > CHANGE.certain;
    if (isDamaged) counts.damaged++;
    if (isDamaged && isSelected) counts.hits++;
    if (isSelected) counts.selected++;
    if (isSelected && nearDamage[i]! > 0) counts.right++;
  }
  return counts;
}

/** Fraction of the damage that a mask covers, and fraction of the mask that is close to damage; 0..1. */
export function found(
  mask: Mask,
  seen: Planes,
  truth: Planes,
): { readonly recall: number; readonly precision: number } {
  const { hits, damaged, right, selected } = countFound(mask, seen, truth);
  return { recall: hits / damaged, precision: selected === 0 ? 1 : right / selected };
}
