import { describe, expect, it } from 'vitest';
import { type FillOptions, fill } from '../../../../../../site/engine/ops/fill/fill.ts';
import type { NetworkFill } from '../../../../../../site/engine/ops/fill/guided-patches.ts';
import { growAndFeather } from '../../../../../../site/engine/ops/fill/seam.ts';
import { pixelsOf } from '../../../../../../site/engine/ops/planes.ts';
import { runToEnd } from '../../../../../../site/engine/ops/progress.ts';
import { ops } from '../../../../../../site/engine/ops/registry.ts';
import { deadLeaves, randomOf } from '../../../../../quality/scenes.ts';
import { createContext } from '../context.ts';
import { maskOf, planesOf } from './holes.ts';

const SIZE = { width: 150, height: 120 } as const;
const scene = pixelsOf(deadLeaves(SIZE, 11));
const OPTIONS: FillOptions = { method: 'auto', grow: 0, feather: 0, matchColour: true };

describe('fill without a network', () => {
  it.each([
    ['auto', 0, 0],
    ['patches', 3, 2],
    ['telea', 5, 5],
  ] as const)('changes exactly the grown mask, bit by bit: %s', async (method, grow, feather) => {
    for (const seed of [1, 2, 3]) {
      const random = randomOf(seed);
      const spots = Array.from({ length: 4 }, () => [random() * 150, random() * 120, 2 + random() * 9] as const);
      const mask = maskOf(SIZE, (x, y) => spots.some(([u, v, radius]) => Math.hypot(x - u, y - v) < radius));
      const marked = { ...scene, data: scene.data.slice() };
      for (const [i, value] of mask.data.entries()) if (value > 0) marked.data.set([255, 0, 255, 77], 4 * i);
      const before = marked.data.slice();
      const filled = await ops['fill.holes'](
        { picture: marked, mask },
        { ...OPTIONS, method, grow, feather },
        createContext(),
      );
      expect(marked.data).toEqual(before);
      const seam = runToEnd(growAndFeather(mask, { grow, feather }));
      const violations = { outside: 0, left: 0, alpha: 0 };
      for (let i = 0; i < seam.data.length; i++) {
        const same = [0, 1, 2, 3].every((c) => before[4 * i + c] === filled.data[4 * i + c]);
        if (seam.data[i] === 0 && !same) violations.outside++;
        if (mask.data[i] === 255 && same) violations.left++;
        if (mask.data[i] === 255 && filled.data[4 * i + 3] !== 255) violations.alpha++;
      }
      expect(violations).toEqual({ outside: 0, left: 0, alpha: 0 });
    }
  });

  it('fills the same hole in another way for each of four variants, and changes nothing else', async () => {
    const mask = maskOf(SIZE, (x, y) => Math.hypot(x - 70, y - 55) < 14);
    const variants = await Promise.all(
      [0, 1, 2, 3, 4].map((variant) =>
        ops['fill.holes']({ picture: scene, mask }, { ...OPTIONS, method: 'patches', variant }, createContext()),
      ),
    );
    const inside = variants.map(({ data }) => data.filter((_, i) => mask.data[i >> 2] !== 0).join());
    expect(new Set(inside.slice(0, 4)).size).toBe(4);
    expect(inside[4]).toBe(inside[0]);
    for (const { data } of variants)
      expect(data.every((value, i) => mask.data[i >> 2] !== 0 || value === scene.data[i])).toBe(true);
  });

  it('rejects an empty and a full mask', async () => {
    const filling = (chosen: boolean) =>
      ops['fill.holes']({ picture: scene, mask: maskOf(SIZE, () => chosen) }, OPTIONS, createContext());
    await expect(filling(false)).rejects.toThrow('mask.empty');
    await expect(filling(true)).rejects.toThrow('mask.full');
  });

  it('fills holes with too few surroundings for patches', async () => {
    const mask = maskOf(SIZE, (x, y) => x > 2 && y > 2);
    await expect(ops['fill.holes']({ picture: scene, mask }, OPTIONS, createContext())).rejects.toThrow('mask.full');
    const small = maskOf({ width: 12, height: 12 }, (x) => x > 3);
    const picture = pixelsOf(planesOf({ width: 12, height: 12 }, () => [0.4, 0.4, 0.4]));
    const filled = await ops['fill.holes'](
      { picture, mask: small },
      { ...OPTIONS, method: 'patches' },
      createContext(),
    );
    expect(filled.data.every((value, i) => i % 4 === 3 || Math.abs(value - 102) <= 1)).toBe(true);
  });

  it('reports progress and can be aborted', async () => {
    const done: number[] = [];
    const mask = maskOf(SIZE, (x, y) => Math.hypot(x - 70, y - 60) < 25);
    const params = { ...OPTIONS, method: 'patches' } as const;
    await ops['fill.holes']({ picture: scene, mask }, params, createContext(done));
    expect(done.at(-1)).toBe(1);
    expect([...done].sort((a, b) => a - b)).toEqual(done);
    await expect(ops['fill.holes']({ picture: scene, mask }, params, createContext([], 1))).rejects.toThrow(
      expect.objectContaining({ name: 'AbortError' }),
    );
  });
});

describe('fill with a network', () => {
  const random = randomOf(21);
  /** Dark grain above, bright grain below. */
  const background = pixelsOf(
    planesOf(SIZE, (_, y) => {
      const grey = ((y < 60 ? 40 : 180) + 2 * Math.floor(random() * 20) + 1) / 255;
      return [grey, grey, grey];
    }),
  );
  const mask = maskOf(SIZE, (x, y) => Math.hypot(x - 75, y - 60) < 24);
  const painting =
    (greyAt: (x: number, y: number) => number): NetworkFill =>
    async (crop, hole) => {
      const data = crop.data.slice();
      for (const [i, value] of hole.data.entries()) {
        const grey = greyAt(i % crop.width, Math.floor(i / crop.width));
        if (value > 0) data.set([grey, grey, grey, 255], 4 * i);
      }
      return { ...crop, data };
    };
  /** Fine grain, and bright only below its own line, which hangs down in the middle. */
  const network = painting((x, y) => {
    const line = 60 + Math.max(0, 14 - Math.abs(x - 75) / 1.5);
    return (y < line ? 60 : 200) + 2 * ((7 * x + 5 * y) % 19) - 18;
  });
  const greys = (picture: typeof background, rows: (y: number) => boolean) =>
    [...mask.data.keys()]
      .filter((i) => mask.data[i]! > 0 && rows(Math.floor(i / 150)))
      .map((i) => picture.data[4 * i]!);
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

  it('takes the layout from the network and the detail from the picture', async () => {
    const options = { ...OPTIONS, matchColour: false };
    const filled = await fill({ picture: background, mask }, options, { network, context: createContext() });
    const middle = (y: number) => mean([72, 75, 78].map((x) => filled.data[4 * (y * 150 + x)]!));
    expect(mean([62, 64, 66, 68].map(middle))).toBeLessThan(90);
    expect(mean([78, 79, 80, 81].map(middle))).toBeGreaterThan(170);
    // From pixel to pixel the network's grain goes up by 14 or down by 24; that of the picture by anything up to 38.
    const steps = [...mask.data.keys()]
      .filter((i) => mask.data[i]! > 0 && mask.data[i + 1]! > 0)
      .map((i) => filled.data[4 * i + 4]! - filled.data[4 * i]!);
    const repeatedSteps = steps.filter((step) => Math.abs(step - 14) < 2 || Math.abs(step + 24) < 2);
    expect(repeatedSteps.length).toBeLessThan(0.25 * steps.length);
    expect(new Set(steps).size).toBeGreaterThan(40);
  });
  it('keeps the network’s filling if the method is `network`', async () => {
    const options = { ...OPTIONS, method: 'network', matchColour: false } as const;
    const filled = await fill({ picture: background, mask }, options, { network, context: createContext() });
    expect(new Set(greys(filled, () => true))).toEqual(
      new Set([60, 200].flatMap((grey) => Array.from({ length: 19 }, (_, i) => grey - 18 + 2 * i))),
    );
  });
  it('ignores a hallucinated filling', async () => {
    const foreign = painting((x) => (x % 8 < 4 ? 0 : 254));
    const filled = await fill({ picture: background, mask }, OPTIONS, { network: foreign, context: createContext() });
    expect(mean(greys(filled, (y) => y < 54))).toBeLessThan(80);
    expect(mean(greys(filled, (y) => y > 66))).toBeGreaterThan(180);
  });
  it('removes hallucinated objects', async () => {
    const spotted = painting((x, y) => (Math.hypot(x - 75, y - 72) < 6 ? 0 : y < 60 ? 60 : 200));
    const options = { ...OPTIONS, matchColour: false };
    const filled = await fill({ picture: background, mask }, options, { network: spotted, context: createContext() });
    expect(mean([72, 75, 78].map((x) => filled.data[4 * (72 * 150 + x)]!))).toBeGreaterThan(170);
  });
  it('matches the colours of the rim on request', async () => {
    const even = pixelsOf(planesOf(SIZE, () => [100, 100, 100].map((grey) => grey / 255)));
    const tinted = painting(() => 115);
    for (const [matchColour, grey] of [
      [true, 100],
      [false, 115],
    ] as const) {
      const options = { ...OPTIONS, method: 'network', matchColour } as const;
      const filled = await fill({ picture: even, mask }, options, { network: tinted, context: createContext() });
      expect(Math.abs(filled.data[4 * (60 * 150 + 75)]! - grey)).toBeLessThanOrEqual(1);
    }
  });
  it('judges each hole separately', async () => {
    const wide = pixelsOf(
      planesOf({ width: 300, height: 120 }, (x, y) => Array(3).fill(background.data[4 * (y * 150 + (x % 150))]! / 255)),
    );
    const holes = maskOf(wide, (x, y) => Math.hypot((x % 150) - 75, y - 60) < 24);
    const half = painting((x, y) => {
      if (x < 150) return x % 8 < 4 ? 0 : 254;
      const line = 60 + Math.max(0, 14 - Math.abs(x - 225) / 1.5);
      return (y < line ? 60 : 200) + 2 * ((7 * x + 5 * y) % 19) - 18;
    });
    const options = { ...OPTIONS, matchColour: false };
    const filled = await fill({ picture: wide, mask: holes }, options, { network: half, context: createContext() });
    const within = (left: number, top: number) =>
      mean([0, 1, 2, 3, 4, 5].map((k) => filled.data[4 * ((top + 2 * k) * 300 + left + k)]!));
    expect(within(72, 40)).toBeLessThan(80);
    expect(within(72, 68)).toBeGreaterThan(180);
    expect(mean([62, 64, 66, 68].map((y) => filled.data[4 * (y * 300 + 225)]!))).toBeLessThan(90);
  });
  it('says after its last run that it needs the network no more, once for all holes', async () => {
    const size = { width: 1400, height: 60 };
    const wide = pixelsOf(planesOf(size, () => [120, 130, 140]));
    const mask = maskOf(size, (x, y) => Math.hypot(Math.abs(x - 700) - 640, y - 30) < 12);
    const events: string[] = [];
    const plain: NetworkFill = async (crop) => {
      events.push('run');
      return crop;
    };
    const context = { ...createContext(), networksDone: async () => void events.push('done') };
    await fill({ picture: wide, mask }, { ...OPTIONS, method: 'network' }, { network: plain, context });
    expect(events).toEqual(['run', 'run', 'done']);
  });

  it('does not run the network for hairlines or other methods', async () => {
    const hairline = maskOf(SIZE, (x, y) => x > 10 && x < 140 && y >= 30 && y < 33);
    const never: NetworkFill = () => Promise.reject(new Error('asked'));
    const means = { network: never, context: createContext() };
    await fill({ picture: background, mask: hairline }, OPTIONS, means);
    await fill({ picture: background, mask }, { ...OPTIONS, method: 'patches' }, means);
    await fill({ picture: background, mask: hairline }, { ...OPTIONS, method: 'telea' }, means);
    await expect(fill({ picture: background, mask }, OPTIONS, means)).rejects.toThrow('asked');
  });
});

describe('growAndFeather', () => {
  it('grows the mask by a circle, fades in from its rim and keeps full weight inside the mask', () => {
    const dot = maskOf({ width: 41, height: 41 }, (x, y) => x === 20 && y === 20);
    const seam = runToEnd(growAndFeather(dot, { grow: 8, feather: 3 }));
    for (let i = 0; i < seam.data.length; i++) {
      const distance = Math.hypot((i % 41) - 20, Math.floor(i / 41) - 20);
      expect(seam.data[i]! > 0).toBe(distance <= 8);
      if (distance < 4) expect(seam.data[i]).toBe(255);
    }
    expect(seam.data[20 * 41 + 28]).toBe(64);
  });
  it('does not depend on the size of the picture', () => {
    const chosen = (x: number, y: number) => Math.hypot(x - 40, y - 30) < 12;
    const near = runToEnd(growAndFeather(maskOf({ width: 80, height: 60 }, chosen), { grow: 6, feather: 2 }));
    const wide = maskOf({ width: 1100, height: 60 }, (x, y) => chosen(x - 480, y));
    const far = runToEnd(growAndFeather(wide, { grow: 6, feather: 2 }));
    for (let y = 0; y < 60; y++)
      expect(far.data.subarray(y * 1100 + 480, y * 1100 + 560)).toEqual(near.data.subarray(y * 80, (y + 1) * 80));
  });
  it('preserves soft masks', () => {
    const soft = { width: 5, height: 1, data: Uint8Array.of(0, 60, 255, 60, 0) };
    expect([...runToEnd(growAndFeather(soft, { grow: 0, feather: 3 })).data]).toEqual([0, 60, 255, 60, 0]);
    expect([...runToEnd(growAndFeather(soft, { grow: 1, feather: 0 })).data]).toEqual([0, 255, 255, 255, 0]);
  });
});
