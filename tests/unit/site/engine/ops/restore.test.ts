import { describe, expect, it } from 'vitest';
import { gaussianBlur } from '../../../../../site/engine/ops/filter/gaussian.ts';
import { mapPlanes } from '../../../../../site/engine/ops/planes.ts';
import { runToEnd } from '../../../../../site/engine/ops/progress.ts';
import { estimateNoise } from '../../../../../site/engine/ops/restore/noise.ts';
import { restoreTones } from '../../../../../site/engine/ops/restore/tone.ts';
import { noisy, quantised } from '../../../../quality/degrade.ts';
import { psnr } from '../../../../quality/metrics.ts';
import { deadLeaves } from '../../../../quality/scenes.ts';

const SIZE = { width: 320, height: 240 };
const scene = mapPlanes(deadLeaves(SIZE, 3), (plane) => gaussianBlur(plane, 0.7));

describe('estimateNoise', () => {
  it.each([5, 15, 25])('measures noise of standard deviation %i to within 25 %%', (sigma) => {
    const found = runToEnd(estimateNoise(quantised(noisy(scene, sigma / 255, 9))));
    expect(found).toBeGreaterThan(0.75 * sigma);
    expect(found).toBeLessThan(1.25 * sigma);
  });
  it('measures part of the noise if it is clipped everywhere', () => {
    const paper = { ...SIZE, planes: [0, 1, 2].map(() => new Float32Array(320 * 240).fill(0.97)) };
    const found = runToEnd(estimateNoise(quantised(noisy(paper, 50 / 255, 9))));
    expect(found).toBeGreaterThan(20);
    expect(found).toBeLessThan(50);
  });
  it('reports almost no noise in a clean picture', () => {
    expect(runToEnd(estimateNoise(quantised(mapPlanes(scene, (plane) => gaussianBlur(plane, 1.5)))))).toBeLessThan(1.5);
  });
  it('does not count the texture of gravel that covers most of a picture', () => {
    const gravel = noisy({ ...SIZE, planes: [0, 1, 2].map(() => new Float32Array(320 * 240).fill(0.5)) }, 20 / 255, 4);
    const isSky = (i: number) => Math.floor(i / SIZE.width) < 32;
    const picture = mapPlanes(gravel, (plane) => ({
      ...plane,
      data: plane.data.map((value, i) => (isSky(i) ? 0.7 : value)),
    }));
    expect(runToEnd(estimateNoise(quantised(picture)))).toBeLessThan(3);
  });
});

describe('restoreTones', () => {
  const faded = {
    ...scene,
    planes: scene.planes.map((plane, i) => plane.map((value) => 0.3 + [0.5, 0.45, 0.3][i]! * value)),
  };
  it('restores a faded print with a cast', () => {
    const found = runToEnd(restoreTones(faded, { levels: 1, cast: 1, fading: 0 }));
    expect(psnr(found, scene)).toBeGreaterThan(psnr(faded, scene) + 5);
  });
  it('changes nothing at strength 0', () => {
    expect(psnr(runToEnd(restoreTones(scene, { levels: 0, cast: 0, fading: 0 })), scene)).toBeGreaterThan(60);
  });
  it.each([
    [0.6, 32],
    [1, 27],
  ])('keeps a blue landscape with neutral black and white at strength %d: %d dB', (cast, minimum) => {
    const whole = (value: number) => Math.min(1, Math.max(0, 1.8 * value - 0.4));
    const planes = scene.planes.map((plane, i) => plane.map((value) => whole(value) ** (i === 2 ? 0.6 : 1)));
    const blue = { ...scene, planes };
    expect(psnr(runToEnd(restoreTones(blue, { levels: 0, cast, fading: 0 })), blue)).toBeGreaterThan(minimum);
  });
  describe('light of one colour', () => {
    const tinted = (black: number, gains: readonly number[]) => ({
      ...scene,
      planes: scene.planes.map((plane, i) =>
        plane.map((value, j) => {
          const level = Math.max(0, Math.min(1, 0.3 * value + scene.planes[1]![j]! - 0.15));
          return black + (1 - black) * gains[i]! * level;
        }),
      ),
    });
    const changed = (picture: typeof scene) =>
      psnr(runToEnd(restoreTones(picture, { levels: 0, cast: 0.6, fading: 0 })), picture);
    const stormy = [0.6, 0.75, 1];
    const yellow = [1, 0.85, 0.6];
    it.each([
      ['a blue sky over deep shadows', 0, stormy],
      ['a blue sky in haze', 0.15, stormy],
      ['a yellow evening over deep shadows', 0, yellow],
    ])('is kept: %s', (_name, black, gains) => {
      expect(changed(tinted(black, gains))).toBeGreaterThan(45);
    });
    it('is taken from a yellowed print, whose ink is no longer black', () => {
      expect(changed(tinted(0.15, yellow))).toBeLessThan(30);
    });
  });
  it('keeps what it cannot stretch to black and white between them', () => {
    const fog = mapPlanes(scene, (plane) => ({ ...plane, data: plane.data.map((value) => 0.55 + 0.15 * value) }));
    const dusk = mapPlanes(scene, (plane) => ({ ...plane, data: plane.data.map((value) => 0.2 * value) }));
    const [clear, bright] = [fog, dusk].map(
      (picture) => runToEnd(restoreTones(picture, { levels: 1, cast: 0, fading: 0 })).planes[1]!,
    );
    expect(Math.min(...clear!)).toBeGreaterThan(0.2);
    expect(Math.max(...clear!)).toBeLessThan(0.8);
    expect(Math.min(...bright!)).toBeLessThan(0.05);
    expect(Math.max(...bright!)).toBeLessThan(0.6);
  });
  it('keeps a picture whose brightest object is yellow', () => {
    const isCap = (i: number) => i % 320 < 60 && i < 320 * 60;
    const grey = scene.planes[1]!;
    const planes = [1, 0.9, 0.1].map((gain) => grey.map((value, i) => (isCap(i) ? gain : 0.7 * value)));
    const cap = { ...scene, planes };
    const [even, warm] = [0, 0.6].map((cast) => runToEnd(restoreTones(cap, { levels: 1, cast, fading: 0 })));
    expect(psnr(warm!, even!)).toBeGreaterThan(40);
  });
  it('keeps shades in the brightest colours', () => {
    const isSkin = (i: number) => i % 320 < 60 && i < 320 * 60;
    const grey = scene.planes[1]!;
    const planes = [1, 0.8, 0.7].map((gain) =>
      grey.map((value, i) => (isSkin(i) ? gain * (0.85 + (i % 10) / 80) : 0.75 * value)),
    );
    const { planes: found } = runToEnd(restoreTones({ ...scene, planes }, { levels: 1, cast: 0, fading: 0 }));
    const shades = new Set([...grey.keys()].filter(isSkin).map((i) => found[0]![i]));
    expect(shades.size).toBeGreaterThan(8);
  });
  it('removes the yellow of a black-and-white print equally in shadows and highlights', () => {
    const luma = scene.planes[1]!;
    const tint = (value: number) => [value, 0.97 * value, 0.78 * value] as const;
    const print = { ...scene, planes: [0, 1, 2].map((c) => luma.map((value) => tint(value)[c]!)) };
    const { planes } = runToEnd(restoreTones(print, { levels: 0, cast: 0.6, fading: 0 }));
    const shares = [...luma.keys()]
      .filter((i) => luma[i]! > 0.05)
      .map((i) => (planes[0]![i]! - planes[2]![i]!) / (print.planes[0]![i]! - print.planes[2]![i]!));
    expect(Math.min(...shares)).toBeCloseTo(0.4, 2);
    expect(Math.max(...shares)).toBeCloseTo(0.4, 2);
  });
  describe('a dark forest behind a bright object', () => {
    const isBright = (i: number) => i % 320 < 80;
    const grey = scene.planes[1]!.map((value, i) => (isBright(i) ? value : 0.01 + 0.08 * value));
    const shadowsOf = (black: number, range: number) => {
      const planes = [0, 1, 2].map(() => grey.map((value) => black + range * value));
      const { planes: found } = runToEnd(restoreTones({ ...SIZE, planes }, { levels: 0.8, cast: 0, fading: 0 }));
      return found[0]!.filter((_, i) => !isBright(i)).reduce((sum, value) => sum + value, 0) / (0.75 * grey.length);
    };
    it('keeps shadows above black if nearly the full range is used', () => {
      expect(shadowsOf(0.1, 0.75)).toBeGreaterThan(0.08);
    });
    it('darkens shadows if the print is pale', () => {
      expect(shadowsOf(0.3, 0.45)).toBeLessThan(0.2);
    });
  });
  it('hardly changes a picture of a full colour, however little its brightness varies', () => {
    const grey = scene.planes[1]!;
    const planes = [0.15, 0.9, 0.05].map((gain) => grey.map((value) => gain * (0.6 + 0.4 * value)));
    const leaf = { ...scene, planes };
    expect(psnr(runToEnd(restoreTones(leaf, { levels: 0.8, cast: 0.6, fading: 0.3 })), leaf)).toBeGreaterThan(30);
  });
  it('keeps as much of the tone of monochrome prints with white paper as of others', () => {
    const luma = scene.planes[1]!.map((value) => Math.min(0.9, Math.max(0.2, 0.2 + 0.7 * value)));
    const brown = (value: number) => 0.52 * value * (1 - value);
    const yellow = (value: number) => 0.15 * value;
    const kept = [brown, yellow].map((tint) => {
      const planes = [0.4, 0, -0.6].map((share) => luma.map((value) => value + share * tint(value)));
      const { planes: found } = runToEnd(restoreTones({ ...SIZE, planes }, { levels: 0, cast: 0.6, fading: 0 }));
      const width = ([red, , blue]: readonly Float32Array[]) => red!.reduce((sum, v, i) => sum + v - blue![i]!, 0);
      return width(found) / width(planes);
    });
    expect(Math.abs(kept[0]! - kept[1]!)).toBeLessThan(0.1);
    expect(Math.min(...kept)).toBeGreaterThan(0.7);
  });
  it('keeps a picture of full range about the same', () => {
    expect(psnr(runToEnd(restoreTones(scene, { levels: 1, cast: 0, fading: 0 })), scene)).toBeGreaterThan(18);
  });
});
