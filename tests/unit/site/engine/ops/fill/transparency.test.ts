import { describe, expect, it } from 'vitest';
import { pixelsOf } from '../../../../../../site/engine/ops/planes.ts';
import { ops } from '../../../../../../site/engine/ops/registry.ts';
import type { Mask, Pixels } from '../../../../../../site/engine/types.ts';
import { deadLeaves } from '../../../../../quality/scenes.ts';
import { createContext } from '../context.ts';
import { maskOf } from './holes.ts';

const SIZE = { width: 110, height: 70 } as const;
const EDGE = 55;
const leaves = pixelsOf(deadLeaves(SIZE, 11));

/** Opaque leaves on the left, transparent pixels on the right, and pink objects inside the mask. */
function cutOut(mask: Mask): Pixels {
  const data = leaves.data.slice();
  for (let i = 0; i < mask.data.length; i++) {
    if (i % SIZE.width >= EDGE) data.set([9, 9, 9, 0], 4 * i);
    if (mask.data[i]! > 0) data.set([255, 0, 255, 255], 4 * i);
  }
  return { ...SIZE, data };
}

/** Counts masked pixels that are not opaque on the left or not transparent on the right. */
function wrongIn({ data }: Pixels, mask: Mask): number {
  let count = 0;
  for (let i = 0; i < mask.data.length; i++)
    if (mask.data[i]! > 0 && data[4 * i + 3] !== (i % SIZE.width < EDGE ? 255 : 0)) count++;
  return count;
}

/** Masked pixels that are clear and not connected to clear ones beside the mask. */
function cutOff({ width, data }: Pixels, mask: Mask): readonly number[] {
  const isClear = (i: number) => data[4 * i + 3]! < 128;
  const connected = new Set([...mask.data.keys()].filter((i) => mask.data[i] === 0 && isClear(i)));
  // A set goes on to what is added to it.
  for (const i of connected)
    for (const next of [i - 1, i + 1, i - width, i + width])
      if (mask.data[next]! > 0 && isClear(next)) connected.add(next);
  return [...mask.data.keys()].filter((i) => mask.data[i]! > 0 && isClear(i) && !connected.has(i));
}

describe('fill on a cut-out', () => {
  it.each(['patches', 'telea'] as const)('gives a hole the alpha of its surroundings: %s', async (method) => {
    const mask = maskOf(SIZE, (x, y) => [26, 84].some((u) => Math.hypot(x - u, y - 35) < 10));
    const params = { method, grow: 2, feather: 1, matchColour: true } as const;
    const filled = await ops['fill.holes']({ picture: cutOut(mask), mask }, params, createContext());
    expect(wrongIn(filled, mask)).toBe(0);
  });
  it.each(['auto', 'patches'] as const)('keeps a hole opaque that only opaque pixels surround: %s', async (method) => {
    const mask = maskOf(SIZE, (x, y) => Math.hypot(x - 30, y - 35) < 10);
    const { data } = pixelsOf(deadLeaves(SIZE, 13));
    for (let i = 0; i < mask.data.length; i++) if (i % SIZE.width >= 44) data.set([9, 9, 9, 0], 4 * i);
    const params = { method, grow: 2, feather: 1, matchColour: true } as const;
    const filled = await ops['fill.holes']({ picture: { ...SIZE, data }, mask }, params, createContext());
    const alphas = [...mask.data.keys()].filter((i) => mask.data[i]! > 0).map((i) => filled.data[4 * i + 3]);
    expect(new Set(alphas)).toEqual(new Set([255]));
  });
  it('continues the edge between opaque and transparent pixels', async () => {
    const mask = maskOf(SIZE, (x, y) => Math.hypot(x - EDGE, y - 35) < 12);
    const params = { method: 'patches', grow: 0, feather: 0, matchColour: true } as const;
    const filled = await ops['fill.holes']({ picture: cutOut(mask), mask }, params, createContext());
    expect(wrongIn(filled, mask)).toBeLessThan(30);
    const alphas = new Set([...mask.data.keys()].map((i) => filled.data[4 * i + 3]));
    expect(alphas).toEqual(new Set([0, 255]));
  });
  it('continues the opacity of a figure that is not opaque', async () => {
    const data = leaves.data.slice();
    for (let i = 0; i < data.length; i += 4) data[i + 3] = (i / 4) % SIZE.width < EDGE ? 180 : 0;
    const mask = maskOf(SIZE, (x, y) => Math.hypot(x - 30, y - 35) < 10);
    const params = { method: 'patches', grow: 0, feather: 0, matchColour: true } as const;
    const filled = await ops['fill.holes']({ picture: { ...SIZE, data }, mask }, params, createContext());
    const alphas = [...mask.data.keys()].filter((i) => mask.data[i]! > 0).map((i) => filled.data[4 * i + 3]);
    expect(new Set(alphas)).toEqual(new Set([180]));
  });
  it('leaves no clear part in a hole that no clear pixels beside it belong to', async () => {
    // A figure with many gaps, whose opacity is not quite whole, as that of mattes.
    const { data } = pixelsOf(deadLeaves(SIZE, 14));
    for (let i = 0; i < data.length; i += 4) data[i + 3] = (i / 4) % SIZE.width >= 80 || data[i + 1]! < 80 ? 0 : 252;
    for (const [u, v] of [25, 40, 55].flatMap((x) => [20, 35, 50].map((y) => [x, y] as const))) {
      const mask = maskOf(SIZE, (x, y) => Math.hypot(x - u, y - v) < 8);
      const params = { method: 'patches', grow: 0, feather: 0, matchColour: true } as const;
      const filled = await ops['fill.holes']({ picture: { ...SIZE, data }, mask }, params, createContext());
      expect(cutOff(filled, mask), `hole at ${u}, ${v}`).toEqual([]);
    }
  });
  it('makes the hole transparent if a whole figure is removed from a group, and keeps nothing of its colours', async () => {
    // Two figures side by side before clear pixels; the right one is removed.
    const isFigure = (x: number, y: number, from: number) => x >= from && x < from + 30 && y >= 15;
    const mask = maskOf(SIZE, (x, y) => isFigure(x, y, 52));
    const data = leaves.data.slice();
    for (let i = 0; i < mask.data.length; i++) {
      const [x, y] = [i % SIZE.width, Math.floor(i / SIZE.width)];
      if (!isFigure(x, y, 22) && !isFigure(x, y, 52)) data.set([9, 9, 9, 0], 4 * i);
    }
    const params = { method: 'auto', grow: 0, feather: 0, matchColour: true } as const;
    const filled = await ops['fill.holes']({ picture: { ...SIZE, data }, mask }, params, createContext());
    const left = [...mask.data.keys()].filter(
      (i) => mask.data[i]! > 0 && filled.data.subarray(4 * i, 4 * i + 4).some((value) => value > 0),
    );
    expect(left).toEqual([]);
    const other = [...mask.data.keys()].filter((i) => isFigure(i % SIZE.width, Math.floor(i / SIZE.width), 22));
    expect(other.every((i) => filled.data[4 * i + 3] === 255)).toBe(true);
  });
});
