import { describe, expect, it } from 'vitest';
import { maskOps } from '../../../../../../site/engine/ops/groups/mask.ts';
import { pixelsOf } from '../../../../../../site/engine/ops/planes.ts';
import { ops } from '../../../../../../site/engine/ops/registry.ts';
import { createContext } from '../context.ts';
import { maskOf, planesOf } from './holes.ts';

describe('findShadow', () => {
  const size = { width: 200, height: 160 } as const;
  const inObject = (x: number, y: number) => Math.hypot(x - 90, y - 60) < 24;
  const inShadow = (x: number, y: number) => Math.hypot((x - 112) / 40, (y - 92) / 11) < 1 && !inObject(x, y);
  const light = (x: number, y: number) => (inObject(x, y) ? 0 : inShadow(x, y) ? 0.55 : 1);
  const background = planesOf(size, (x, y) => [0.75, 0.7, 0.6].map((v) => (v - 0.001 * x + 0.0005 * y) * light(x, y)));
  const mask = maskOf(size, inObject);
  it('finds the shadow beside the object', async () => {
    const found = await ops['mask.shadow']({ picture: pixelsOf(background), mask }, {}, createContext());
    let [both, either] = [0, 0];
    for (const [i, value] of found.data.entries()) {
      const real = inShadow(i % 200, Math.floor(i / 200));
      if (real && value > 0) both++;
      if (real || value > 0) either++;
    }
    expect(both / either).toBeGreaterThan(0.7);
  });
  it('finds the shadow beside letterbox bars', async () => {
    const picture = pixelsOf(
      planesOf(size, (x, y) => {
        const shaded = Math.hypot((x - 108) / 26, (y - 94) / 9) < 1;
        return y > 112 ? [0, 0, 0] : [0.75, 0.7, 0.6].map((v) => v * (shaded ? 0.55 : 1));
      }),
    );
    const object = maskOf(size, (x, y) => Math.hypot(x - 100, y - 70) < 20);
    const found = await ops['mask.shadow']({ picture, mask: object }, {}, createContext());
    const shades = [...found.data.keys()].filter((i) => picture.data[4 * i] === 105 && object.data[i] === 0);
    expect(shades.filter((i) => found.data[i]! > 0).length / shades.length).toBeGreaterThan(0.8);
  });
  it('extends a selection by its shadow, so that no ghost stays, but not by a dark object beside its foot', () => {
    const isDark = (x: number, y: number) => x >= 36 && x < 78 && y >= 92 && y < 106;
    const isPost = (x: number, y: number) => x >= 80 && x < 120 && y >= 30 && y < 110;
    const isPostShadow = (x: number, y: number) => x >= 90 && x < 150 && y >= 110 && y < 122;
    const scene = planesOf(size, (x, y) => {
      const seen = isPost(x, y) ? 0 : isDark(x, y) || isPostShadow(x, y) ? 0.5 : 1;
      return [0.75, 0.7, 0.6].map((v) => v * seen);
    });
    const found = maskOps['mask.remains']({ picture: pixelsOf(scene), mask: maskOf(size, isPost) });
    const fractionOf = (inside: (x: number, y: number) => boolean) => {
      const indices = [...found.data.keys()].filter((i) => inside(i % 200, Math.floor(i / 200)));
      return indices.filter((i) => found.data[i]! > 127).length / indices.length;
    };
    expect(fractionOf(isPostShadow)).toBeGreaterThan(0.7);
    expect(fractionOf(isDark)).toBe(0);
  });
  it.each([
    ['beside its head', (x: number, y: number) => Math.hypot((x - 108) / 30, (y - 36) / 9) < 1],
    ['apart from it', (x: number, y: number) => Math.hypot((x - 122) / 10, (y - 98) / 6) < 1],
  ])('ignores dark areas %s', async (_, isDark) => {
    const spotted = planesOf(size, (x, y) => {
      const seen = inObject(x, y) ? 0 : isDark(x, y) ? 0.55 : 1;
      return [0.75, 0.7, 0.6].map((v) => v * seen);
    });
    await expect(ops['mask.shadow']({ picture: pixelsOf(spotted), mask }, {}, createContext())).rejects.toThrow(
      'job.nothingFound',
    );
  });
  it('returns an empty mask on an even background', async () => {
    const even = pixelsOf(planesOf(size, (x, y) => (inObject(x, y) ? [0, 0, 0.4] : [0.6, 0.6, 0.5])));
    await expect(ops['mask.shadow']({ picture: even, mask }, {}, createContext())).rejects.toThrow('job.nothingFound');
  });
});
