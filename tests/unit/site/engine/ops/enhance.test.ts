import { describe, expect, it } from 'vitest';
import { gaussianBlur } from '../../../../../site/engine/ops/filter/gaussian.ts';
import { replaceHiddenColours } from '../../../../../site/engine/ops/hidden-colours.ts';
import { mapPlanes, mapPlanesBy, mix, pixelsOf, rgbPlanes } from '../../../../../site/engine/ops/planes.ts';
import { runToEnd } from '../../../../../site/engine/ops/progress.ts';
import { resizePixels, resizePlanes } from '../../../../../site/engine/ops/resize/resize.ts';
import { sharpen } from '../../../../../site/engine/ops/sharpen/unsharp.ts';
import { backProject } from '../../../../../site/engine/ops/upscale/back-project.ts';
import { finishEnlarged } from '../../../../../site/engine/ops/upscale/finish.ts';
import type { Pixels, Planes } from '../../../../../site/engine/types.ts';
import { jpeg, quantised } from '../../../../quality/degrade.ts';
import { psnr, ssim } from '../../../../quality/metrics.ts';
import { deadLeaves, randomOf } from '../../../../quality/scenes.ts';

const grey = (width: number, height: number, at: (x: number, y: number) => number): Planes => {
  const plane = Float32Array.from({ length: width * height }, (_, i) => at(i % width, Math.floor(i / width)));
  return { width, height, planes: [plane, plane.slice(), plane.slice()] };
};

describe('sharpen', () => {
  const options = { strength: 1, radius: 1.5, threshold: 0.01 };
  it('increases PSNR of a soft picture', () => {
    const scene = deadLeaves({ width: 160, height: 120 }, 1);
    const soft = quantised(mapPlanes(scene, (plane) => gaussianBlur(plane, 1)));
    const result = quantised(sharpen(soft, { ...options, strength: 0.5 }));
    expect(psnr(result, scene)).toBeGreaterThan(psnr(soft, scene) + 0.3);
    expect(ssim(result, scene)).toBeGreaterThan(ssim(soft, scene) + 0.03);
  });
  it('limits overshoot beyond the local range', () => {
    const edge = grey(60, 20, (x) => 0.3 + 0.4 / (1 + Math.exp(-(x - 30) / 1.5)));
    const result = sharpen(edge, { ...options, strength: 10, threshold: 0 }).planes[0]!;
    expect(Math.max(...result)).toBeLessThan(0.7 + 0.03);
    expect(Math.min(...result)).toBeGreaterThan(0.3 - 0.03);
    const slope = (values: Float32Array) => values[10 * 60 + 31]! - values[10 * 60 + 29]!;
    expect(slope(result)).toBeGreaterThan(1.2 * slope(edge.planes[0]!));
  });
  it('leaves flat areas and grain below the threshold', () => {
    const flat = grey(30, 30, () => 0.4);
    expect(psnr(sharpen(flat, options), flat)).toBeGreaterThan(90);
    const random = randomOf(3);
    const grain = grey(60, 60, () => 0.5 + 0.01 * (random() - 0.5));
    const change = (threshold: number) => -psnr(sharpen(grain, { ...options, threshold }), grain);
    expect(change(0.05)).toBeLessThan(change(0) - 15);
  });
  it('changes nothing at strength 0', () => {
    const scene = deadLeaves({ width: 40, height: 30 }, 2);
    expect(psnr(sharpen(scene, { ...options, strength: 0 }), scene)).toBeGreaterThan(90);
  });
});

describe('backProject', () => {
  const scene = deadLeaves({ width: 96, height: 64 }, 4);
  const small = resizePlanes(scene, { width: 48, height: 32 }, 'area');
  /** In place of a network: correct edges, too much contrast. */
  const exaggerated = mapPlanes(scene, (plane) => ({
    ...plane,
    data: plane.data.map((value) => 0.5 + 1.3 * (value - 0.5)),
  }));
  it('makes the downscaled enlargement match the original', () => {
    const found = backProject(exaggerated, small, { rounds: 4, step: 1, sigma: 0 });
    expect(psnr(resizePlanes(found, small, 'area'), small)).toBeGreaterThan(38);
    expect(psnr(found, scene)).toBeGreaterThan(psnr(exaggerated, scene) + 4);
  });
  it('adds the enlarged residual again in each round', () => {
    const options = { rounds: 3, step: 0.7, sigma: 0.6 };
    let expected = exaggerated;
    for (let round = 0; round < options.rounds; round++) {
      const residual = mapPlanesBy(small, resizePlanes(expected, small, 'area'), (target, actual) =>
        target.map((value, i) => options.step * (value - actual[i]!)),
      );
      const added = resizePlanes(
        mapPlanes(residual, (plane) => gaussianBlur(plane, options.sigma)),
        scene,
        'cubic',
      );
      expected = mapPlanesBy(expected, added, (values, changes) => values.map((value, i) => value + changes[i]!));
    }
    expect(psnr(backProject(exaggerated, small, options), expected)).toBeGreaterThan(100);
  });
  it('restores only smooth tones with a sigma', () => {
    const speckled = mapPlanes(small, (plane) => {
      const data = plane.data.slice();
      for (let i = 0; i < data.length; i += 2) data[i] = data[i]! + 0.05;
      return { ...plane, data };
    });
    const [all, smooth] = [0, 1.5].map((sigma) => backProject(scene, speckled, { rounds: 2, step: 1, sigma }));
    expect(psnr(smooth!, scene)).toBeGreaterThan(psnr(all!, scene));
  });
});

describe('finishEnlarged', () => {
  const scene = deadLeaves({ width: 120, height: 560 }, 6);
  const original = quantised(resizePlanes(scene, { width: 60, height: 280 }, 'area'));
  const small: Pixels = pixelsOf(original);
  const large: Pixels = pixelsOf(mapPlanes(scene, (plane) => gaussianBlur(plane, 0.6)));
  it('leaves no seams between bands', () => {
    const options = { blend: 0.4, grain: 0, project: 'any' } as const;
    const banded = rgbPlanes(runToEnd(finishEnlarged(large, small, options)));
    const source = rgbPlanes(small);
    const whole = mix(
      backProject(rgbPlanes(large), source, { rounds: 3, step: 1, sigma: 0 }),
      resizePlanes(source, large, 'lanczos'),
      0.4,
    );
    expect(psnr(banded, quantised(whole))).toBeGreaterThan(50);
  });
  it('leaves no seams between bands where pixels are clear', () => {
    const isClear = (i: number, width: number) => (i % width) * 40 > 19 * width && i % (width * 9) > 4 * width;
    const clear = (picture: Pixels, hidden: number): Pixels => {
      const { data } = { data: picture.data.slice() };
      for (let i = 0; 4 * i < data.length; i++)
        if (isClear(i, picture.width)) data.set([hidden, hidden, hidden, 0], 4 * i);
      return { ...picture, data };
    };
    const options = { blend: 0.4, grain: 0, project: 'any' } as const;
    const banded = rgbPlanes(runToEnd(finishEnlarged(large, clear(small, 0), options)));
    const source = rgbPlanes(replaceHiddenColours(clear(small, 255)));
    const whole = mix(
      backProject(rgbPlanes(large), source, { rounds: 3, step: 1, sigma: 0 }),
      resizePlanes(source, large, 'lanczos'),
      0.4,
    );
    expect(psnr(banded, quantised(whole))).toBeGreaterThan(50);
  });
  it('is plain resampling at blend 1 and the network at blend 0', () => {
    const plain = resizePixels(small, { width: 120, height: 560, kernel: 'lanczos', linear: false });
    const all = runToEnd(finishEnlarged(large, small, { blend: 1, grain: 0, project: 'any' }));
    expect(psnr(rgbPlanes(all), rgbPlanes(plain))).toBeGreaterThan(48);
    expect(runToEnd(finishEnlarged(large, small, { blend: 0, grain: 0, project: 'none' }))).toEqual(large);
  });
  it('adds the grain of the original', () => {
    const none = runToEnd(finishEnlarged(large, small, { blend: 0, grain: 0, project: 'none' }));
    const grainy = runToEnd(finishEnlarged(large, small, { blend: 0, grain: 1, project: 'none' }));
    expect(psnr(rgbPlanes(none), rgbPlanes(grainy))).toBeLessThan(45);
  });
  it('does not restore JPEG blocks', () => {
    const soft = mapPlanes(scene, (plane) => gaussianBlur(plane, 3));
    const damaged = jpeg(quantised(resizePlanes(soft, original, 'area')), 30);
    const found = rgbPlanes(
      runToEnd(finishEnlarged(pixelsOf(soft), pixelsOf(damaged), { blend: 0, grain: 0, project: 'any' })),
    );
    const forced = backProject(soft, damaged, { rounds: 3, step: 1, sigma: 0 });
    expect(psnr(found, soft)).toBeGreaterThan(psnr(quantised(forced), soft) + 1);
    const untouched = runToEnd(
      finishEnlarged(pixelsOf(soft), pixelsOf(damaged), { blend: 0, grain: 0, project: 'clean' }),
    );
    expect(untouched).toEqual(pixelsOf(soft));
  });
  it('keeps transparency', () => {
    const clear = { ...large, data: large.data.map((value, i) => (i % 4 === 3 ? 77 : value)) };
    const found = runToEnd(finishEnlarged(clear, small, { blend: 0.4, grain: 0.2, project: 'any' }));
    expect(found.data.filter((_, i) => i % 4 === 3).every((alpha) => alpha === 77)).toBe(true);
  });
});
