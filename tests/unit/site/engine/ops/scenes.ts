import type { Planes } from '../../../../../site/engine/types.ts';

export const SIZE = { width: 60, height: 48 } as const;
/** RGB (0..1) at a pixel. */
type At = (x: number, y: number) => readonly [number, number, number];

/** A picture from a function of the pixel's coordinates. */
export const colours = (at: At, { width, height } = SIZE as { width: number; height: number }): Planes => {
  const planes = [0, 1, 2].map((c) =>
    Float32Array.from({ length: width * height }, (_, i) => at(i % width, Math.floor(i / width))[c]!),
  );
  return { width, height, planes };
};
/** A grey picture from a function of the pixel's coordinates. */
export const grey = (at: (x: number, y: number) => number) =>
  colours((x, y) => {
    const value = at(x, y);
    return [value, value, value];
  });
