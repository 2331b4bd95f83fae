import { describe, expect, it } from 'vitest';
import { blendSeams } from '../../../../../../site/engine/ops/fill/blend-seams.ts';
import { runToEnd } from '../../../../../../site/engine/ops/progress.ts';
import type { Pixels, Size } from '../../../../../../site/engine/types.ts';
import { maskOf } from './holes.ts';

const SIZE = { width: 90, height: 60 } as const;
const at = (x: number, y: number) => y * SIZE.width + x;

function scene(size: Size, grey: (x: number, y: number) => number): Pixels {
  const data = new Uint8ClampedArray(4 * size.width * size.height).fill(255);
  for (let i = 0; i < data.length / 4; i++)
    data.fill(grey(i % size.width, Math.floor(i / size.width)), 4 * i, 4 * i + 3);
  return { ...size, data };
}

/** A wall with a pattern of dots, brighter by `step` from column 60. */
const wall = (step: number) => scene(SIZE, (x, y) => 120 + (x % 4 < 2 && y % 4 < 2 ? 20 : 0) + (x >= 60 ? step : 0));
const hole = maskOf(SIZE, (x, y) => x >= 12 && x < 40 && y >= 16 && y < 44);
const isStain = (x: number, y: number) => x >= 20 && x < 28 && y >= 24 && y < 32;

/** Fills the hole from below, except for a stain in the middle that is copied from the brighter part. */
function stained(picture: Pixels) {
  const data = picture.data.slice();
  const origin = new Int32Array(hole.data.length).fill(-1);
  for (let i = 0; i < origin.length; i++) {
    if (hole.data[i] === 0) continue;
    const [x, y] = [i % SIZE.width, Math.floor(i / SIZE.width)];
    origin[i] = isStain(x, y) ? at(x + 44, y) : at(x, (y % 4) + 48);
    data.set(picture.data.subarray(4 * origin[i]!, 4 * origin[i]! + 4), 4 * i);
  }
  return { ...picture, data, origin };
}

describe('blendSeams', () => {
  it('blends a patch into its neighbours and keeps its texture', () => {
    const picture = wall(24);
    const before = stained(picture);
    const after = runToEnd(blendSeams(before, { crop: picture, hole }));
    const step = ({ data }: Pixels, y: number) => Math.abs(data[4 * at(20, y)]! - data[4 * at(16, y)]!);
    expect(step(before, 28)).toBe(24);
    expect(step(after, 28)).toBeLessThan(5);
    expect(after.data[4 * at(24, 28)]! - after.data[4 * at(26, 30)]!).toBeGreaterThan(15);
    const far = [at(14, 18), at(37, 41)];
    for (const i of far) expect(Math.abs(after.data[4 * i]! - before.data[4 * i]!)).toBeLessThan(2);
    expect(after.data.filter((value, i) => hole.data[i >> 2] === 0 && value !== picture.data[i])).toEqual(
      new Uint8ClampedArray(0),
    );
  });

  it('keeps edges that the picture itself has, and pixels without an origin', () => {
    const picture = wall(90);
    const before = stained(picture);
    expect(runToEnd(blendSeams(before, { crop: picture, hole })).data).toEqual(before.data);
    const unknown = { ...stained(wall(24)), origin: new Int32Array(hole.data.length).fill(-1) };
    expect(runToEnd(blendSeams(unknown, { crop: wall(24), hole })).data).toEqual(unknown.data);
  });
});
