import type { Plane } from '../../types.ts';

/** 1 where the plane is at least `level`; the outermost pixels stay 0, so that every other one has eight neighbours. */
export function inner({ width, height, data }: Plane, level: number): Uint8Array {
  const out = new Uint8Array(data.length);
  for (let y = 1; y < height - 1; y++)
    for (let i = y * width + 1; i < (y + 1) * width - 1; i++) if (data[i]! >= level) out[i] = 1;
  return out;
}

/** Offsets of the eight neighbours, from above clockwise. */
export const around = (width: number): readonly number[] => [
  -width,
  -width + 1,
  1,
  width + 1,
  width,
  width - 1,
  -1,
  -width - 1,
];

/** Lines of one pixel's width in the middle of what is 1 (Zhang and Suen 1984). Changes its input. */
export function thin(mask: Uint8Array, width: number): void {
  const offsets = around(width);
  let open = [...mask.keys()].filter((i) => mask[i] === 1);
  for (let changed = true; changed; ) {
    changed = false;
    for (const second of [false, true]) {
      const gone = open.filter((i) => mask[i] === 1 && isSpare(mask, i, { offsets, second }));
      for (const i of gone) mask[i] = 0;
      changed ||= gone.length > 0;
    }
    open = open.filter((i) => mask[i] === 1);
  }
}

type Round = { readonly offsets: readonly number[]; readonly second: boolean };

/** Whether a pixel of the edge can go in this half of the round without breaking a line. */
function isSpare(mask: Uint8Array, i: number, { offsets, second }: Round): boolean {
  let count = 0;
  let steps = 0;
  let before = mask[i + offsets[7]!]!;
  for (const offset of offsets) {
    const value = mask[i + offset]!;
    count += value;
    if (before === 0 && value === 1) steps++;
    before = value;
  }
  if (count < 2 || count > 6 || steps !== 1) return false;
  const [north, east, south, west] = [0, 2, 4, 6].map((k) => mask[i + offsets[k]!]!) as [
    number,
    number,
    number,
    number,
  ];
  return second
    ? north * east * west === 0 && north * south * west === 0
    : north * east * south === 0 && east * south * west === 0;
}

/** Distance of each 1 from the nearest 0, in pixels (chamfer 3-4, Borgefors 1986). */
export function distances(mask: Uint8Array, width: number): Float32Array {
  const out = Float32Array.from(mask, (value) => (value === 1 ? 1e6 : 0));
  const [n, ne, e, se, s, sw, w, nw] = around(width) as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const least = (i: number, sides: readonly number[], corners: readonly number[]) => {
    let best = out[i]!;
    for (const offset of sides) best = Math.min(best, out[i + offset]! + 1);
    for (const offset of corners) best = Math.min(best, out[i + offset]! + 4 / 3);
    out[i] = best;
  };
  for (let i = 0; i < mask.length; i++) if (mask[i] === 1) least(i, [n, w], [nw, ne]);
  for (let i = mask.length - 1; i >= 0; i--) if (mask[i] === 1) least(i, [s, e], [se, sw]);
  return out;
}
