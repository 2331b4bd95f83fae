import { describe, expect, it } from 'vitest';
import { fillHairline } from '../../../../../../site/engine/ops/fill/hairline.ts';
import { membrane } from '../../../../../../site/engine/ops/fill/membrane.ts';
import { synthesise } from '../../../../../../site/engine/ops/fill/patches/synthesise.ts';
import { telea } from '../../../../../../site/engine/ops/fill/telea.ts';
import { upscaleFilling } from '../../../../../../site/engine/ops/fill/upscale-filling.ts';
import { distanceTo } from '../../../../../../site/engine/ops/filter/distance.ts';
import { pixelsOf, rgbPlanes } from '../../../../../../site/engine/ops/planes.ts';
import { runToEnd } from '../../../../../../site/engine/ops/progress.ts';
import { randomOf } from '../../../../../quality/scenes.ts';
import { maskOf, planesOf, psnrIn } from './holes.ts';

const SIZE = { width: 96, height: 80 } as const;

describe('distanceTo', () => {
  it('equals the brute-force distance', () => {
    const random = randomOf(5);
    const size = { width: 23, height: 17 };
    const goals = maskOf(size, () => random() < 0.03);
    const found = distanceTo(size, (i) => goals.data[i] !== 0).data;
    for (const [i, distance] of found.entries()) {
      const each = [...goals.data.keys()].filter((j) => goals.data[j] !== 0);
      const near = each.map((j) => Math.hypot((i % 23) - (j % 23), Math.floor(i / 23) - Math.floor(j / 23)));
      expect(distance).toBeCloseTo(Math.min(...near), 4);
    }
  });
  it('is infinite without a target', () => {
    expect(distanceTo(SIZE, () => false).data.every((value) => value === Number.POSITIVE_INFINITY)).toBe(true);
  });
});

describe('membrane', () => {
  it('continues the plane of a tilted rim', () => {
    const hole = maskOf(SIZE, (x, y) => x > 20 && x < 70 && y > 15 && y < 60);
    const at = (i: number) => 0.2 + 0.005 * (i % 96) + 0.002 * Math.floor(i / 96);
    const data = Float32Array.from(hole.data, (value, i) => (value === 0 ? at(i) : 0));
    const known = hole.data.map((value) => (value === 0 ? 1 : 0));
    const surface = membrane({ ...SIZE, data }, known).data;
    expect(Math.max(...surface.map((value, i) => Math.abs(value - at(i))))).toBeLessThan(0.01);
  });
});

describe('telea', () => {
  const ramp = planesOf(SIZE, (x, y) => [0.1 + 0.006 * x, 0.9 - 0.008 * y, 0.2 + 0.003 * x + 0.004 * y]);
  it.each([
    ['a scratch', maskOf(SIZE, (x, y) => Math.abs(x - y - 5) < 3 && y > 3 && y < 76)],
    ['specks', maskOf(SIZE, (x, y) => Math.hypot((x % 20) - 10, (y % 20) - 10) < 3)],
    ['a scratch along the border', maskOf(SIZE, (_, y) => y < 3)],
  ])('continues smooth ramps exactly over %s', (_, hole) => {
    const broken = { ...ramp, planes: ramp.planes.map((plane) => plane.map((v, i) => (hole.data[i] ? 0 : v))) };
    const filled = runToEnd(telea(broken, hole));
    for (const [c, plane] of filled.planes.entries())
      expect(Math.max(...plane.map((value, i) => Math.abs(value - ramp.planes[c]![i]!)))).toBeLessThan(1e-4);
  });
  it('continues an edge across a hairline', () => {
    const edge = planesOf(SIZE, (x) => (x < 48 ? [0.2, 0.3, 0.4] : [0.8, 0.7, 0.6]));
    const hole = maskOf(SIZE, (_, y) => y >= 40 && y < 42);
    const broken = { ...edge, planes: edge.planes.map((plane) => plane.map((v, i) => (hole.data[i] ? 1 : v))) };
    const filled = runToEnd(telea(broken, hole));
    expect(psnrIn(hole, pixelsOf(filled), pixelsOf(edge))).toBeGreaterThan(24);
    expect(filled.planes[0]![40 * 96 + 40]).toBeCloseTo(0.2, 2);
    expect(filled.planes[0]![41 * 96 + 56]).toBeCloseTo(0.8, 2);
  });
  it('keeps steep slopes at the rim of a wide hole bounded', () => {
    const from = (x: number, y: number) => Math.hypot(x - 48, y - 40);
    // It falls by 0.02 a pixel towards the hole.
    const dish = planesOf(SIZE, (x, y) => Array(3).fill(0.5 + 0.02 * Math.max(0, Math.min(8, from(x, y) - 22))));
    const hole = maskOf(SIZE, (x, y) => from(x, y) < 23);
    expect(Math.min(...runToEnd(telea(dish, hole)).planes[0]!)).toBeGreaterThan(0.3);
  });
  it('fills a hole in a texture within the range of its surroundings', () => {
    const random = randomOf(3);
    const texture = planesOf(SIZE, () => [0.4 + 0.2 * random(), 0.1 * random(), 1 - 0.3 * random()]);
    const hole = maskOf(SIZE, (x, y) => Math.hypot(x - 48, y - 40) < 20);
    for (const [c, plane] of runToEnd(telea(texture, hole)).planes.entries()) {
      const [inside, around] = [255, 0].map((of) => [...plane].filter((_, i) => (hole.data[i] ? 255 : 0) === of));
      expect(Math.min(...inside!), `plane ${c}`).toBeGreaterThanOrEqual(Math.min(...around!));
      expect(Math.max(...inside!), `plane ${c}`).toBeLessThanOrEqual(Math.max(...around!));
    }
  });
  it('changes neither its input nor pixels outside the hole', () => {
    const random = randomOf(8);
    const noise = planesOf(SIZE, () => [random(), random(), random()]);
    const copy = noise.planes.map((plane) => plane.slice());
    const hole = maskOf(SIZE, (x, y) => x > 30 && x < 34 && y > 10);
    const filled = runToEnd(telea(noise, hole));
    expect(noise.planes).toEqual(copy);
    for (const [c, plane] of filled.planes.entries())
      expect(plane.filter((_, i) => hole.data[i] === 0)).toEqual(copy[c]!.filter((_, i) => hole.data[i] === 0));
  });
});

describe('synthesise', () => {
  const wave = (x: number, y: number) =>
    0.5 + 0.25 * Math.sin((2 * Math.PI * x) / 12) * Math.cos((2 * Math.PI * y) / 8);
  const weave = pixelsOf(planesOf(SIZE, (x, y) => [wave(x, y), wave(y, x), 0.5 + 0.4 * Math.sin((Math.PI * x) / 3)]));
  const hole = maskOf(SIZE, (x, y) => Math.hypot(x - 50, y - 38) < 14);
  const broken = { ...weave, data: weave.data.map((value, i) => (hole.data[i >> 2] && i % 4 < 3 ? 255 : value)) };

  it('restores a periodic texture much better than Telea', () => {
    const filled = runToEnd(synthesise(broken, hole, null))!;
    const grown = pixelsOf(runToEnd(telea(rgbPlanes(broken), hole)));
    const gain = psnrIn(hole, filled, weave) - psnrIn(hole, grown, weave);
    expect(psnrIn(hole, filled, weave)).toBeGreaterThan(30);
    expect(gain).toBeGreaterThan(12);
  });
  it('is deterministic', () => {
    expect(runToEnd(synthesise(broken, hole, null))).toEqual(runToEnd(synthesise(broken, hole, null)));
  });
  it('copies only opaque pixels of the surroundings', () => {
    const random = randomOf(4);
    const half = pixelsOf(planesOf(SIZE, () => (random() < 0.5 ? [0.2, 0.2, 0.2] : [0.7, 0.7, 0.7])));
    const clear = { ...half, data: half.data.slice() };
    for (let i = 0; i < SIZE.width * SIZE.height; i++)
      if (i % 96 > 70) for (let c = 0; c < 4; c++) clear.data[4 * i + c] = c < 3 ? clear.data[4 * i + c]! + 2 : 0;
    const filled = runToEnd(synthesise(clear, hole, null))!;
    const colours = new Set([...hole.data.keys()].filter((i) => hole.data[i]).map((i) => filled.data[4 * i]!));
    expect([...colours].sort((a, b) => a - b)).toEqual([51, 178]);
  });
  it('replaces a blurred guide with the surrounding texture, not with flat background', () => {
    const random = randomOf(6);
    const grain = pixelsOf(
      planesOf(SIZE, (x) => (x > 74 ? [0.45, 0.45, 0.45] : random() < 0.5 ? [0.2, 0.2, 0.2] : [0.7, 0.7, 0.7])),
    );
    const inGrain = maskOf(SIZE, (x, y) => Math.hypot(x - 40, y - 39) < 21);
    const blurred = { ...grain, data: grain.data.map((value, i) => (inGrain.data[i >> 2] && i % 4 < 3 ? 115 : value)) };
    const filled = runToEnd(synthesise(blurred, inGrain, { picture: blurred, levels: 2 }))!;
    const greys = [...inGrain.data.keys()].filter((i) => inGrain.data[i]).map((i) => filled.data[4 * i]!);
    expect(greys.filter((grey) => grey === 115).length / greys.length).toBeLessThan(0.02);
  });
  it('returns null if there is nothing to copy', () => {
    expect(
      runToEnd(
        synthesise(
          weave,
          maskOf(SIZE, (x) => x > 4),
          null,
        ),
      ),
    ).toBeNull();
  });
});

describe('upscaleFilling', () => {
  it('copies detail at full size and applies the change of the small filling', () => {
    const random = randomOf(3);
    const crop = pixelsOf(planesOf({ width: 40, height: 30 }, () => [0.8 * random(), random(), random()]));
    const hole = maskOf(crop, (x, y) => x >= 20 && x < 28 && y >= 10 && y < 18);
    const small = pixelsOf(planesOf({ width: 20, height: 15 }, () => [0.4, 0.4, 0.4]));
    // Each from ten pixels further left, and two further down: twice that at the crop's own size.
    const origin = Int32Array.from({ length: 300 }, (_, i) => i - 5 + 20);
    const filling = { ...small, data: small.data.map((value, k) => (k % 4 === 0 ? value + 30 : value)), origin };
    const large = runToEnd(upscaleFilling(filling, { crop, hole, small }));
    for (const [i, value] of hole.data.entries()) {
      const [red, green, blue] = crop.data.subarray(4 * (i + 70), 4 * (i + 70) + 3);
      if (value > 0) expect([...large.data.subarray(4 * i, 4 * i + 3)]).toEqual([red! + 30, green, blue]);
    }
  });
});

describe('fillHairline', () => {
  const small = { width: 56, height: 44 };
  const hole = maskOf(small, (x, y) => Math.abs(y - 14 - 0.3 * x) < 1.5 && x > 8 && x < 48);
  const over = (picture: ReturnType<typeof pixelsOf>) => {
    const scratched = { ...picture, data: picture.data.map((value, i) => (hole.data[i >> 2] ? 255 : value)) };
    return [
      runToEnd(fillHairline(scratched, hole, 2)),
      pixelsOf(runToEnd(telea(rgbPlanes(scratched), hole))),
      runToEnd(synthesise(scratched, hole, null))!,
    ].map((filled) => psnrIn(hole, filled, picture)) as [number, number, number];
  };
  it('continues a smooth background', () => {
    const [chosen, grown, copied] = over(pixelsOf(planesOf(small, (x, y) => [0.2 + x / 200, 0.8 - y / 150, 0.5])));
    expect(grown).toBeGreaterThan(copied);
    expect(chosen).toBe(grown);
  });
  it('fills texture with patches', () => {
    const [chosen, grown, copied] = over(
      pixelsOf(planesOf(small, (x, y) => ((x >> 1) % 3 === 0 || y % 5 === 0 ? [0.2, 0.3, 0.2] : [0.8, 0.7, 0.6]))),
    );
    expect(copied).toBeGreaterThan(grown);
    expect(chosen).toBe(copied);
  });
});
