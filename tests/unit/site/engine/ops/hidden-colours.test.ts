import { describe, expect, it } from 'vitest';
import { inBands, inLongBands } from '../../../../../site/engine/ops/bands.ts';
import { gaussianBlur } from '../../../../../site/engine/ops/filter/gaussian.ts';
import { replaceHiddenColours } from '../../../../../site/engine/ops/hidden-colours.ts';
import { alphaPlane, mapPlanes, pixelsOf, rgbPlanes } from '../../../../../site/engine/ops/planes.ts';
import { runToEnd } from '../../../../../site/engine/ops/progress.ts';
import { ops } from '../../../../../site/engine/ops/registry.ts';
import { resizePlane, resizePlanes } from '../../../../../site/engine/ops/resize/resize.ts';
import type { AnyOp, Facts, Pixels, Values } from '../../../../../site/engine/types.ts';
import { deadLeaves, discAlpha, randomOf } from '../../../../quality/scenes.ts';
import { createContext } from './context.ts';

/** A picture whose pixels each have a colour of their own; about one in `rarity` is visible. */
function scattered(width: number, height: number, rarity: number): Pixels {
  const random = randomOf(width * rarity);
  const data = new Uint8ClampedArray(4 * width * height);
  for (let i = 0; i < width * height; i++)
    data.set([i & 255, i >> 8, 7, random() < 1 / rarity ? 1 + 254 * random() : 0], 4 * i);
  return { width, height, data };
}

describe('replaceHiddenColours', () => {
  it.each([
    [40, 30, 60],
    [30, 50, 9],
    [1, 40, 12],
    [40, 1, 12],
  ])('copies the nearest visible pixels, to a tenth: %i × %i, one in %i', (width, height, rarity) => {
    const picture = scattered(width, height, rarity);
    const before = picture.data.slice();
    const { data } = replaceHiddenColours(picture);
    expect(picture.data).toEqual(before);
    const isVisible = (i: number) => before[4 * i + 3] !== 0;
    const distance = (i: number, k: number) =>
      Math.hypot((i % width) - (k % width), Math.floor(i / width) - Math.floor(k / width));
    for (let i = 0; i < width * height; i++) {
      const source = data[4 * i]! + 256 * data[4 * i + 1]!;
      expect(data[4 * i + 3]).toBe(before[4 * i + 3]);
      expect(isVisible(source)).toBe(true);
      let nearest = Number.POSITIVE_INFINITY;
      for (let k = 0; k < width * height; k++) if (isVisible(k)) nearest = Math.min(nearest, distance(i, k));
      expect(distance(i, source)).toBeLessThanOrEqual(1.1 * nearest);
    }
  });

  it('returns opaque pictures and those without any visible pixel as they are', () => {
    const opaque = pixelsOf(deadLeaves({ width: 20, height: 10 }, 1));
    const clear = { ...opaque, data: opaque.data.map((value, i) => (i % 4 === 3 ? 0 : value)) };
    for (const picture of [opaque, clear]) expect(replaceHiddenColours(picture)).toBe(picture);
  });

  it('does not depend on where bands begin', () => {
    const picture = scattered(30, 50, 40);
    const whole = replaceHiddenColours(picture);
    for (const rows of [1, 7, 50]) {
      const options = { rows, margin: 2 };
      expect(runToEnd(inBands([picture], options, ([band]) => rgbPlanes(band)))).toEqual(whole);
      // biome-ignore lint/correctness/useYield: work without steps.
      const work = function* (band: Pixels) {
        return rgbPlanes(band);
      };
      expect(runToEnd(inLongBands(picture, options, work))).toEqual(whole);
    }
  });
});

describe('operations on a cut-out', () => {
  const size = { width: 96, height: 80 };
  const alpha = discAlpha(size, { x: 48, y: 40, radius: 30 });
  /** A disc, of one grey or with a scene in it, with a colour under the clear pixels. */
  const cutOut = (hidden: number, content: 'grey' | 'scene'): Pixels => {
    const { data } = pixelsOf(deadLeaves(size, 3), alpha);
    for (let at = 0; at < data.length; at += 4) {
      if (data[at + 3] === 0) data.fill(hidden, at, at + 3);
      else if (content === 'grey') data.fill(128, at, at + 3);
    }
    return { ...size, data };
  };
  const blur = { facts: { kind: 'gaussian', sigma: 2, noiseToSignal: 1e-3 } } as const;
  /** In place of a network, which sees no hidden colours. */
  const large = (picture: Pixels): Pixels => {
    const double = { width: 2 * size.width, height: 2 * size.height };
    const colours = resizePlanes(rgbPlanes(replaceHiddenColours(picture)), double, 'cubic');
    return pixelsOf(colours, resizePlane(alphaPlane(picture), double, 'cubic'));
  };
  const sharpening = { strength: 2.5, radius: 1.5, threshold: 0.01 };

  const run = (name: keyof typeof ops, inputs: Values, params: object) =>
    (ops[name] as unknown as AnyOp)(inputs, params, createContext());
  const works: { readonly [name in keyof typeof ops]?: (picture: Pixels) => Promise<unknown> } = {
    'sharpen.instant': async (picture) => run('sharpen.instant', { picture }, sharpening),
    'sharpen.finish': async (picture) =>
      run('sharpen.finish', { picture, found: replaceHiddenColours(picture) }, { fraction: 0.5, sharpen: sharpening }),
    'upscale.finish': async (picture) =>
      run('upscale.finish', { picture, large: large(picture) }, { blend: 0.4, grain: 0.5, project: 'any' }),
    'deblur.wiener': async (picture) => run('deblur.wiener', { picture, blur }, { model: null, regularisation: 1 }),
    'deblur.sparse': async (picture) => run('deblur.sparse', { picture, blur }, { model: null, regularisation: 1 }),
    'deblur.richardson-lucy': async (picture) =>
      run('deblur.richardson-lucy', { picture, blur }, { model: null, iterations: 8, regularisation: 0.001 }),
  };

  it.each(Object.entries(works))('shows nothing of the colours under clear pixels: %s', async (_, work) => {
    for (const hidden of [0, 255]) {
      const found = (await work(cutOut(hidden, 'grey'))) as Pixels;
      let off = 0;
      for (let at = 0; at < found.data.length; at += 4)
        if (found.data[at + 3] !== 0) off = Math.max(off, Math.abs(found.data[at]! - 128));
      expect(off).toBeLessThanOrEqual(2);
    }
    expect(await work(cutOut(0, 'scene'))).toEqual(await work(cutOut(255, 'scene')));
  });

  it('measures the blur of what is visible', async () => {
    const large = { width: 300, height: 300 };
    const soft = mapPlanes(deadLeaves(large, 3), (plane) => gaussianBlur(plane, 2));
    const picture = pixelsOf(soft, discAlpha(large, { x: 150, y: 150, radius: 145 }));
    for (const hidden of [0, 255]) {
      for (let at = 0; at < picture.data.length; at += 4)
        if (picture.data[at + 3] === 0) picture.data.fill(hidden, at, at + 3);
      const { facts } = (await run('deblur.measure', { picture }, {})) as Facts;
      expect(facts.kind).toBe('gaussian');
      expect(Math.abs(Number(facts.sigma) - 2)).toBeLessThan(0.3);
    }
  });
});
