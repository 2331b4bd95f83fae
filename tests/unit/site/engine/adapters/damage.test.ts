import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { convert } from '../../../../../scripts/models/convert.mjs';
import { gaussianBlur } from '../../../../../site/engine/ops/filter/gaussian.ts';
import { localMax } from '../../../../../site/engine/ops/filter/range.ts';
import { mapPlanes, pixelsOf } from '../../../../../site/engine/ops/planes.ts';
import type { Mask, Pixels } from '../../../../../site/engine/types.ts';
import { noisy } from '../../../../quality/degrade.ts';
import { marked } from '../../../../quality/marks.ts';
import { deadLeaves } from '../../../../quality/scenes.ts';
import { scratches } from '../../../../quality/wear.ts';
import { runOp, type StandIn } from './runner.ts';

const SIZE = { width: 320, height: 240 };
const scene = mapPlanes(deadLeaves(SIZE, 3), (plane) => gaussianBlur(plane, 0.7));
const WEIGHTS = new URL('../../../../../scripts/train/weights/damage.onnx', import.meta.url);

/** The network that the site serves. */
const network: StandIn = {
  adapter: 'unet',
  content: convert(readFileSync(WEIGHTS), [{ kind: 'fp16' }]),
  inputs: [['picture', 'float32', [1, 3, 'height', 'width']]],
  outputs: ['logits'],
};
const find = async (picture: Pixels, sensitivity = 0.5) => {
  const { value, fed } = await runOp('net.find-damage', {
    standIn: network,
    inputs: { picture },
    params: { sensitivity },
  });
  return { mask: value as Mask, fed };
};
const areaOf = ({ data }: Mask) => data.filter((value) => value > 0).length;

describe('net.find-damage', () => {
  it('marks scratches and dust, and nothing else', async () => {
    const sums = { hits: 0, all: 0, right: 0, chosen: 0 };
    for (const seed of [1, 2, 3]) {
      const { cover, ...rest } = scratches(SIZE, seed);
      const { mask } = await find(marked(scene, { cover, ...rest }));
      // The mask is dilated by one pixel to cover soft edges.
      const near = localMax(cover, 2).data;
      for (let i = 0; i < cover.data.length; i++) {
        if (cover.data[i]! > 0.5) sums.all++;
        if (cover.data[i]! > 0.5 && mask.data[i]! > 0) sums.hits++;
        if (mask.data[i]! > 0) sums.chosen++;
        if (mask.data[i]! > 0 && near[i]! > 0) sums.right++;
      }
    }
    expect(sums.hits / sums.all).toBeGreaterThan(0.8);
    expect(sums.right / sums.chosen).toBeGreaterThan(0.8);
  });

  it('marks nothing in a flat picture with noise', async () => {
    const flat = { ...SIZE, planes: [0, 1, 2].map(() => new Float32Array(320 * 240).fill(0.5)) };
    const { mask } = await find(pixelsOf(noisy(flat, 0.04, 4)));
    expect(areaOf(mask)).toBeLessThan(80);
  });

  it('marks more at a higher sensitivity, and no transparent pixels', async () => {
    const seen = marked(scene, scratches(SIZE, 1));
    const areas = [];
    for (const sensitivity of [0, 0.5, 1]) areas.push(areaOf((await find(seen, sensitivity)).mask));
    expect(areas).toEqual(areas.toSorted((a, b) => a - b));
    expect(areas[0]).toBeLessThan(areas[2]!);
    const clear = { ...seen, data: seen.data.map((value, i) => (i % 4 === 3 ? 0 : value)) };
    expect(areaOf((await find(clear)).mask)).toBe(0);
  });

  it('splits a large scan into tiles and returns a mask of its size', async () => {
    const size = { width: 3200, height: 400 };
    const planes = [0, 1, 2].map(() => Float32Array.from({ length: 3200 * 400 }, (_, i) => 0.4 + (i % 3200) / 16_000));
    const cover = { ...size, data: new Float32Array(3200 * 400) };
    const row = (x: number) => 200 + Math.round(x / 40);
    for (let x = 100; x < 3100; x++) for (let y = -2; y < 3; y++) cover.data[(row(x) + y) * 3200 + x] = 1;
    const { mask, fed } = await find(marked({ ...size, planes }, { cover, colour: [1, 1, 1], opacity: 0.9 }));
    expect([mask.width, mask.height]).toEqual([3200, 400]);
    for (const { picture } of fed) expect(Math.max(...picture!.dims)).toBeLessThan(600);
    const indices = Array.from({ length: 2900 }, (_, x) => row(x + 150) * 3200 + x + 150);
    expect(indices.filter((i) => mask.data[i]! > 0).length).toBeGreaterThan(2800);
  });
});
