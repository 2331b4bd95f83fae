import type { Plane, Planes, Size } from '../../site/engine/types.ts';

/** Numbers in 0..1 that are the same for the same seed (mulberry32). */
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
 * Dead leaves (Matheron 1968; Lee, Mumford and Huang 2001): discs of all sizes that cover each other, each of one colour
 * with a little shading. Edges and spectrum are like those of photos. RGB in 0..1.
 */
export function deadLeaves({ width, height }: Size, seed: number): Planes {
  const random = randomOf(seed);
  const planes = [0, 1, 2].map(() => new Float32Array(width * height).fill(0.5));
  const most = Math.min(width, height) / 3;
  const least = 1.5;
  for (let leaf = 0; leaf < 4000; leaf++) {
    // Radii fall off with their third power, which makes the picture look the same at all scales.
    const share = random();
    const radius = 1 / Math.sqrt(1 / most ** 2 + share * (1 / least ** 2 - 1 / most ** 2));
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

/** How much of each pixel a disc covers, 0..1: a logo or a subject whose alpha is known. */
export function discAlpha(size: Size, disc: Disc): Plane {
  const data = new Float32Array(size.width * size.height);
  paint(disc, size, (i, cover) => {
    data[i] = cover;
  });
  return { ...size, data };
}

export type Disc = { readonly x: number; readonly y: number; readonly radius: number };

function paint(disc: Disc, { width, height }: Size, put: (i: number, cover: number, dx: number) => void): void {
  const { x, y, radius } = disc;
  for (let row = Math.max(0, Math.floor(y - radius - 1)); row < Math.min(height, y + radius + 1); row++)
    for (let column = Math.max(0, Math.floor(x - radius - 1)); column < Math.min(width, x + radius + 1); column++) {
      const dx = column + 0.5 - x;
      const cover = Math.min(1, Math.max(0, radius + 0.5 - Math.hypot(dx, row + 0.5 - y)));
      if (cover > 0) put(row * width + column, cover, dx);
    }
}
