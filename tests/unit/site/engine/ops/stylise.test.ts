import { describe, expect, it } from 'vitest';
import { emptyPlane, pixelsOf, planeOf } from '../../../../../site/engine/ops/planes.ts';
import { runToEnd } from '../../../../../site/engine/ops/progress.ts';
import { celColours } from '../../../../../site/engine/ops/stylise/cel.ts';
import { compositeInk } from '../../../../../site/engine/ops/stylise/draw.ts';
import { edgeTangentFlow } from '../../../../../site/engine/ops/stylise/flow.ts';
import { inkFromResponse, lineResponse } from '../../../../../site/engine/ops/stylise/lines.ts';
import { paint } from '../../../../../site/engine/ops/stylise/paint.ts';
import { compositeOnWhite } from '../../../../../site/engine/ops/stylise/prepare.ts';
import { tonedSkin } from '../../../../../site/engine/ops/stylise/skin-tones.ts';
import { softQuantise } from '../../../../../site/engine/ops/stylise/soft-quantise.ts';
import { structureOf, textureOf } from '../../../../../site/engine/ops/stylise/structure.ts';
import type { Plane, Planes } from '../../../../../site/engine/types.ts';
import { deadLeaves, randomOf } from '../../../../quality/scenes.ts';
import { colours, grey, SIZE } from './scenes.ts';

const zeroPlane = (size: { width: number; height: number }): Plane => emptyPlane(size);
const paintedWith = (picture: Planes, radius: number) =>
  runToEnd(paint({ picture, flow: edgeTangentFlow(picture, 2), fine: zeroPlane(picture) }, { radius }));
const edge = grey((x) => (x < 30 ? 0.25 : 0.75));
const flat = grey(() => 0.4);

describe('edgeTangentFlow', () => {
  it('returns unit tangents along an edge, coherent near it and incoherent in flat areas', () => {
    const [x, y, coherence] = edgeTangentFlow(edge, 2).planes as [Float32Array, Float32Array, Float32Array];
    const at = 24 * SIZE.width + 30;
    expect(Math.abs(y[at]!)).toBeCloseTo(1, 3);
    expect(coherence[at]).toBeGreaterThan(0.95);
    for (let i = 0; i < x.length; i++) expect(Math.hypot(x[i]!, y[i]!)).toBeCloseTo(1, 5);
    expect(Math.max(...edgeTangentFlow(flat, 2).planes[2]!)).toBe(0);
  });
  it('follows a slanted edge', () => {
    const slanted = grey((x, y) => (x + y < 54 ? 0.2 : 0.8));
    const [x, y] = edgeTangentFlow(slanted, 2).planes as [Float32Array, Float32Array];
    const at = 27 * SIZE.width + 27;
    expect(x[at]! * y[at]!).toBeCloseTo(-0.5, 2);
  });
});

describe('paint', () => {
  it('keeps a flat colour exact up to the border', () => {
    for (const plane of paintedWith(flat, 5).planes) for (const value of plane) expect(value).toBeCloseTo(0.4, 6);
  });
  it('keeps an edge sharp', () => {
    const row = paintedWith(edge, 5).planes[0]!.subarray(24 * SIZE.width, 25 * SIZE.width);
    expect(row[28]).toBeCloseTo(0.25, 2);
    expect(row[31]).toBeCloseTo(0.75, 2);
  });
  it('removes noise on both sides of an edge', () => {
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
    expect(spread(paintedWith(noisy, 5))).toBeLessThan(0.2 * spread(noisy));
  });
  it('keeps more detail where `fine` requests small dabs', () => {
    const leaves = deadLeaves(SIZE, 7);
    const fine: Plane = { ...SIZE, data: new Float32Array(SIZE.width * SIZE.height).fill(1) };
    const detailed = runToEnd(paint({ picture: leaves, flow: edgeTangentFlow(leaves, 2), fine }, { radius: 6 }));
    const error = (found: Planes) =>
      found.planes[0]!.reduce((sum, value, i) => sum + Math.abs(value - leaves.planes[0]![i]!), 0);
    expect(error(detailed)).toBeLessThan(0.7 * error(paintedWith(leaves, 6)));
  });
});

describe('lineResponse and inkFromResponse', () => {
  const tone = planeOf(edge, 0);
  const response = runToEnd(lineResponse(tone, edgeTangentFlow(edge, 2), { sigma: 1, along: 3 }));
  it('respond negatively on the dark side of an edge, and not in flat areas', () => {
    const at = 24 * SIZE.width;
    expect(response.data[at + 29]).toBeLessThan(-0.03);
    expect(response.data[at + 30]).toBeGreaterThan(0.03);
    expect(response.data[at + 10]).toBeCloseTo(0, 6);
  });
  const options = { threshold: 0.004, gain: 80, clutterSuppression: 0, clutterRadius: 8, minAreaPx: 0 };
  it('draw ink where the response exceeds the threshold', () => {
    const ink = inkFromResponse(response, edgeTangentFlow(edge, 2), options).data;
    expect(ink[24 * SIZE.width + 29]).toBe(1);
    expect(ink[24 * SIZE.width + 35]).toBe(0);
    expect(Math.max(...inkFromResponse(response, edgeTangentFlow(edge, 2), { ...options, gain: 0 }).data)).toBe(0);
  });
  it('remove components below the minimum area', () => {
    const dot = grey((x, y) => (Math.hypot(x - 20, y - 20) < 1.5 ? 0.1 : 0.9));
    const found = runToEnd(lineResponse(planeOf(dot, 0), edgeTangentFlow(dot, 2), { sigma: 1, along: 3 }));
    const sum = (minAreaPx: number) =>
      inkFromResponse(found, edgeTangentFlow(dot, 2), { ...options, minAreaPx }).data.reduce(
        (total, value) => total + value,
        0,
      );
    expect(sum(0)).toBeGreaterThan(2);
    expect(sum(60)).toBe(0);
  });
  it('draw fewer lines in clutter', () => {
    const random = randomOf(9);
    const leaves = grey(() => random());
    const flow = edgeTangentFlow(leaves, 2);
    const found = runToEnd(lineResponse(planeOf(leaves, 0), flow, { sigma: 1, along: 3 }));
    const sum = (clutterSuppression: number) =>
      inkFromResponse(found, flow, { ...options, clutterSuppression }).data.reduce((total, value) => total + value, 0);
    expect(sum(1)).toBeLessThan(0.75 * sum(0));
    expect(
      inkFromResponse(response, edgeTangentFlow(edge, 2), { ...options, clutterSuppression: 1 }).data[
        24 * SIZE.width + 29
      ],
    ).toBeGreaterThan(0.9);
  });
});

describe('softQuantise', () => {
  it('is monotonic, stays in 0..1, and is flat in the middle of a level', () => {
    for (const hardness of [0, 0.5, 1])
      for (const tones of [3, 6]) {
        const values = Array.from({ length: 400 }, (_, i) => softQuantise(i / 400, tones, hardness));
        for (const [i, value] of values.entries()) {
          expect(value).toBeGreaterThanOrEqual((values[i - 1] ?? 0) - 1e-9);
          expect(value).toBeLessThanOrEqual(1);
        }
      }
    expect(softQuantise(0.51, 4, 1) - softQuantise(0.49, 4, 1)).toBeLessThan(0.01);
  });
});

describe('structureOf and textureOf', () => {
  const options = { scale: 3, range: 0.2 };
  const coarse = (x: number) => (x < 30 ? 0.3 : 0.7);
  const textured = grey((x, y) => coarse(x) + 0.06 * (((x * 7 + y * 13) % 5) / 2 - 1));
  const even = runToEnd(structureOf(textured, options));
  it('removes what is smaller than its scale, and keeps the edge of a shape where it is', () => {
    const row = even.planes[0]!.subarray(24 * 60, 25 * 60);
    for (const [x, value] of row.entries())
      if (Math.abs(x - 29.5) > 3) expect(Math.abs(value - coarse(x))).toBeLessThan(0.02);
    expect(row[31]! - row[28]!).toBeGreaterThan(0.3);
  });
  it('measures what was removed', () => {
    const texture = textureOf(textured, even, 3).data;
    expect(texture[24 * 60 + 15]).toBeGreaterThan(0.02);
    expect(Math.max(...textureOf(even, even, 3).data)).toBe(0);
  });
});

describe('tonedSkin', () => {
  const size = { width: 120, height: 90 };
  const skin: Plane = { ...size, data: Float32Array.from({ length: 120 * 90 }, (_, i) => (i % 120 < 100 ? 1 : 0)) };
  /** Light falls off to the left, with blotches; an eye is much darker. */
  const luma: Plane = {
    ...size,
    data: Float32Array.from({ length: 120 * 90 }, (_, i) => {
      const [x, y] = [i % 120, Math.floor(i / 120)];
      return Math.hypot(x - 60, y - 45) < 3 ? 0.1 : 0.4 + x / 400 + 0.015 * Math.sin(x / 2) * Math.sin(y / 2);
    }),
  };
  const owners: Plane = { ...size, data: skin.data.slice() };
  const toned = tonedSkin(luma, { skin, owners }, 0.3);
  it('leaves one edge between shadow and tone, even on both sides, and eyes as they are', () => {
    const row = [...toned.data.subarray(10 * 120, 10 * 120 + 100)];
    const steps = row.slice(1).map((value, x) => Math.abs(value - row[x]!));
    const first = steps.findIndex((step) => step > 0.01);
    expect(first).toBeGreaterThan(5);
    expect(Math.max(...row.slice(0, first)) - Math.min(...row.slice(0, first))).toBeLessThan(0.02);
    expect(Math.max(...row) - Math.min(...row)).toBeGreaterThan(0.1);
    expect(steps.filter((step) => step > 0.01).length).toBeLessThan(25);
    expect(toned.data[45 * 120 + 60]).toBeLessThan(0.2);
  });
  it('changes nothing outside of skin, nor without any', () => {
    expect(toned.data[10 * 120 + 110]).toBe(luma.data[10 * 120 + 110]);
    expect(tonedSkin(luma, { skin: zeroPlane(size), owners }, 0.3)).toBe(luma);
  });
  it('takes the tones of each person, though their skin touches', () => {
    const left = (i: number) => i % 120 < 50;
    const lit = { ...luma, data: luma.data.map((value, i) => value * (left(i) ? 0.5 : 1)) };
    const two = { ...owners, data: owners.data.map((value, i) => (left(i) ? 1 : 2) * value) };
    const toneAt = (toned: Plane, x: number) => toned.data[10 * 120 + x]!;
    const apart = tonedSkin(lit, { skin, owners: two }, 0.3);
    // The rim of the darker person is as dark as the person; by tones of both, it would be their shadow.
    expect(toneAt(apart, 40) - toneAt(apart, 5)).toBeGreaterThan(0.02);
    expect(Math.abs(toneAt(apart, 40) - toneAt(lit, 40))).toBeLessThan(0.04);
  });
});

describe('celColours', () => {
  const options = {
    tones: 4,
    hardness: 1,
    palette: { saturation: 1, gamma: 1, lift: 0, shadow: [1, 1, 1], light: [1, 1, 1] },
    skyStrength: 0,
    unit: 0.2,
  } as const;
  const nowhere = zeroPlane(SIZE);
  const none = { faces: nowhere, skin: nowhere, owners: nowhere, sky: nowhere, texture: nowhere };
  it('quantises a ramp to few tones, more softly on faces and in texture', () => {
    const ramp = grey((x) => x / 59);
    const found = celColours({ painted: ramp, ...none }, options).planes[0]!;
    const flatSteps = Array.from({ length: 59 }, (_, x) => found[x + 1]! - found[x]!).filter((step) => step < 0.3 / 59);
    expect(flatSteps.length).toBeGreaterThan(25);
    const everywhere: Plane = { ...SIZE, data: new Float32Array(SIZE.width * SIZE.height).fill(1) };
    const stepped = (plane: Float32Array) =>
      Math.max(...Array.from({ length: 50 }, (_, x) => plane[x + 5]! - plane[x + 4]!));
    for (const part of ['faces', 'texture'] as const) {
      const softer = celColours({ painted: ramp, ...none, [part]: everywhere }, options).planes[0]!;
      expect(stepped(softer)).toBeLessThan(0.7 * stepped(found));
    }
  });
  it('smooths noise in a gentle gradient instead of fraying a step', () => {
    const noisy = grey((x, y) => 0.45 + x / 4000 + 0.006 * ((7 * x + 13 * y) % 5));
    const found = celColours({ painted: noisy, ...none }, { ...options, unit: 1 }).planes[0]!;
    const roughness = (plane: Float32Array) =>
      plane.reduce((sum, value, i) => sum + (i % 60 ? Math.abs(value - plane[i - 1]!) : 0), 0);
    expect(roughness(found)).toBeLessThan(0.5 * roughness(noisy.planes[0]!));
  });
  it('applies saturation, tints and gamma of the palette', () => {
    const scene = colours(() => [0.6, 0.45, 0.4]);
    const shaded = (palette: Partial<typeof options.palette> | object) =>
      celColours({ painted: scene, ...none }, { ...options, hardness: 0, palette: { ...options.palette, ...palette } });
    const [r, , b] = shaded({}).planes.map((plane) => plane[0]!) as [number, number, number];
    const [vr, , vb] = shaded({ saturation: 1.5 }).planes.map((plane) => plane[0]!) as [number, number, number];
    expect(vr - vb).toBeGreaterThan(1.3 * (r - b));
    expect(shaded({ light: [1, 0.9, 0.8], shadow: [1, 0.9, 0.8] }).planes[2]![0]).toBeCloseTo(b * 0.8, 5);
    expect(shaded({ gamma: 2 }).planes[0]![0]).toBeLessThan(r);
    expect(shaded({ lift: 0.3 }).planes[0]![0]).toBeCloseTo(r + 0.3 * (1 - r), 1);
  });
});

describe('compositeInk', () => {
  it('enlarges lines without blur and leaves the rest unchanged', () => {
    const ink = {
      ...SIZE,
      data: planeOf(
        grey((x) => (x === 30 ? 1 : 0)),
        0,
      ).data,
    };
    const options = { width: 240, height: 192, ink: [0, 0, 0], inkTransparency: 0 } as const;
    const { data } = compositeInk(
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

describe('compositeOnWhite', () => {
  it('shows white where the picture is transparent', () => {
    const picture = pixelsOf(
      grey(() => 0),
      zeroPlane(SIZE),
    );
    expect(Math.min(...compositeOnWhite(picture, SIZE).planes[0]!)).toBe(1);
  });
});
