import { describe, expect, it } from 'vitest';
import { commonMarkOf, findCommonMarks } from '../../../../../site/engine/ops/marks/common-marks.ts';
import { edgeConsensus } from '../../../../../site/engine/ops/marks/edge-consensus.ts';
import { labelPatch } from '../../../../../site/engine/ops/marks/labelling.ts';
import { patchOf } from '../../../../../site/engine/ops/marks/patches.ts';
import {
  type EstimateOptions,
  estimateMarks,
  residualMask,
  unblend,
} from '../../../../../site/engine/ops/marks/unblend.ts';
import { runToEnd } from '../../../../../site/engine/ops/progress.ts';
import type { Mask, Pixels, Plane, Size } from '../../../../../site/engine/types.ts';
import { quantised } from '../../../../quality/degrade.ts';
import { coverOf, type Mark, marked, maskOfCover, psnrWithin, word } from '../../../../quality/marks.ts';
import { deadLeaves, discAlpha, lettering, meadow } from '../../../../quality/scenes.ts';

const SIZE = { width: 200, height: 128 };
const scene = quantised(deadLeaves(SIZE, 11));
const text = word(SIZE, 'MAPLE', { x: 14, y: 44, height: 34, stroke: 6 });
const logo = discAlpha(SIZE, { x: 110, y: 66, radius: 34 });
const AUTO: EstimateOptions = { opacity: null, grow: 0, trust: 0.1 };

const markOf = (picture: Pixels, mask: Mask, options = AUTO): Pixels =>
  runToEnd(estimateMarks({ picture, mask }, options));

const cases: readonly (readonly [string, Mark, number])[] = [
  ['a white logo of 20 %', { cover: logo, colour: [1, 1, 1], opacity: 0.2 }, 46.5],
  ['a white logo of 40 %', { cover: logo, colour: [1, 1, 1], opacity: 0.4 }, 43.5],
  ['a black logo of 50 %', { cover: logo, colour: [0, 0, 0], opacity: 0.5 }, 41],
  ['a red logo of 60 %', { cover: logo, colour: [0.8, 0.1, 0.1], opacity: 0.6 }, 40.5],
  ['white text of 20 %', { cover: text, colour: [1, 1, 1], opacity: 0.2 }, 37],
  ['white text of 40 %', { cover: text, colour: [1, 1, 1], opacity: 0.4 }, 33],
  ['black text of 60 %', { cover: text, colour: [0, 0, 0], opacity: 0.6 }, 31],
];

describe('estimateMarks with a tight mask', () => {
  it.each(cases)('un-blends %s', (_, given, minPsnr) => {
    const { cover, opacity } = given;
    const seen = marked(scene, given);
    const mark = markOf(seen, maskOfCover(cover));
    expect(psnrWithin(unblend(seen, mark), scene, cover)).toBeGreaterThan(minPsnr);
    expect(Math.max(...mark.data.filter((_value, i) => i % 4 === 3)) / 255).toBeCloseTo(opacity, 1);
  });
  it('leaves every pixel outside of the mask unchanged', () => {
    const seen = marked(scene, { cover: text, colour: [1, 1, 1], opacity: 0.4 });
    const mask = maskOfCover(text);
    const result = unblend(seen, markOf(seen, mask));
    const changed = result.data.some((value, i) => value !== seen.data[i] && mask.data[i >> 2] === 0);
    expect(changed).toBe(false);
    expect(result.data).not.toEqual(seen.data);
  });
  it('fills a masked region in which it finds no watermark', () => {
    const seen = marked(scene, { cover: logo, colour: [1, 1, 1], opacity: 0.4 });
    const isBeside = (x: number, y: number) => x > 150 && y > 40 && x < 166 && y < 56;
    const both = coverOf(SIZE, (x, y) => Math.hypot(x - 110, y - 66) < 35 || isBeside(x, y));
    const { data } = markOf(seen, maskOfCover(both));
    const alphaAt = (x: number, y: number) => data[4 * (y * SIZE.width + x) + 3]!;
    expect([alphaAt(152, 42), alphaAt(158, 48), alphaAt(164, 54)]).toEqual([255, 255, 255]);
    expect(alphaAt(110, 66) / 255).toBeCloseTo(0.4, 1);
  });
  it('uses a given opacity', () => {
    const seen = marked(scene, { cover: logo, colour: [1, 1, 1], opacity: 0.3 });
    const mark = markOf(seen, maskOfCover(logo), { ...AUTO, opacity: 0.5, trust: 0 });
    expect(Math.max(...mark.data.filter((_, i) => i % 4 === 3))).toBe(Math.round(0.5 * 255));
  });
  it('finds the strokes in a wider mask over an even picture', () => {
    const flat = { ...SIZE, planes: [0.35, 0.4, 0.5].map((value) => new Float32Array(200 * 128).fill(value)) };
    const seen = marked(flat, { cover: text, colour: [1, 1, 1], opacity: 0.4 });
    expect(psnrWithin(unblend(seen, markOf(seen, field)), flat, text)).toBeGreaterThan(35);
  });
});

describe('estimateMarks with many small letters', () => {
  it('keeps their holes and dots', () => {
    const flat = { ...SIZE, planes: [0.35, 0.4, 0.5].map((value) => new Float32Array(200 * 128).fill(value)) };
    const rings = coverOf(SIZE, (x, y) => {
      const far = Math.hypot((x % 14) - 6, (y % 14) - 6);
      return x > 10 && y > 10 && x < 190 && y < 118 && far < 4.2 && far > 1.8;
    });
    const seen = marked(flat, { cover: rings, colour: [1, 1, 1], opacity: 0.4 });
    const all = maskOfCover(coverOf(SIZE, (x, y) => x > 6 && y > 6 && x < 194 && y < 122));
    const result = unblend(seen, markOf(seen, all));
    expect(
      psnrWithin(
        result,
        flat,
        coverOf(SIZE, (x, y) => Math.hypot((x % 14) - 6, (y % 14) - 6) < 5),
      ),
    ).toBeGreaterThan(30);
  });
});

const field = maskOfCover(coverOf(SIZE, (x, y) => x > 6 && x < 190 && y > 34 && y < 90));

describe('edgeConsensus and labelPatch with a wide mask over texture', () => {
  const wide: readonly (readonly [string, Mark])[] = [
    ['white, 20 %', { cover: text, colour: [1, 1, 1], opacity: 0.2 }],
    ['black, 40 %', { cover: text, colour: [0, 0, 0], opacity: 0.4 }],
    ['red, 40 %', { cover: text, colour: [0.8, 0.1, 0.1], opacity: 0.4 }],
  ];
  it.each(wide)('find colour, opacity and strokes of a word: %s', (_, given) => {
    const { colour, opacity, cover } = given;
    const seen = marked(scene, given);
    const patch = patchOf(seen, field, { x: 0, y: 0, ...SIZE });
    const close = edgeConsensus(patch)
      .candidates(null)
      .some(
        (mix) =>
          Math.abs(mix.opacity - opacity) < 0.05 &&
          mix.colour.every((value, channel) => Math.abs(value - colour[channel]!) < 0.1),
      );
    expect(close).toBe(true);
    const { labels } = runToEnd(labelPatch(patch, given, { passes: 10, rounds: 0 }));
    const wrong = labels.filter((label, i) => label > 0 !== cover.data[i]! > 0.5).length;
    expect(wrong).toBeLessThan(0.08 * labels.length);
    const result = unblend(seen, markOf(seen, field));
    expect(psnrWithin(result, scene, cover)).toBeGreaterThan(psnrWithin(seen, scene, cover) + 6);
  });
});

describe('estimateMarks with a white word over a page of black letters', () => {
  const size = { width: 240, height: 180 };
  const page = quantised(lettering(size, 3));
  const cover = word(size, 'MAPLE', { x: 20, y: 70, height: 40, stroke: 8 });
  const seen = marked(page, { cover, colour: [1, 1, 1], opacity: 0.6 });
  it('finds the exact opacity', () => {
    const mark = markOf(seen, maskOfCover(cover));
    expect(psnrWithin(unblend(seen, mark), page, cover)).toBeGreaterThan(35);
    expect(Math.max(...mark.data.filter((_value, i) => i % 4 === 3)) / 255).toBeCloseTo(0.6, 2);
  });
  it('finds the word in a wide mask by the letters beside the mask', () => {
    const around = maskOfCover(coverOf(size, (x, y) => x > 8 && x < 216 && y > 58 && y < 122));
    expect(psnrWithin(unblend(seen, markOf(seen, around)), page, cover)).toBeGreaterThan(26);
  });
});

describe('estimateMarks with a pale word over grass', () => {
  it('distinguishes the word from blades that resemble a darker overlay', () => {
    const grass = quantised(meadow(SIZE, 12));
    const seen = marked(grass, { cover: text, colour: [1, 1, 1], opacity: 0.2 });
    expect(psnrWithin(unblend(seen, markOf(seen, field)), grass, text)).toBeGreaterThan(40);
  });
});

describe('estimateMarks with a pale disc in a wide mask', () => {
  it('finds the whole disc over strong edges', () => {
    const cover = discAlpha(SIZE, { x: 100, y: 64, radius: 30 });
    const seen = marked(scene, { cover, colour: [1, 1, 1], opacity: 0.3 });
    const around = maskOfCover(coverOf(SIZE, (x, y) => x > 62 && x < 138 && y > 26 && y < 102));
    expect(psnrWithin(unblend(seen, markOf(seen, around)), scene, cover)).toBeGreaterThan(40);
  });
});

describe('findCommonMarks', () => {
  const scenes = [11, 12, 13, 14].map((seed) => quantised(deadLeaves(SIZE, seed)));
  const given: Mark = { cover: text, colour: [1, 1, 1], opacity: 0.4 };
  const seen = scenes.map((one) => marked(one, given));
  it('un-blends a shared watermark better than one picture allows, in the pictures that have it', () => {
    const other = marked(quantised(deadLeaves(SIZE, 15)), { ...given, opacity: 0 });
    const common = runToEnd(findCommonMarks([...seen, other]))!;
    expect(common.count).toBe(4);
    const [first] = seen as [Pixels, ...Pixels[]];
    const alone = psnrWithin(unblend(first, markOf(first, field)), scene, text);
    for (const [index, one] of seen.entries()) {
      const found = psnrWithin(unblend(one, commonMarkOf(one, common)), scenes[index]!, text);
      expect(found).toBeGreaterThan(Math.max(41, alone + 11));
    }
    expect(unblend(other, commonMarkOf(other, common)).data).toEqual(other.data);
  });
  it('finds a watermark at the same distance from a corner of pictures of several sizes', () => {
    const sizes = [SIZE, { width: 230, height: 150 }, { width: 210, height: 170 }, { width: 200, height: 140 }];
    const corner = sizes.map(({ width, height }, index) => {
      const [left, top] = [width - SIZE.width, height - SIZE.height];
      const inside = (x: number, y: number) => x >= left && y >= top;
      const data = Float32Array.from({ length: width * height }, (_, i) => {
        const [x, y] = [i % width, Math.floor(i / width)];
        return inside(x, y) ? text.data[(y - top) * SIZE.width + x - left]! : 0;
      });
      const cover = { width, height, data };
      const truth = quantised(deadLeaves({ width, height }, 20 + index));
      return { cover, truth, seen: marked(truth, { ...given, cover }) };
    });
    const common = runToEnd(findCommonMarks(corner.map((one) => one.seen)))!;
    for (const { cover, truth, seen: one } of corner)
      expect(psnrWithin(unblend(one, commonMarkOf(one, common)), truth, cover)).toBeGreaterThan(40);
  });
  it('finds a pale watermark in three pictures', () => {
    const pale = scenes.slice(1).map((one) => marked(one, { ...given, opacity: 0.3 }));
    const common = runToEnd(findCommonMarks(pale))!;
    for (const [index, one] of pale.entries())
      expect(psnrWithin(unblend(one, commonMarkOf(one, common)), scenes[index + 1]!, text)).toBeGreaterThan(40);
  });
  it('returns null if the pictures share no watermark', () => {
    expect(runToEnd(findCommonMarks(scenes.map((one) => marked(one, { ...given, opacity: 0 }))))).toBeNull();
  });
});

describe('residualMask', () => {
  it('covers a masked region without a watermark', () => {
    const seen = marked(scene, { cover: text, colour: [1, 1, 1], opacity: 0 });
    const field = maskOfCover(coverOf(SIZE, (x, y) => x > 60 && x < 120 && y > 34 && y < 90));
    const mark = markOf(seen, field);
    expect(unblend(seen, mark).data).toEqual(seen.data);
    expect(residualMask(seen, mark).data).toEqual(field.data);
  });
  it('covers a pixel whose un-blended colour is impossible', () => {
    const size = { width: 2, height: 1 };
    const seen: Pixels = { ...size, data: Uint8ClampedArray.from([140, 140, 140, 255, 60, 60, 60, 255]) };
    const mark: Pixels = { ...size, data: Uint8ClampedArray.from([255, 255, 255, 128, 255, 255, 255, 128]) };
    expect([...residualMask(seen, mark).data]).toEqual([0, 255]);
  });
});

describe('estimateMarks with strokes of the overlay network', () => {
  it('un-blends better than edges alone', () => {
    const seen = marked(scene, { cover: text, colour: [1, 1, 1], opacity: 0.4 });
    const drawn = planeOf(SIZE, (i) => 0.05 + 0.9 * text.data[i]!);
    const of = (mark: Pixels) => psnrWithin(unblend(seen, mark), scene, text);
    expect(of(runToEnd(estimateMarks({ picture: seen, mask: field, drawn }, AUTO)))).toBeGreaterThan(
      of(markOf(seen, field)),
    );
  });
});

describe('edgeConsensus', () => {
  it('keeps its own candidate beside a similar hint', () => {
    const seen = marked(scene, { cover: text, colour: [1, 1, 1], opacity: 0.2 });
    const patch = patchOf(seen, field, { x: 0, y: 0, ...SIZE });
    const found = edgeConsensus(patch).candidates({ colour: [1, 1, 1], opacity: 0.16 });
    expect(found.some(({ colour, opacity }) => colour[2] === 1 && Math.abs(opacity - 0.2) < 0.021)).toBe(true);
  });
});

function planeOf({ width, height }: Size, value: (i: number) => number): Plane {
  return {
    width,
    height,
    data: Float32Array.from({ length: width * height }, (_, i) => value(i)),
  };
}
