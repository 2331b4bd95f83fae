import type { Planes } from '../../../../../site/engine/types.ts';

export const SIZE = { width: 60, height: 48 } as const;
/** RGB 0..1 at a place. */
type At = (x: number, y: number) => readonly [number, number, number];

/** A picture drawn by a rule. */
export const colours = (at: At, { width, height } = SIZE as { width: number; height: number }): Planes => {
  const planes = [0, 1, 2].map((c) =>
    Float32Array.from({ length: width * height }, (_, i) => at(i % width, Math.floor(i / width))[c]!),
  );
  return { width, height, planes };
};
export const grey = (at: (x: number, y: number) => number) =>
  colours((x, y) => {
    const value = at(x, y);
    return [value, value, value];
  });
