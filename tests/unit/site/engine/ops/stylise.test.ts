import { describe, expect, it } from 'vitest';
import { emptyPlane, pixelsOf, planeOf } from '../../../../../site/engine/ops/planes.ts';
import { celColours, quantised } from '../../../../../site/engine/ops/stylise/cel.ts';
import { drawn } from '../../../../../site/engine/ops/stylise/draw.ts';
import { tangents } from '../../../../../site/engine/ops/stylise/flow.ts';
import { inkOf } from '../../../../../site/engine/ops/stylise/ink.ts';
import { lineResponse } from '../../../../../site/engine/ops/stylise/lines.ts';
import { paint } from '../../../../../site/engine/ops/stylise/paint.ts';
import { onWhite } from '../../../../../site/engine/ops/stylise/prepare.ts';
import type { Plane, Planes } from '../../../../../site/engine/types.ts';
import { deadLeaves, randomOf } from '../../../../quality/scenes.ts';
import { ended } from './ended.ts';
import { colours, grey, SIZE } from './scenes.ts';

const plain = (size: { width: number; height: number }): Plane => emptyPlane(size);
const painted = (picture: Planes, radius: number) =>
  ended(paint({ picture, flow: tangents(picture, 2), fine: plain(picture) }, { radius }));
const edge = grey((x) => (x < 30 ? 0.25 : 0.75));
const flat = grey(() => 0.4);

describe('tangents', () => {
  it('run along an edge, in unit length, surely near it and nowhere where all is flat', () => {
    const [x, y, coherence] = tangents(edge, 2).planes as [Float32Array, Float32Array, Float32Array];
    const at = 24 * SIZE.width + 30;
    expect(Math.abs(y[at]!)).toBeCloseTo(1, 3);
    expect(coherence[at]).toBeGreaterThan(0.95);
    for (let i = 0; i < x.length; i++) expect(Math.hypot(x[i]!, y[i]!)).toBeCloseTo(1, 5);
    expect(Math.max(...tangents(flat, 2).planes[2]!)).toBe(0);
  });
  it('turn with the picture', () => {
    const slanted = grey((x, y) => (x + y < 54 ? 0.2 : 0.8));
    const [x, y] = tangents(slanted, 2).planes as [Float32Array, Float32Array];
    const at = 27 * SIZE.width + 27;
    expect(x[at]! * y[at]!).toBeCloseTo(-0.5, 2);
  });
});

describe('paint', () => {
  it('leaves one colour exactly, to the border', () => {
    for (const plane of painted(flat, 5).planes) for (const value of plane) expect(value).toBeCloseTo(0.4, 6);
  });
  it('keeps an edge as steep as it was', () => {
    const row = painted(edge, 5).planes[0]!.subarray(24 * SIZE.width, 25 * SIZE.width);
    expect(row[28]).toBeCloseTo(0.25, 2);
    expect(row[31]).toBeCloseTo(0.75, 2);
  });
  it('takes noise out of both sides of it', () => {
    const random = randomOf(5);
    const noisy = grey((x) => (x < 30 ? 0.25 : 0.75) + 0.1 * (random() - 0.5));
    const spread = ({ planes }: Planes) => {
      const part = Array.from(
        { length: 400 },
        (_, k) => planes[0]![(10 + (k % 20)) * SIZE.width + 4 + Math.floor(k / 20)]!,
      );
      const mean = part.reduce((sum, value) => sum + value, 0) / part.length;
      return part.reduce((sum, value) => sum + (value - mean) ** 2, 0);
    };
    expect(spread(painted(noisy, 5))).toBeLessThan(0.2 * spread(noisy));
  });
  it('uses small dabs where it is told to', () => {
    const leaves = deadLeaves(SIZE, 7);
    const fine: Plane = { ...SIZE, data: new Float32Array(SIZE.width * SIZE.height).fill(1) };
    const detailed = ended(paint({ picture: leaves, flow: tangents(leaves, 2), fine }, { radius: 6 }));
    const off = (found: Planes) =>
      found.planes[0]!.reduce((sum, value, i) => sum + Math.abs(value - leaves.planes[0]![i]!), 0);
    expect(off(detailed)).toBeLessThan(0.7 * off(painted(leaves, 6)));
  });
});

describe('lines', () => {
  const tone = planeOf(edge, 0);
  const response = ended(lineResponse(tone, tangents(edge, 2), { sigma: 1, along: 3 }));
  it('respond on the dark side of an edge, and not to a plain', () => {
    const at = 24 * SIZE.width;
    expect(response.data[at + 29]).toBeLessThan(-0.03);
    expect(response.data[at + 30]).toBeGreaterThan(0.03);
    expect(response.data[at + 10]).toBeCloseTo(0, 6);
  });
  const options = { threshold: 0.004, gain: 80, calm: 0, radius: 8, leastArea: 0 };
  it('become ink where they are strong enough', () => {
    const ink = inkOf(response, tangents(edge, 2), options).data;
    expect(ink[24 * SIZE.width + 29]).toBe(1);
    expect(ink[24 * SIZE.width + 35]).toBe(0);
    expect(Math.max(...inkOf(response, tangents(edge, 2), { ...options, gain: 0 }).data)).toBe(0);
  });
  it('are left out where they are specks', () => {
    const dot = grey((x, y) => (Math.hypot(x - 20, y - 20) < 1.5 ? 0.1 : 0.9));
    const found = ended(lineResponse(planeOf(dot, 0), tangents(dot, 2), { sigma: 1, along: 3 }));
    const sum = (leastArea: number) =>
      inkOf(found, tangents(dot, 2), { ...options, leastArea }).data.reduce((total, value) => total + value, 0);
    expect(sum(0)).toBeGreaterThan(2);
    expect(sum(60)).toBe(0);
  });
  it('thin out where everything is busy', () => {
    const random = randomOf(9);
    const leaves = grey(() => random());
    const flow = tangents(leaves, 2);
    const found = ended(lineResponse(planeOf(leaves, 0), flow, { sigma: 1, along: 3 }));
    const sum = (calm: number) =>
      inkOf(found, flow, { ...options, calm }).data.reduce((total, value) => total + value, 0);
    expect(sum(1)).toBeLessThan(0.75 * sum(0));
    expect(inkOf(response, tangents(edge, 2), { ...options, calm: 1 }).data[24 * SIZE.width + 29]).toBeGreaterThan(0.9);
  });
});

describe('quantised', () => {
  it('never falls, stays in range, and is flat in the middle of a step', () => {
    for (const hardness of [0, 0.5, 1])
      for (const tones of [3, 6]) {
        const values = Array.from({ length: 400 }, (_, i) => quantised(i / 400, tones, hardness));
        for (const [i, value] of values.entries()) {
          expect(value).toBeGreaterThanOrEqual((values[i - 1] ?? 0) - 1e-9);
          expect(value).toBeLessThanOrEqual(1);
        }
      }
    expect(quantised(0.51, 4, 1) - quantised(0.49, 4, 1)).toBeLessThan(0.01);
  });
});

describe('celColours', () => {
  const options = {
    tones: 4,
    hardness: 1,
    palette: { saturation: 1, gamma: 1, shadow: [1, 1, 1], light: [1, 1, 1] },
    sky: 0,
    unit: 0.2,
  } as const;
  const none = plain(SIZE);
  it('turns a ramp into few tones', () => {
    const ramp = grey((x) => x / 59);
    const found = celColours({ painted: ramp, skin: none, sky: none }, options).planes[0]!;
    const still = Array.from({ length: 59 }, (_, x) => found[x + 1]! - found[x]!).filter((step) => step < 0.3 / 59);
    expect(still.length).toBeGreaterThan(25);
    const on: Plane = { ...SIZE, data: new Float32Array(SIZE.width * SIZE.height).fill(1) };
    const face = celColours({ painted: ramp, skin: on, sky: none }, options).planes[0]!;
    const stepped = (plane: Float32Array) =>
      Math.max(...Array.from({ length: 50 }, (_, x) => plane[x + 5]! - plane[x + 4]!));
    // On faces the steps are kept closer to the photo.
    expect(stepped(face)).toBeLessThan(0.7 * stepped(found));
  });
  it('leaves no frayed step where brightness hardly changes', () => {
    const noisy = grey((x, y) => 0.45 + x / 4000 + 0.006 * ((7 * x + 13 * y) % 5));
    const found = celColours({ painted: noisy, skin: none, sky: none }, { ...options, unit: 1 }).planes[0]!;
    const rough = (plane: Float32Array) =>
      plane.reduce((sum, value, i) => sum + (i % 60 ? Math.abs(value - plane[i - 1]!) : 0), 0);
    expect(rough(found)).toBeLessThan(0.5 * rough(noisy.planes[0]!));
  });
  it('makes colours stronger, warmer or darker as the palette says', () => {
    const scene = colours(() => [0.6, 0.45, 0.4]);
    const made = (palette: Partial<typeof options.palette> | object) =>
      celColours(
        { painted: scene, skin: none, sky: none },
        { ...options, hardness: 0, palette: { ...options.palette, ...palette } },
      );
    const [r, , b] = made({}).planes.map((plane) => plane[0]!) as [number, number, number];
    const [vr, , vb] = made({ saturation: 1.5 }).planes.map((plane) => plane[0]!) as [number, number, number];
    expect(vr - vb).toBeGreaterThan(1.3 * (r - b));
    expect(made({ light: [1, 0.9, 0.8], shadow: [1, 0.9, 0.8] }).planes[2]![0]).toBeCloseTo(b * 0.8, 5);
    expect(made({ gamma: 2 }).planes[0]![0]).toBeLessThan(r);
  });
});

describe('drawn', () => {
  it('enlarges lines without blurring them, and leaves paper without ink', () => {
    const ink = {
      ...SIZE,
      data: planeOf(
        grey((x) => (x === 30 ? 1 : 0)),
        0,
      ).data,
    };
    const options = { width: 240, height: 192, ink: [0, 0, 0], through: 0 } as const;
    const { data } = drawn(
      grey(() => 1),
      ink,
      options,
    );
    const row = Array.from({ length: 240 }, (_, x) => data[4 * (96 * 240 + x)]!);
    expect(row[122]).toBeLessThan(20);
    expect(row.filter((value) => value > 20 && value < 235).length).toBeLessThanOrEqual(4);
    expect(row[60]).toBe(255);
  });
});

describe('onWhite', () => {
  it('lays what is transparent on white', () => {
    const picture = pixelsOf(
      grey(() => 0),
      plain(SIZE),
    );
    expect(Math.min(...onWhite(picture, SIZE).planes[0]!)).toBe(1);
  });
});
