import { expect, it } from 'vitest';
import { removeHallucinations } from '../../../../../../site/engine/ops/fill/hallucinations.ts';
import type { Pixels } from '../../../../../../site/engine/types.ts';
import { maskOf } from './holes.ts';

const SIZE = { width: 160, height: 120 } as const;
const hole = maskOf(SIZE, (x, y) => Math.hypot(x - 80, y - 60) < 40);
type Colour = readonly [red: number, green: number, blue: number];
const YELLOW: Colour = [240, 200, 20];

/** A filling: teal background with a pale stripe, dark dots and a yellow disc; `paint` draws over it. */
function filling(
  [u, v, radius]: readonly [number, number, number],
  paint: (x: number, y: number) => Colour | null = () => null,
): Pixels {
  const data = new Uint8ClampedArray(4 * SIZE.width * SIZE.height);
  for (let i = 0; i < data.length / 4; i++) {
    const [x, y] = [i % SIZE.width, Math.floor(i / SIZE.width)];
    const isDisc = Math.hypot(x - u, y - v) < radius;
    const background =
      Math.abs(x - y - 60) < 8 ? [210, 205, 190] : x % 10 < 4 && y % 10 < 4 ? [20, 30, 40] : [60, 110, 120];
    data.set([...(paint(x, y) ?? (isDisc ? YELLOW : background)), 255], 4 * i);
  }
  return { ...SIZE, data };
}

const yellowIn = ({ data }: Pixels): number =>
  [...hole.data.keys()].filter((i) => data[4 * i]! > 190 && data[4 * i + 2]! < 90).length;
const countOf = ({ data }: Pixels, colour: Colour): number =>
  [...hole.data.keys()].filter((i) => colour.every((value, c) => data[4 * i + c] === value)).length;

it('removes an object that lies wholly within the hole and has a colour that does not occur around it', () => {
  const filled = filling([75, 62, 11]);
  const clean = removeHallucinations(filled, hole);
  expect(yellowIn(filled)).toBeGreaterThan(300);
  expect(yellowIn(clean)).toBe(0);
});

it.each([
  ['bright', [255, 255, 255]],
  ['dark', [0, 0, 0]],
] as const)('removes objects that are %s, with their soft edge', (_, colour) => {
  // Too faint to be seen by itself, and in no colour that is beside the hole.
  const edge: Colour = [70, 120, 131];
  const at = (x: number, y: number) => Math.hypot(x - 75, y - 62);
  const filled = filling([0, 0, 0], (x, y) => (at(x, y) < 9 ? colour : at(x, y) < 11 ? edge : null));
  const clean = removeHallucinations(filled, hole);
  for (const one of [colour, edge]) {
    expect(countOf(filled, one)).toBeGreaterThan(100);
    expect(countOf(clean, one)).toBe(0);
  }
});

it('keeps objects that reach the rim or occur around the hole', () => {
  const reaching = filling([44, 60, 11]);
  expect(removeHallucinations(reaching, hole)).toEqual(reaching);
  const plausible = filling([75, 62, 11], (x, y) => (Math.hypot(x - 30, y - 60) < 9 ? YELLOW : null));
  expect(removeHallucinations(plausible, hole)).toEqual(plausible);
});

it('keeps texture, lines and everything outside the hole', () => {
  const plain = filling([0, 0, 0]);
  expect(removeHallucinations(plain, hole)).toEqual(plain);
  const grain = filling([0, 0, 0], (x, y) =>
    x % 12 === 7 && y % 12 === 7 && Math.hypot(x - 80, y - 60) < 38 ? YELLOW : null,
  );
  expect(removeHallucinations(grain, hole)).toEqual(grain);
  // Nearer to the rim than its soft edge reaches.
  const [filled, nothing] = [filling([80, 84, 11]), maskOf(SIZE, () => false)];
  expect(removeHallucinations(filled, nothing)).toBe(filled);
  const clean = removeHallucinations(filled, hole);
  const changed = [...hole.data.keys()].filter((i) =>
    [0, 1, 2].some((c) => clean.data[4 * i + c] !== filled.data[4 * i + c]),
  );
  expect(changed.length).toBeGreaterThan(300);
  expect(changed.every((i) => hole.data[i]! > 0)).toBe(true);
});
