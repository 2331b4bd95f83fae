import { describe, expect, it } from 'vitest';
import { commonIn, findCommon } from '../../../../../site/engine/ops/marks/common.ts';
import { edgeLines } from '../../../../../site/engine/ops/marks/edge-lines.ts';
import {
  type EstimateOptions,
  estimateMarks,
  residueOf,
  withoutMarks,
} from '../../../../../site/engine/ops/marks/estimate.ts';
import { labelled } from '../../../../../site/engine/ops/marks/labelling.ts';
import { patchOf } from '../../../../../site/engine/ops/marks/patches.ts';
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

describe('see-through marks', () => {
  it.each(cases)('are calculated out: %s', (_, given, least) => {
    const { cover, opacity } = given;
    const seen = marked(scene, given);
    const mark = markOf(seen, maskOfCover(cover));
    expect(psnrWithin(withoutMarks(seen, mark), scene, cover)).toBeGreaterThan(least);
    expect(Math.max(...mark.data.filter((_value, i) => i % 4 === 3)) / 255).toBeCloseTo(opacity, 1);
  });
  it('leave every pixel outside of the mask as it was', () => {
    const seen = marked(scene, { cover: text, colour: [1, 1, 1], opacity: 0.4 });
    const mask = maskOfCover(text);
    const result = withoutMarks(seen, markOf(seen, mask));
    const changed = result.data.some((value, i) => value !== seen.data[i] && mask.data[i >> 2] === 0);
    expect(changed).toBe(false);
    expect(result.data).not.toEqual(seen.data);
  });
  it('take a known opacity as it is told', () => {
    const seen = marked(scene, { cover: logo, colour: [1, 1, 1], opacity: 0.3 });
    const mark = markOf(seen, maskOfCover(logo), { ...AUTO, opacity: 0.5, trust: 0 });
    expect(Math.max(...mark.data.filter((_, i) => i % 4 === 3))).toBe(Math.round(0.5 * 255));
  });
  it('are found inside a wider field on an even picture', () => {
    const flat = { ...SIZE, planes: [0.35, 0.4, 0.5].map((value) => new Float32Array(200 * 128).fill(value)) };
    const seen = marked(flat, { cover: text, colour: [1, 1, 1], opacity: 0.4 });
    expect(psnrWithin(withoutMarks(seen, markOf(seen, field)), flat, text)).toBeGreaterThan(35);
  });
});

describe('many small letters', () => {
  it('keep the holes in them, and their dots', () => {
    const flat = { ...SIZE, planes: [0.35, 0.4, 0.5].map((value) => new Float32Array(200 * 128).fill(value)) };
    const rings = coverOf(SIZE, (x, y) => {
      const far = Math.hypot((x % 14) - 6, (y % 14) - 6);
      return x > 10 && y > 10 && x < 190 && y < 118 && far < 4.2 && far > 1.8;
    });
    const seen = marked(flat, { cover: rings, colour: [1, 1, 1], opacity: 0.4 });
    const all = maskOfCover(coverOf(SIZE, (x, y) => x > 6 && y > 6 && x < 194 && y < 122));
    const result = withoutMarks(seen, markOf(seen, all));
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

describe('strokes inside a wide field over texture', () => {
  const wide: readonly (readonly [string, Mark])[] = [
    ['white, 20 %', { cover: text, colour: [1, 1, 1], opacity: 0.2 }],
    ['black, 40 %', { cover: text, colour: [0, 0, 0], opacity: 0.4 }],
    ['red, 40 %', { cover: text, colour: [0.8, 0.1, 0.1], opacity: 0.4 }],
  ];
  it.each(wide)('are told by colour and opacity: %s', (_, given) => {
    const { colour, opacity, cover } = given;
    const seen = marked(scene, given);
    const patch = patchOf(seen, field, { x: 0, y: 0, ...SIZE });
    const close = edgeLines(patch)
      .likely(null)
      .some(
        (mix) =>
          Math.abs(mix.opacity - opacity) < 0.05 &&
          mix.colour.every((value, channel) => Math.abs(value - colour[channel]!) < 0.1),
      );
    expect(close).toBe(true);
    const { labels } = runToEnd(labelled(patch, given, { passes: 10, rounds: 0 }));
    const wrong = labels.filter((label, i) => label > 0 !== cover.data[i]! > 0.5).length;
    expect(wrong).toBeLessThan(0.08 * labels.length);
    const result = withoutMarks(seen, markOf(seen, field));
    expect(psnrWithin(result, scene, cover)).toBeGreaterThan(psnrWithin(seen, scene, cover) + 6);
  });
});

describe('a white word over a page of black letters', () => {
  const size = { width: 240, height: 180 };
  const page = quantised(lettering(size, 3));
  const cover = word(size, 'MAPLE', { x: 20, y: 70, height: 40, stroke: 8 });
  const seen = marked(page, { cover, colour: [1, 1, 1], opacity: 0.6 });
  it('is calculated out with its very opacity', () => {
    const mark = markOf(seen, maskOfCover(cover));
    expect(psnrWithin(withoutMarks(seen, mark), page, cover)).toBeGreaterThan(35);
    expect(Math.max(...mark.data.filter((_value, i) => i % 4 === 3)) / 255).toBeCloseTo(0.6, 2);
  });
  it('is told in a wide field by the letters beside that', () => {
    const around = maskOfCover(coverOf(size, (x, y) => x > 8 && x < 216 && y > 58 && y < 122));
    expect(psnrWithin(withoutMarks(seen, markOf(seen, around)), page, cover)).toBeGreaterThan(26);
  });
});

describe('a pale word over grass', () => {
  it('is told from blades that look like a darker mark', () => {
    const grass = quantised(meadow(SIZE, 12));
    const seen = marked(grass, { cover: text, colour: [1, 1, 1], opacity: 0.2 });
    expect(psnrWithin(withoutMarks(seen, markOf(seen, field)), grass, text)).toBeGreaterThan(40);
  });
});

describe('a pale disc in a wide field', () => {
  it('is told as a whole, where the picture below has strong edges as well', () => {
    const cover = discAlpha(SIZE, { x: 100, y: 64, radius: 30 });
    const seen = marked(scene, { cover, colour: [1, 1, 1], opacity: 0.3 });
    const around = maskOfCover(coverOf(SIZE, (x, y) => x > 62 && x < 138 && y > 26 && y < 102));
    expect(psnrWithin(withoutMarks(seen, markOf(seen, around)), scene, cover)).toBeGreaterThan(40);
  });
});

describe('a mark that pictures have in common', () => {
  const scenes = [11, 12, 13, 14].map((seed) => quantised(deadLeaves(SIZE, seed)));
  const given: Mark = { cover: text, colour: [1, 1, 1], opacity: 0.4 };
  const seen = scenes.map((one) => marked(one, given));
  it('is calculated out better than from one picture, in those that have it', () => {
    const other = marked(quantised(deadLeaves(SIZE, 15)), { ...given, opacity: 0 });
    const common = runToEnd(findCommon([...seen, other]))!;
    expect(common.count).toBe(4);
    const [first] = seen as [Pixels, ...Pixels[]];
    const alone = psnrWithin(withoutMarks(first, markOf(first, field)), scene, text);
    for (const [index, one] of seen.entries()) {
      const found = psnrWithin(withoutMarks(one, commonIn(one, common)), scenes[index]!, text);
      expect(found).toBeGreaterThan(Math.max(41, alone + 11));
    }
    expect(withoutMarks(other, commonIn(other, common)).data).toEqual(other.data);
  });
  it('is found at the same distance from a corner in pictures of other sizes', () => {
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
    const common = runToEnd(findCommon(corner.map((one) => one.seen)))!;
    for (const { cover, truth, seen: one } of corner)
      expect(psnrWithin(withoutMarks(one, commonIn(one, common)), truth, cover)).toBeGreaterThan(40);
  });
  it('is found in three pictures where it is pale', () => {
    const pale = scenes.slice(1).map((one) => marked(one, { ...given, opacity: 0.3 }));
    const common = runToEnd(findCommon(pale))!;
    for (const [index, one] of pale.entries())
      expect(psnrWithin(withoutMarks(one, commonIn(one, common)), scenes[index + 1]!, text)).toBeGreaterThan(40);
  });
  it('is nothing where pictures have none', () => {
    expect(runToEnd(findCommon(scenes.map((one) => marked(one, { ...given, opacity: 0 }))))).toBeNull();
  });
});

describe('what cannot be calculated', () => {
  it('is a field without a mark', () => {
    const seen = marked(scene, { cover: text, colour: [1, 1, 1], opacity: 0 });
    const field = maskOfCover(coverOf(SIZE, (x, y) => x > 60 && x < 120 && y > 34 && y < 90));
    const mark = markOf(seen, field);
    expect(withoutMarks(seen, mark).data).toEqual(seen.data);
    expect(residueOf(seen, mark).data).toEqual(field.data);
  });
  it('is a pixel that no picture below explains', () => {
    const size = { width: 2, height: 1 };
    const seen: Pixels = { ...size, data: Uint8ClampedArray.from([140, 140, 140, 255, 60, 60, 60, 255]) };
    const mark: Pixels = { ...size, data: Uint8ClampedArray.from([255, 255, 255, 128, 255, 255, 255, 128]) };
    expect([...residueOf(seen, mark).data]).toEqual([0, 255]);
  });
});

describe('strokes that a network told', () => {
  it('are taken out where edges alone tell another mark', () => {
    const seen = marked(scene, { cover: text, colour: [1, 1, 1], opacity: 0.4 });
    const drawn = planeOf(SIZE, (i) => 0.05 + 0.9 * text.data[i]!);
    const of = (mark: Pixels) => psnrWithin(withoutMarks(seen, mark), scene, text);
    expect(of(runToEnd(estimateMarks({ picture: seen, mask: field, drawn }, AUTO)))).toBeGreaterThan(
      of(markOf(seen, field)),
    );
  });
});

describe('what edges tell', () => {
  it('is looked at where a network told nearly the same', () => {
    const seen = marked(scene, { cover: text, colour: [1, 1, 1], opacity: 0.2 });
    const patch = patchOf(seen, field, { x: 0, y: 0, ...SIZE });
    const found = edgeLines(patch).likely({ colour: [1, 1, 1], opacity: 0.16 });
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
