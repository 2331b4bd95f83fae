import { describe, expect, it } from 'vitest';
import { emptyPlane } from '../../../../../site/engine/ops/planes.ts';
import { runToEnd } from '../../../../../site/engine/ops/progress.ts';
import { traceCentrelines } from '../../../../../site/engine/ops/stylise/centrelines.ts';
import { pathsToSvg } from '../../../../../site/engine/ops/stylise/paths-to-svg.ts';
import { separatePigments } from '../../../../../site/engine/ops/stylise/pigment.ts';
import { chamferDistances, thinToSkeleton } from '../../../../../site/engine/ops/stylise/skeleton.ts';
import { renderSketch, type SketchOptions } from '../../../../../site/engine/ops/stylise/sketch.ts';
import { hashNoise, hatchFlow, hatchStrokes, smudgedOnSkin } from '../../../../../site/engine/ops/stylise/strokes.ts';
import { equaliseLocalContrast, shadeFromLuma, stretchTones } from '../../../../../site/engine/ops/stylise/tone.ts';
import type { Plane, Planes } from '../../../../../site/engine/types.ts';

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

describe('hashNoise', () => {
  it('has mean 0.5 and depends only on coordinates and seed', () => {
    const values = Array.from({ length: 4000 }, (_, i) => hashNoise(i % 70, Math.floor(i / 70), 3));
    expect(mean(values)).toBeCloseTo(0.5, 1);
    expect(hashNoise(5, 9, 3)).toBe(hashNoise(5, 9, 3));
    expect(hashNoise(5, 9, 3)).not.toBe(hashNoise(5, 9, 4));
  });
});

describe('hatchStrokes', () => {
  const strokes = runToEnd(hatchStrokes(flowOf(1, 0, 1), { length: 12, width: 0.6, seed: 1 }));
  it('runs along the flow', () => {
    const change = (step: number) =>
      mean(Array.from({ length: 4000 }, (_, i) => Math.abs(strokes.data[i + 400 + step]! - strokes.data[i + 400]!)));
    expect(change(1)).toBeLessThan(0.35 * change(SIZE.width));
  });
  it('has uniform values, so that a threshold covers exactly that fraction', () => {
    for (const fraction of [0.2, 0.5, 0.8])
      expect(strokes.data.filter((value) => value < fraction).length / strokes.data.length).toBeCloseTo(fraction, 2);
  });
  it('uses a fixed slant without a flow, and turns the flow by the angle', () => {
    const [x, y] = hatchFlow(flowOf(1, 0, 0), 0).planes.map((values) => values[0]!) as [number, number];
    expect(Math.atan2(y, x)).toBeCloseTo(-1, 5);
    const turned = hatchFlow(flowOf(1, 0, 1), Math.PI / 2).planes.map((values) => values[0]!) as [number, number];
    expect(Math.abs(turned[1])).toBeGreaterThan(0.9);
  });
});

describe('smudgedOnSkin', () => {
  it('leaves a smooth tone of strokes on skin, and the strokes elsewhere', () => {
    const strokes = plane((x) => (x % 4) / 3);
    const smudged = smudgedOnSkin(
      strokes,
      plane((x) => (x < 45 ? 1 : 0)),
    );
    const row = [...smudged.data.subarray(0, SIZE.width)];
    expect(Math.max(...row.slice(0, 45)) - Math.min(...row.slice(0, 45))).toBeLessThan(0.2);
    expect(row.slice(45)).toEqual([...strokes.data.subarray(45, SIZE.width)]);
  });
});

describe('tones', () => {
  it('shadeFromLuma draws a subject on a white ground as dark as without the ground', () => {
    const options = { mean: 0.3, localWeight: 0, floor: 0, unit: 0.3 };
    const [from, to] = [40, 80];
    const subject = shadeFromLuma(
      plane((x) => (x < from ? 1 : 0.1 + (0.8 * (x - from)) / (to - from))),
      options,
    );
    const inside = subject.data.filter((_, i) => i % SIZE.width >= from && i % SIZE.width < to);
    expect(mean(inside)).toBeCloseTo(0.3, 1);
  });
  it('shadeFromLuma decreases with luma and has the requested mean', () => {
    const ramp = plane((x) => 0.1 + (0.8 * x) / SIZE.width);
    const shade = shadeFromLuma(ramp, { mean: 0.3, localWeight: 0, floor: 0, unit: 0.3 });
    expect(mean(shade.data)).toBeCloseTo(0.3, 1);
    for (let x = 6; x < 84; x++)
      expect(shade.data[35 * 90 + x + 1]).toBeLessThanOrEqual(shade.data[35 * 90 + x]! + 0.02);
  });
  it('shadeFromLuma keeps light areas bare below the floor, and dark areas dark', () => {
    const ramp = plane((x) => 0.1 + (0.8 * x) / SIZE.width);
    const { data } = shadeFromLuma(ramp, { mean: 0.4, localWeight: 0, floor: 0.3, unit: 0.3 });
    expect(data[35 * 90 + 85]).toBe(0);
    expect(data[35 * 90 + 3]).toBeGreaterThan(0.8);
  });
  it('equaliseLocalContrast amplifies faint shapes and leaves noise and strong shapes', () => {
    const wave = (x: number, y: number) => Math.sin(x / 3) * Math.sin(y / 3);
    const spread = (depth: number, strength: number) => {
      const { data } = equaliseLocalContrast(
        plane((x, y) => 0.5 + depth * wave(x, y)),
        { radius: 12, strength },
      );
      return Math.max(...data) - Math.min(...data);
    };
    expect(spread(0.1, 1)).toBeGreaterThan(0.4);
    expect(spread(0.1, 0)).toBeCloseTo(0.2, 2);
    expect(spread(0.01, 1)).toBeLessThan(0.03);
    expect(spread(0.45, 1)).toBeCloseTo(0.9, 1);
  });
  it('stretchTones expands a low-contrast picture monotonically', () => {
    const dull = plane((x) => 0.1 + (0.3 * x) / SIZE.width);
    const { data } = stretchTones(dull);
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
  crossHatchFrom: 0.6,
  lines: 1,
};

describe('renderSketch', () => {
  const hatch = runToEnd(hatchStrokes(flowOf(1, 0, 1), { length: 12, width: 0.6, seed: 1 }));
  const cross = runToEnd(hatchStrokes(flowOf(0, 1, 1), { length: 12, width: 0.6, seed: 2 }));
  const none = emptyPlane(SIZE);
  const rendered = (shade: number, change: Partial<SketchOptions> = {}) =>
    renderSketch({ shade: plane(() => shade), ink: none, hatch, cross }, { ...OPTIONS, ...change }, null);
  const darkness = (shade: number, change?: Partial<SketchOptions>) =>
    1 - mean(rendered(shade, change).data.filter((_, i) => i % 4 === 0)) / 255;

  it('leaves light areas bare and covers more the darker they are', () => {
    expect(darkness(0)).toBe(0);
    const steps = [0.1, 0.3, 0.5, 0.7, 0.95].map((shade) => darkness(shade));
    expect([...steps].sort((a, b) => a - b)).toEqual(steps);
    expect(steps[1]).toBeCloseTo(0.3, 1);
  });
  it('draws hard strokes with few greys, and rubbed shade with visible grain', () => {
    const greys = rendered(0.4, { hardness: 1 }).data.filter(
      (value, i) => i % 4 === 0 && value > 30 && value < 225,
    ).length;
    expect(greys).toBeLessThan(0.45 * SIZE.width * SIZE.height);
    const rub = { hatching: 0, rubbing: 1 } as const;
    const spread = (grain: number) => {
      const values = rendered(0.5, { ...rub, grain }).data.filter((_, i) => i % 4 === 0);
      return Math.max(...values) - Math.min(...values);
    };
    expect(spread(0)).toBeLessThanOrEqual(1);
    expect(spread(1)).toBeGreaterThan(60);
  });
  it('draws lines at the requested size', () => {
    const ink = plane((x) => (Math.abs(x - 45) < 2 ? 1 : 0));
    const size = { width: 180, height: 140 };
    const found = renderSketch({ shade: none, ink, hatch, cross }, { ...OPTIONS, ...size }, null);
    expect(found).toMatchObject(size);
    expect(found.data[4 * (70 * 180 + 91)]).toBeLessThan(20);
    expect(found.data[4 * (70 * 180 + 20)]).toBe(255);
  });
  it('composites separated pigments to the hue of the picture', () => {
    const picture: Planes = { ...SIZE, planes: [plane(() => 0.8).data, plane(() => 0.55).data, plane(() => 0.4).data] };
    const { coverage, colours } = separatePigments(picture, none);
    const fraction = coverage.data[0]!;
    const composited = colours.planes.map((values) => 1 + (values[0]! - 1) * fraction) as [number, number, number];
    expect(composited[0]).toBeGreaterThan(composited[1]);
    expect(composited[1]).toBeGreaterThan(composited[2]);
    expect(fraction).toBeLessThan(0.97);
  });
});

describe('thinToSkeleton and chamferDistances', () => {
  it('thins solid areas in a time linear in their pixels', () => {
    const readsOf = (side: number): number => {
      const mask = new Uint8Array(side * side);
      for (let y = 1; y < side - 1; y++) mask.fill(1, y * side + 1, y * side + side - 1);
      let reads = 0;
      const watched = new Proxy(mask, {
        get: (target, name) => {
          reads++;
          const value = Reflect.get(target, name, target);
          return typeof value === 'function' ? value.bind(target) : value;
        },
        set: (target, name, value) => Reflect.set(target, name, value, target),
      });
      thinToSkeleton(watched, side);
      expect(mask.reduce((sum, value) => sum + value, 0)).toBeLessThan(4 * side);
      return reads;
    };
    // Four times the pixels; eight times the time if the inside were read in each round.
    expect(readsOf(64) / readsOf(32)).toBeLessThan(5);
  });
  it('reduce a bar to its centreline and measure its half width', () => {
    const bar = Uint8Array.from(plane((x, y) => (x > 10 && x < 80 && y >= 30 && y <= 36 ? 1 : 0)).data);
    expect(Math.max(...chamferDistances(bar, SIZE.width))).toBeCloseTo(4, 5);
    thinToSkeleton(bar, SIZE.width);
    for (let x = 20; x < 70; x++) {
      const column = Array.from({ length: SIZE.height }, (_, y) => bar[y * SIZE.width + x]!);
      expect(column.reduce((sum, value) => sum + value, 0)).toBe(1);
      expect(column[33]).toBe(1);
    }
  });
});

describe('traceCentrelines', () => {
  const options = { minInk: 0.5, minLengthPx: 5, tolerancePx: 0.4 };
  it('traces a stroke as one path with its length and width', () => {
    const ink = plane((x, y) => (x >= 15 && x <= 75 && Math.abs(y - 35) <= 2 ? 1 : 0));
    const paths = traceCentrelines(ink, options);
    expect(paths.length).toBe(1);
    const { points, width, closed } = paths[0]!;
    expect(closed).toBe(false);
    expect(width).toBeCloseTo(5, 0);
    const ends = [points[0]!, points.at(-2)!].sort((a, b) => a - b);
    expect(ends[0]).toBeLessThan(20);
    expect(ends[1]).toBeGreaterThan(71);
    expect(points.length).toBeLessThan(12);
  });
  it('closes the path of a ring', () => {
    const ring = plane((x, y) => (Math.abs(Math.hypot(x - 45, y - 35) - 20) < 1.5 ? 1 : 0));
    const paths = traceCentrelines(ring, options);
    expect(paths.length).toBe(1);
    expect(paths[0]!.closed).toBe(true);
    for (let k = 0; k < paths[0]!.points.length; k += 2) {
      const [x, y] = [paths[0]!.points[k]!, paths[0]!.points[k + 1]!];
      expect(Math.hypot(x - 45.5, y - 35.5)).toBeGreaterThan(18);
      expect(Math.hypot(x - 45.5, y - 35.5)).toBeLessThan(22);
    }
  });
  it('splits paths at a crossing and omits short ones', () => {
    const cross = plane((x, y) => (Math.abs(x - 45) <= 1 || Math.abs(y - 35) <= 1 ? 1 : 0));
    expect(traceCentrelines(cross, options).length).toBeGreaterThanOrEqual(4);
    const dash = plane((x, y) => (x >= 40 && x <= 48 && Math.abs(y - 35) <= 1 ? 1 : 0));
    expect(traceCentrelines(dash, { ...options, minLengthPx: 3 }).length).toBe(1);
    expect(traceCentrelines(dash, { ...options, minLengthPx: 20 })).toEqual([]);
  });
  it('returns no paths without ink', () => {
    expect(traceCentrelines(emptyPlane(SIZE), options)).toEqual([]);
  });
});

describe('pathsToSvg', () => {
  it('groups curves by width and scales them to the document', () => {
    const path = (width: number, closed: boolean) => ({
      points: Float32Array.of(0, 0, 10, 0, 10, 10, 0, 0),
      closed,
      width,
    });
    const text = pathsToSvg([path(2, false), path(2, true), path(5, false)], { width: 180, height: 140 }, SIZE);
    expect(text).toContain('viewBox="0 0 180 140"');
    expect([...text.matchAll(/stroke-width="([\d.]+)"/g)].map(([, width]) => width)).toEqual(['4', '10']);
    expect([...text.matchAll(/<path d="M0 0C/g)].length).toBe(3);
    expect([...text.matchAll(/Z"/g)].length).toBe(1);
    expect(text).toContain('20 20');
  });
});
