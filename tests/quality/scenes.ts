import type { Plane, Planes, Size } from '../../site/engine/types.ts';

/** A seeded generator of pseudo-random numbers in 0..1 (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * A dead-leaves picture (Matheron 1968; Lee, Mumford and Huang 2001): overlapping discs of all sizes, each with one
 * slightly shaded colour. Its edges and spectrum resemble those of photographs. RGB in 0..1.
 */
export function deadLeaves({ width, height }: Size, seed: number): Planes {
  const random = randomOf(seed);
  const planes = [0, 1, 2].map(() => new Float32Array(width * height).fill(0.5));
  const maxRadius = Math.min(width, height) / 3;
  const minRadius = 1.5;
  for (let leaf = 0; leaf < 4000; leaf++) {
    // The density of radii falls with their third power, which makes the statistics scale-invariant.
    const quantile = random();
    const radius = 1 / Math.sqrt(1 / maxRadius ** 2 + quantile * (1 / minRadius ** 2 - 1 / maxRadius ** 2));
    const disc = { x: random() * width, y: random() * height, radius };
    const colour = [random(), random(), random()].map((value) => 0.1 + 0.8 * value);
    const slope = (random() - 0.5) * 0.3;
    paint(disc, { width, height }, (i, cover, dx) => {
      for (const [channel, plane] of planes.entries()) {
        const value = colour[channel]! + (slope * dx) / radius;
        plane[i] = plane[i]! + (Math.min(1, Math.max(0, value)) - plane[i]!) * cover;
      }
    });
  }
  return { width, height, planes };
}

/** Coverage 0..1 of each pixel by a disc. */
export function discAlpha(size: Size, disc: Disc): Plane {
  const data = new Float32Array(size.width * size.height);
  paint(disc, size, (i, cover) => {
    data[i] = cover;
  });
  return { ...size, data };
}

export type Disc = { readonly x: number; readonly y: number; readonly radius: number };

/** Calls `put` for each pixel that a disc covers, with its coverage and its distance from the centre along x. */
function paint(disc: Disc, { width, height }: Size, put: (i: number, cover: number, dx: number) => void): void {
  const { x, y, radius } = disc;
  for (let row = Math.max(0, Math.floor(y - radius - 1)); row < Math.min(height, y + radius + 1); row++)
    for (let column = Math.max(0, Math.floor(x - radius - 1)); column < Math.min(width, x + radius + 1); column++) {
      const dx = column + 0.5 - x;
      const cover = Math.min(1, Math.max(0, radius + 0.5 - Math.hypot(dx, row + 0.5 - y)));
      if (cover > 0) put(row * width + column, cover, dx);
    }
}

/** Thin, bent, overlapping blades of grass: a fine texture, which smoothing removes. RGB in 0..1. */
export function meadow({ width, height }: Size, seed: number): Planes {
  const random = randomOf(seed);
  const planes = [0.16, 0.2, 0.08].map((value) => new Float32Array(width * height).fill(value));
  for (let blade = 0; blade < (width * height) / 40; blade++) {
    const [x, y] = [random() * width, random() * height * 1.1];
    const green = 0.25 + 0.6 * random();
    const colour = [green * (0.5 + 0.4 * random()), green, green * 0.35 * random()];
    const [length, slant, bend] = [8 + 22 * random(), (random() - 0.5) * 0.8, (random() - 0.5) * 0.05];
    for (let step = 0; step < length; step += 0.7) {
      const radius = 0.35 + 0.9 * (1 - step / length);
      const disc = { x: x + slant * step + bend * step * step, y: y - step, radius };
      paint(disc, { width, height }, (i, cover) => {
        for (const [channel, plane] of planes.entries())
          plane[i] = plane[i]! + (colour[channel]! - plane[i]!) * cover * (0.6 + (0.4 * step) / length);
      });
    }
  }
  return { width, height, planes };
}

/** Rows of letter-like dark strokes and arcs on a light background, smaller from row to row. RGB in 0..1. */
export function lettering({ width, height }: Size, seed: number): Planes {
  const random = randomOf(seed);
  const planes = [0.93, 0.91, 0.86].map((value) => new Float32Array(width * height).fill(value));
  const ink = [0.1, 0.1, 0.16];
  const dot = (x: number, y: number, radius: number) =>
    paint({ x, y, radius }, { width, height }, (i, cover) => {
      for (const [channel, plane] of planes.entries())
        plane[i] = Math.min(plane[i]!, 0.93 + (ink[channel]! - 0.93) * cover);
    });
  for (let top = 8, size = 34; top + size < height; top += size * 1.5, size = Math.max(9, size * 0.8))
    for (let left = 8; left + size < width; left += size * 0.85) {
      if (random() < 0.15) continue;
      const strokeRadius = Math.max(0.6, size * 0.06);
      const strokes = 2 + Math.floor(random() * 2);
      for (let stroke = 0; stroke < strokes; stroke++) drawStroke({ left, top, size, strokeRadius }, random, dot);
    }
  return { width, height, planes };
}

type Letter = {
  readonly left: number;
  readonly top: number;
  readonly size: number;
  readonly strokeRadius: number;
};

/** Draws one random stroke of a letter: vertical, horizontal, slanted, or a semicircle. */
function drawStroke(
  { left, top, size, strokeRadius }: Letter,
  random: () => number,
  dot: (x: number, y: number, radius: number) => void,
): void {
  const width = size * 0.6;
  const kind = Math.floor(random() * 4);
  const position = Math.floor(random() * 3) / 2;
  for (let step = 0; step <= 1; step += 0.5 / size) {
    if (kind === 0) dot(left + position * width, top + step * size, strokeRadius);
    else if (kind === 1) dot(left + step * width, top + position * size, strokeRadius);
    else if (kind === 2) dot(left + (position > 0.5 ? 1 - step : step) * width, top + step * size, strokeRadius);
    else {
      const angle = Math.PI * (step + (position > 0.5 ? 0.5 : -0.5));
      dot(left + width * (0.5 + 0.5 * Math.cos(angle)), top + size * (0.5 + 0.5 * Math.sin(angle)), strokeRadius);
    }
  }
}
