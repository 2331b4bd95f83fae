import { describe, expect, it } from 'vitest';
import { matteOps } from '../../../../../site/engine/ops/groups/matte.ts';
import { blurPicture, gradient, scaleToCover, solidColour } from '../../../../../site/engine/ops/matte/backdrop.ts';
import { clipBox, cutBox, subjectBox } from '../../../../../site/engine/ops/matte/box.ts';
import { classicMatte } from '../../../../../site/engine/ops/matte/classic.ts';
import { cleanMatte, labelComponents } from '../../../../../site/engine/ops/matte/components.ts';
import { compositeOver, withShadow } from '../../../../../site/engine/ops/matte/compose.ts';
import { applyEdits, moveEdge } from '../../../../../site/engine/ops/matte/edit.ts';
import { cleanForeground } from '../../../../../site/engine/ops/matte/foreground.ts';
import { mergeByMaximum } from '../../../../../site/engine/ops/matte/merge.ts';
import { increaseContrast, refineMatte } from '../../../../../site/engine/ops/matte/refine.ts';
import { mapPlanesBy, multiplyAlpha, pixelsOf } from '../../../../../site/engine/ops/planes.ts';
import { resizePlane } from '../../../../../site/engine/ops/resize/resize.ts';
import type { Pixels, Plane, Size } from '../../../../../site/engine/types.ts';
import { intersectionOverUnion, meanAbsoluteError } from '../../../../quality/metrics.ts';
import { deadLeaves, discAlpha } from '../../../../quality/scenes.ts';

const SIZE = { width: 160, height: 120 } as const;
const DISC = { x: 80, y: 60, radius: 38 } as const;

const plane = ({ width, height }: Size, at: (x: number, y: number) => number): Plane => ({
  width,
  height,
  data: Float32Array.from({ length: width * height }, (_, i) => at(i % width, Math.floor(i / width))),
});

type Rgb = readonly [number, number, number];

/** `front` over `back` by a known matte; the back gets darker to the right. */
function scene(matte: Plane, front: Rgb, back: Rgb): Pixels {
  const planes = [0, 1, 2].map((channel) =>
    matte.data.map((alpha, i) => {
      const behind = back[channel]! * (1 - (0.3 * (i % matte.width)) / matte.width);
      return alpha * front[channel]! + (1 - alpha) * behind;
    }),
  );
  return pixelsOf({ width: matte.width, height: matte.height, planes });
}

const at = ({ width, data }: Pixels, x: number, y: number) => [
  ...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4),
];

describe('refineMatte', () => {
  const truth = discAlpha(SIZE, DISC);
  const picture = scene(truth, [0.8, 0.3, 0.2], [0.2, 0.5, 0.7]);
  const coarse = resizePlane(resizePlane(truth, { width: 32, height: 32 }, 'area'), SIZE, 'linear');
  const options = { workSide: 1024, radius: 24, epsilon: 1e-5, contrast: 0.3 };
  it('aligns a coarse edge with the picture', () => {
    const refined = refineMatte(coarse, picture, options);
    expect(meanAbsoluteError(refined, truth)).toBeLessThan(meanAbsoluteError(coarse, truth) / 4);
    expect(intersectionOverUnion(refined, truth)).toBeGreaterThan(0.99);
  });
  it('aligns the edge from a smaller working size', () => {
    const refined = refineMatte(coarse, picture, { ...options, workSide: 80, radius: 4 });
    expect(meanAbsoluteError(refined, truth)).toBeLessThan(meanAbsoluteError(coarse, truth) / 2);
  });
  it('stays in 0..1 and keeps certain areas', () => {
    const refined = refineMatte(coarse, picture, options);
    expect(refined.data.every((value) => value >= 0 && value <= 1)).toBe(true);
    expect(refined.data[60 * 160 + 80]).toBeCloseTo(1, 3);
    expect(refined.data[0]).toBeCloseTo(0, 3);
  });
  it('hardens edges around 0.5', () => {
    expect([0, 0.5, 1].map((value) => increaseContrast(value, 0.6))).toEqual([0, 0.5, 1]);
    expect(increaseContrast(0.6, 0.5)).toBeCloseTo(0.7, 6);
    expect(increaseContrast(0.1, 0.5)).toBe(0);
  });
});

describe('cleanForeground', () => {
  it('removes background colour from soft edges', () => {
    const truth = plane(SIZE, (x) => Math.min(1, Math.max(0, (x - 70) / 12)));
    const picture = scene(truth, [0.9, 0.2, 0.1], [0.1, 0.6, 0.9]);
    const cleaned = cleanForeground(picture, truth);
    const error = (pixels: Pixels) => {
      let worst = 0;
      for (let x = 72; x < 82; x++) {
        const [red, green, blue] = at(pixels, x, 60);
        worst = Math.max(worst, Math.abs(red! - 229.5), Math.abs(green! - 51), Math.abs(blue! - 25.5));
      }
      return worst;
    };
    expect(error(picture)).toBeGreaterThan(120);
    expect(error(cleaned)).toBeLessThan(20);
  });
  it.each([320, 1600])('removes it between strands, before and behind which colours vary: %i pixels', (side) => {
    const size = { width: side, height: 0.75 * side };
    const alpha = plane(size, (x, y) => {
      const [across, down] = [x - side / 2, y - 0.375 * side];
      const strand = 0.5 + 0.5 * Math.sin((Math.atan2(down, across) * side) / 5);
      const outside = (Math.hypot(across, down) - side / 4) / (0.075 * side);
      return outside < 0 ? 1 : Math.max(0, strand * (1 - outside));
    });
    const [front, back] = [deadLeaves(size, 21), deadLeaves(size, 22)];
    const blend = (x: Float32Array, y: Float32Array) => x.map((value, i) => value + (y[i]! - value) * alpha.data[i]!);
    const picture = pixelsOf(mapPlanesBy(back, front, (x, y) => Float32Array.from(blend(x, y))));
    const truth = pixelsOf(front);
    const error = ({ data }: Pixels) => {
      const weigh = (value: number, i: number) => {
        const opacity = alpha.data[i >> 2]!;
        return i % 4 === 3 || opacity === 0 || opacity === 1 ? 0 : (opacity * (value - truth.data[i]!)) ** 2;
      };
      return Math.sqrt(data.reduce((sum, value, i) => sum + weigh(value, i), 0));
    };
    expect(error(cleanForeground(picture, alpha))).toBeLessThan(0.75 * error(picture));
  });
  it('keeps colours where the matte is certain', () => {
    const truth = discAlpha(SIZE, DISC);
    const picture = scene(truth, [0.9, 0.2, 0.1], [0.1, 0.6, 0.9]);
    expect(at(cleanForeground(picture, truth), 80, 60)).toEqual(at(picture, 80, 60));
    expect(at(cleanForeground(picture, truth), 0, 0).slice(0, 3)).toEqual(at(picture, 0, 0).slice(0, 3));
    expect(at(cleanForeground(picture, truth), 0, 0)[3]).toBe(0);
  });
  it('ignores the colours of transparent pixels', () => {
    const matte = plane(SIZE, (x) => Math.min(1, Math.max(0, (x - 70) / 12)));
    // Opaque up to the middle of the matte’s edge; beyond it a colour that nobody sees.
    const cutOut = (hidden: number): Pixels => {
      const picture = solidColour(SIZE, [200, 60, 40]);
      for (let i = 0; i < matte.data.length; i++)
        if (i % SIZE.width < 76) picture.data.set([hidden, hidden, hidden, 0], 4 * i);
      return picture;
    };
    for (const hidden of [0, 255]) {
      const cleaned = cleanForeground(cutOut(hidden), matte);
      for (let x = 76; x < 90; x++)
        for (const [channel, value] of [200, 60, 40].entries())
          expect(Math.abs(at(cleaned, x, 60)[channel]! - value)).toBeLessThan(3);
    }
  });
});

it('a cut-out has nothing of the background', async () => {
  const truth = discAlpha(SIZE, DISC);
  const picture = scene(truth, [0.9, 0.2, 0.1], [0.1, 0.6, 0.9]);
  for (const clean of [true, false]) {
    const { data } = matteOps['matte.cut-out']({ picture, matte: truth }, { clean });
    for (let i = 0; i < truth.data.length; i++)
      if (data[4 * i + 3] === 0) expect([...data.subarray(4 * i, 4 * i + 3)]).toEqual([0, 0, 0]);
    expect(at({ ...SIZE, data }, 80, 60)).toEqual(at(picture, 80, 60));
  }
});

describe('cleanMatte', () => {
  const box = (left: number, top: number, side: number) => (x: number, y: number) =>
    x >= left && x < left + side && y >= top && y < top + side;
  const [large, speck, hole] = [box(20, 20, 60), box(120, 10, 4), box(40, 40, 3)];
  const matte = plane(SIZE, (x, y) => ((large(x, y) && !hole(x, y)) || speck(x, y) ? 1 : 0));
  it('removes small islands and fills small holes', () => {
    const cleaned = cleanMatte(matte, { islands: 0.03, holes: 0.005 });
    expect(cleaned.data).toEqual(plane(SIZE, (x, y) => (large(x, y) ? 1 : 0)).data);
  });
  it('keeps both with limits of 0', () => {
    expect(cleanMatte(matte, { islands: 0, holes: 0 }).data).toEqual(matte.data);
  });
  it('accepts a matte of more islands than a call takes arguments', () => {
    const specks = plane({ width: 1000, height: 1000 }, (x, y) => ((x + y) % 2 ? 0.1 : 0));
    expect(cleanMatte(specks, { islands: 0.03, holes: 0.005 }).data).toHaveLength(1_000_000);
  });
  it('accepts an empty matte', () => {
    const empty = plane(SIZE, () => 0);
    expect(cleanMatte(empty, { islands: 0.1, holes: 0.1 }).data).toEqual(empty.data);
  });
  it('labels 4-connected components', () => {
    const data = Uint8Array.from([255, 255, 0, 0, 0, 255, 0, 0, 0]);
    expect(labelComponents({ width: 3, height: 3, data }).areas).toEqual([0, 2, 1]);
  });
});

describe('applyEdits and moveEdge', () => {
  const matte = plane({ width: 4, height: 1 }, (x) => [0, 0.5, 1, 1][x]!);
  const stroke = (values: readonly number[]) => plane({ width: 4, height: 1 }, (x) => values[x]!);
  it('keep and erase; erasing takes precedence', () => {
    const edited = applyEdits(matte, { keep: stroke([1, 1, 0, 1]), erase: stroke([0, 0, 0.25, 1]) });
    expect([...edited.data]).toEqual([1, 1, 0.75, 0]);
  });
  it('move the edge by whole pixels', () => {
    const disc = discAlpha(SIZE, DISC);
    const sum = (values: Plane) => values.data.reduce((total, value) => total + value, 0);
    const side = (shift: number) => Math.sqrt(sum(moveEdge(disc, { shift, softness: 0 })) / Math.PI);
    expect(side(3)).toBeGreaterThan(side(0) + 2.5);
    expect(side(-3)).toBeLessThan(side(0) - 2.5);
  });
});

describe('boxOrStop, cutBox and merging', () => {
  const matte = plane({ width: 20, height: 10 }, (x, y) => (x >= 5 && x < 9 && y >= 2 && y < 4 ? 1 : 0.02));
  it('enclose the visible pixels with a margin of the longer side', () => {
    expect(subjectBox(matte, { margin: 0 })).toEqual({ x: 5, y: 2, width: 4, height: 2 });
    expect(subjectBox(matte, { margin: 0, level: 0.01 })).toEqual({ x: 0, y: 0, width: 20, height: 10 });
    expect(subjectBox(matte, { margin: 0.5 })).toEqual({ x: 3, y: 0, width: 8, height: 6 });
    expect(
      subjectBox(
        plane(SIZE, () => 0),
        { margin: 0 },
      ),
    ).toBeNull();
  });
  it('crop transparent or mirrored beyond the picture', () => {
    const picture: Pixels = { width: 2, height: 1, data: Uint8ClampedArray.from([1, 2, 3, 255, 4, 5, 6, 255]) };
    const box = { x: -1, y: 0, width: 4, height: 1 };
    expect([...cutBox(picture, box, 'clear').data].filter((_, i) => i % 4 === 0)).toEqual([0, 1, 4, 0]);
    expect([...cutBox(picture, box, 'mirror').data].filter((_, i) => i % 4 === 0)).toEqual([1, 1, 4, 4]);
    expect(clipBox(box, picture)).toEqual({ x: 0, y: 0, width: 2, height: 1 });
  });
  it('keep the maximum when a detail crop is merged', () => {
    const close = plane({ width: 2, height: 1 }, (x) => [0.9, 0.1][x]!);
    const joined = mergeByMaximum(
      plane({ width: 4, height: 1 }, () => 0.5),
      close,
      { x: 1, y: 0, width: 2, height: 1 },
    );
    expect([...joined.data]).toEqual([0.5, Math.fround(0.9), 0.5, 0.5]);
  });
});

describe('backgrounds and shadows', () => {
  const top = multiplyAlpha(
    solidColour({ width: 2, height: 1 }, [200, 0, 0]),
    plane({ width: 2, height: 1 }, (x) => x / 2),
  );
  it('composite by alpha', () => {
    const result = compositeOver(top, solidColour(top, [0, 100, 0]));
    expect(at(result, 0, 0)).toEqual([0, 100, 0, 255]);
    expect(at(result, 1, 0)).toEqual([100, 50, 0, 255]);
  });
  it('run a gradient from corner to corner', () => {
    const size = { width: 101, height: 51 };
    const result = gradient(size, { from: [0, 0, 0], to: [255, 255, 255], angle: 90 });
    expect([at(result, 0, 9)[0], at(result, 50, 0)[0], at(result, 100, 50)[0]]).toEqual([1, 128, 254]);
  });
  it('keep the mean when blurred, and scale to cover without distortion', () => {
    const halves = pixelsOf({ ...SIZE, planes: [plane(SIZE, (x) => (x < 80 ? 0.2 : 0.8)).data] });
    const soft = blurPicture(halves, 12);
    expect(Math.abs(at(soft, 2, 60)[0]! - 51)).toBeLessThan(3);
    expect(Math.abs(at(soft, 80, 60)[0]! - 130)).toBeLessThan(12);
    const square = scaleToCover(halves, { width: 60, height: 60 });
    expect([at(square, 2, 30)[0], at(square, 57, 30)[0]]).toEqual([51, 204]);
  });
  it('blur only the colours that are seen', () => {
    for (const sigma of [2, 12]) {
      const picture = solidColour(SIZE, [200, 60, 40]);
      for (let i = 0; i < SIZE.width * SIZE.height; i++)
        if (i % SIZE.width < 80) picture.data.set([0, 255, 0, 0], 4 * i);
      const soft = blurPicture(picture, sigma);
      for (let x = 80; x < 90; x++) expect(at(soft, x, 60)).toEqual([200, 60, 40, 255]);
    }
  });
  it('add an offset shadow and keep the colours of the subject', () => {
    const cutout = multiplyAlpha(solidColour(SIZE, [90, 120, 150]), discAlpha(SIZE, { x: 60, y: 50, radius: 20 }));
    const shaded = withShadow(cutout, { opacity: 0.5, x: 15, y: 15, softness: 1 });
    expect(at(shaded, 60, 50)).toEqual([90, 120, 150, 255]);
    expect(at(shaded, 85, 75).slice(0, 3)).toEqual([0, 0, 0]);
    expect(Math.abs(at(shaded, 84, 70)[3]! - 128)).toBeLessThan(6);
    expect(at(shaded, 20, 20)[3]).toBe(0);
  });
});

it('classicMatte finds a subject on a plain background', () => {
  const size = { width: 400, height: 300 };
  const truth = discAlpha(size, { x: 220, y: 140, radius: 80 });
  const found = classicMatte(scene(truth, [0.8, 0.3, 0.2], [0.7, 0.75, 0.8]));
  expect(intersectionOverUnion(found, truth)).toBeGreaterThan(0.93);
});
