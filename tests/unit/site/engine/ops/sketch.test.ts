import { describe, expect, it } from 'vitest';
import { emptyPlane } from '../../../../../site/engine/ops/planes.ts';
import { pigmentsOf } from '../../../../../site/engine/ops/stylise/pigment.ts';
import { type SketchOptions, sketched } from '../../../../../site/engine/ops/stylise/sketch.ts';
import { hatchFlow, noiseAt, strokes } from '../../../../../site/engine/ops/stylise/strokes.ts';
import { svgOf } from '../../../../../site/engine/ops/stylise/svg.ts';
import { distances, thin } from '../../../../../site/engine/ops/stylise/thin.ts';
import { cleared, evened, shadeOf } from '../../../../../site/engine/ops/stylise/tone.ts';
import { traced } from '../../../../../site/engine/ops/stylise/trace.ts';
import type { Plane, Planes } from '../../../../../site/engine/types.ts';

function finish<T>(work: Generator<number, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

const SIZE = { width: 90, height: 70 } as const;
const plane = (at: (x: number, y: number) => number): Plane => ({
  ...SIZE,
  data: Float32Array.from({ length: SIZE.width * SIZE.height }, (_, i) =>
    at(i % SIZE.width, Math.floor(i / SIZE.width)),
  ),
});
const flowOf = (x: number, y: number, coherence: number): Planes => ({
  ...SIZE,
  planes: [plane(() => x).data, plane(() => y).data, plane(() => coherence).data],
});
const mean = (values: ArrayLike<number>) => Array.from(values).reduce((sum, value) => sum + value, 0) / values.length;

describe('noise', () => {
  it('is even, and the same for the same place', () => {
    const values = Array.from({ length: 4000 }, (_, i) => noiseAt(i % 70, Math.floor(i / 70), 3));
    expect(mean(values)).toBeCloseTo(0.5, 1);
    expect(noiseAt(5, 9, 3)).toBe(noiseAt(5, 9, 3));
    expect(noiseAt(5, 9, 3)).not.toBe(noiseAt(5, 9, 4));
  });
});

describe('strokes', () => {
  const made = finish(strokes(flowOf(1, 0, 1), { length: 12, width: 0.6, seed: 1 }));
  it('run along the flow', () => {
    const change = (step: number) =>
      mean(Array.from({ length: 4000 }, (_, i) => Math.abs(made.data[i + 400 + step]! - made.data[i + 400]!)));
    expect(change(1)).toBeLessThan(0.35 * change(SIZE.width));
  });
  it('are spread evenly, so that a share of them covers that share of the paper', () => {
    for (const share of [0.2, 0.5, 0.8])
      expect(made.data.filter((value) => value < share).length / made.data.length).toBeCloseTo(share, 2);
  });
  it('take a slant of their own where there is no flow', () => {
    const [x, y] = hatchFlow(flowOf(1, 0, 0), 0).planes.map((values) => values[0]!) as [number, number];
    expect(Math.atan2(y, x)).toBeCloseTo(-1, 5);
    const turned = hatchFlow(flowOf(1, 0, 1), Math.PI / 2).planes.map((values) => values[0]!) as [number, number];
    expect(Math.abs(turned[1])).toBeGreaterThan(0.9);
  });
});

describe('shade', () => {
  it('is darker where the picture is, and has the wanted mean', () => {
    const ramp = plane((x) => 0.1 + (0.8 * x) / SIZE.width);
    const shade = shadeOf(ramp, { mean: 0.3, local: 0, floor: 0, unit: 0.3 });
    expect(mean(shade.data)).toBeCloseTo(0.3, 1);
    for (let x = 6; x < 84; x++)
      expect(shade.data[35 * 90 + x + 1]).toBeLessThanOrEqual(shade.data[35 * 90 + x]! + 0.02);
  });
  it('leaves paper clean where a floor is given, and dark parts dark', () => {
    const ramp = plane((x) => 0.1 + (0.8 * x) / SIZE.width);
    const { data } = shadeOf(ramp, { mean: 0.4, local: 0, floor: 0.3, unit: 0.3 });
    expect(data[35 * 90 + 85]).toBe(0);
    expect(data[35 * 90 + 3]).toBeGreaterThan(0.8);
  });
  it('makes faint shapes as clear as others, and leaves noise alone', () => {
    const wave = (x: number, y: number) => Math.sin(x / 3) * Math.sin(y / 3);
    const spread = (depth: number, share: number) => {
      const { data } = cleared(
        plane((x, y) => 0.5 + depth * wave(x, y)),
        { radius: 12, share },
      );
      return Math.max(...data) - Math.min(...data);
    };
    expect(spread(0.1, 1)).toBeGreaterThan(0.4);
    expect(spread(0.1, 0)).toBeCloseTo(0.2, 2);
    expect(spread(0.01, 1)).toBeLessThan(0.03);
    expect(spread(0.45, 1)).toBeCloseTo(0.9, 1);
  });
  it('uses the whole range of a dull picture, and keeps its order', () => {
    const dull = plane((x) => 0.1 + (0.3 * x) / SIZE.width);
    const { data } = evened(dull);
    expect(data[89]! - data[0]!).toBeGreaterThan(0.4);
    for (let x = 0; x < 89; x++) expect(data[x + 1]).toBeGreaterThanOrEqual(data[x]!);
  });
});

const OPTIONS: SketchOptions = {
  ...SIZE,
  paper: [1, 1, 1],
  pigment: [0, 0, 0],
  grain: 0,
  grainSize: 2,
  hatching: 1,
  rubbing: 0,
  hardness: 0.9,
  crossFrom: 0.6,
  lines: 1,
};

describe('sketched', () => {
  const hatch = finish(strokes(flowOf(1, 0, 1), { length: 12, width: 0.6, seed: 1 }));
  const cross = finish(strokes(flowOf(0, 1, 1), { length: 12, width: 0.6, seed: 2 }));
  const none = emptyPlane(SIZE);
  const made = (shade: number, change: Partial<SketchOptions> = {}) =>
    sketched({ shade: plane(() => shade), ink: none, hatch, cross }, { ...OPTIONS, ...change }, null);
  const dark = (shade: number, change?: Partial<SketchOptions>) =>
    1 - mean(made(shade, change).data.filter((_, i) => i % 4 === 0)) / 255;

  it('leaves light parts as paper, and covers more where it is darker', () => {
    expect(dark(0)).toBe(0);
    const steps = [0.1, 0.3, 0.5, 0.7, 0.95].map((shade) => dark(shade));
    expect([...steps].sort((a, b) => a - b)).toEqual(steps);
    expect(steps[1]).toBeCloseTo(0.3, 1);
  });
  it('gives ink no greys to speak of, and lets grain show in soft pencil', () => {
    const greys = made(0.4, { hardness: 1 }).data.filter((value, i) => i % 4 === 0 && value > 30 && value < 225).length;
    expect(greys).toBeLessThan(0.45 * SIZE.width * SIZE.height);
    const rub = { hatching: 0, rubbing: 1 } as const;
    const spread = (grain: number) => {
      const values = made(0.5, { ...rub, grain }).data.filter((_, i) => i % 4 === 0);
      return Math.max(...values) - Math.min(...values);
    };
    expect(spread(0)).toBeLessThanOrEqual(1);
    expect(spread(1)).toBeGreaterThan(60);
  });
  it('has lines, and the size that is asked for', () => {
    const ink = plane((x) => (Math.abs(x - 45) < 2 ? 1 : 0));
    const size = { width: 180, height: 140 };
    const found = sketched({ shade: none, ink, hatch, cross }, { ...OPTIONS, ...size }, null);
    expect(found).toMatchObject(size);
    expect(found.data[4 * (70 * 180 + 91)]).toBeLessThan(20);
    expect(found.data[4 * (70 * 180 + 20)]).toBe(255);
  });
  it('gives colours back: cover times pigment on paper', () => {
    const picture: Planes = { ...SIZE, planes: [plane(() => 0.8).data, plane(() => 0.55).data, plane(() => 0.4).data] };
    const { cover, colours } = pigmentsOf(picture, none);
    const share = cover.data[0]!;
    const laid = colours.planes.map((values) => 1 + (values[0]! - 1) * share) as [number, number, number];
    expect(laid[0]).toBeGreaterThan(laid[1]);
    expect(laid[1]).toBeGreaterThan(laid[2]);
    expect(share).toBeLessThan(0.97);
  });
});

describe('thin', () => {
  it('leaves one pixel of a bar, and measures how wide it was', () => {
    const bar = Uint8Array.from(plane((x, y) => (x > 10 && x < 80 && y >= 30 && y <= 36 ? 1 : 0)).data);
    expect(Math.max(...distances(bar, SIZE.width))).toBeCloseTo(4, 5);
    thin(bar, SIZE.width);
    for (let x = 20; x < 70; x++) {
      const column = Array.from({ length: SIZE.height }, (_, y) => bar[y * SIZE.width + x]!);
      expect(column.reduce((sum, value) => sum + value, 0)).toBe(1);
      expect(column[33]).toBe(1);
    }
  });
});

describe('traced', () => {
  const options = { level: 0.5, leastLength: 5, tolerance: 0.4 };
  it('finds a stroke as one path of its length and width', () => {
    const ink = plane((x, y) => (x >= 15 && x <= 75 && Math.abs(y - 35) <= 2 ? 1 : 0));
    const paths = traced(ink, options);
    expect(paths.length).toBe(1);
    const { points, width, closed } = paths[0]!;
    expect(closed).toBe(false);
    expect(width).toBeCloseTo(5, 0);
    const ends = [points[0]!, points.at(-2)!].sort((a, b) => a - b);
    expect(ends[0]).toBeLessThan(20);
    expect(ends[1]).toBeGreaterThan(71);
    expect(points.length).toBeLessThan(12);
  });
  it('closes a ring', () => {
    const ring = plane((x, y) => (Math.abs(Math.hypot(x - 45, y - 35) - 20) < 1.5 ? 1 : 0));
    const paths = traced(ring, options);
    expect(paths.length).toBe(1);
    expect(paths[0]!.closed).toBe(true);
    for (let k = 0; k < paths[0]!.points.length; k += 2) {
      const [x, y] = [paths[0]!.points[k]!, paths[0]!.points[k + 1]!];
      expect(Math.hypot(x - 45.5, y - 35.5)).toBeGreaterThan(18);
      expect(Math.hypot(x - 45.5, y - 35.5)).toBeLessThan(22);
    }
  });
  it('parts at a crossing, and leaves out what is short', () => {
    const cross = plane((x, y) => (Math.abs(x - 45) <= 1 || Math.abs(y - 35) <= 1 ? 1 : 0));
    expect(traced(cross, options).length).toBeGreaterThanOrEqual(4);
    const dash = plane((x, y) => (x >= 40 && x <= 48 && Math.abs(y - 35) <= 1 ? 1 : 0));
    expect(traced(dash, { ...options, leastLength: 3 }).length).toBe(1);
    expect(traced(dash, { ...options, leastLength: 20 })).toEqual([]);
  });
  it('finds nothing on empty paper', () => {
    expect(traced(emptyPlane(SIZE), options)).toEqual([]);
  });
});

describe('svgOf', () => {
  it('writes curves of one width together, at the size of the file', () => {
    const path = (width: number, closed: boolean) => ({
      points: Float32Array.of(0, 0, 10, 0, 10, 10, 0, 0),
      closed,
      width,
    });
    const text = svgOf([path(2, false), path(2, true), path(5, false)], { width: 180, height: 140 }, SIZE);
    expect(text).toContain('viewBox="0 0 180 140"');
    expect([...text.matchAll(/stroke-width="([\d.]+)"/g)].map(([, width]) => width)).toEqual(['4', '10']);
    expect([...text.matchAll(/<path d="M0 0C/g)].length).toBe(3);
    expect([...text.matchAll(/Z"/g)].length).toBe(1);
    expect(text).toContain('20 20');
  });
});
