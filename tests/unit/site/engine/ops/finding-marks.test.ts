import { describe, expect, it } from 'vitest';
import { marksOps } from '../../../../../site/engine/ops/groups/marks.ts';
import { findRepeatedMarks } from '../../../../../site/engine/ops/marks/lattice.ts';
import type { Patch } from '../../../../../site/engine/ops/marks/patches.ts';
import { findTextArea } from '../../../../../site/engine/ops/marks/text-lines.ts';
import { continueLines } from '../../../../../site/engine/ops/marks/text-overlays.ts';
import { fillMask, remainsVisible } from '../../../../../site/engine/ops/marks/unblend.ts';
import { addDrawnLetters, findWords } from '../../../../../site/engine/ops/marks/words.ts';
import { lumaPlane, rgbPlanes } from '../../../../../site/engine/ops/planes.ts';
import { runToEnd } from '../../../../../site/engine/ops/progress.ts';
import type { Mask, Pixels, Plane, Planes, Size } from '../../../../../site/engine/types.ts';
import { quantised } from '../../../../quality/degrade.ts';
import { coverOf, marked, word } from '../../../../quality/marks.ts';
import { deadLeaves } from '../../../../quality/scenes.ts';
import { createContext } from './context.ts';

const planeOf = ({ width, height }: Size, value: (x: number, y: number) => number): Plane => ({
  width,
  height,
  data: Float32Array.from({ length: width * height }, (_, i) => value(i % width, Math.floor(i / width))),
});

/** Fraction of the cover that is selected, and fraction of the selection that is covered. */
function found(mask: Mask | null, { data }: Plane): { readonly recall: number; readonly precision: number } {
  let [hits, all, chosen] = [0, 0, 0];
  for (const [i, cover] of data.entries()) {
    const isChosen = mask !== null && mask.data[i]! > 0;
    if (cover > 0.5) all++;
    if (isChosen) chosen++;
    if (cover > 0.5 && isChosen) hits++;
  }
  return { recall: hits / all, precision: hits / Math.max(1, chosen) };
}

describe('findRepeatedMarks', () => {
  const size = { width: 320, height: 240 };
  const large = quantised(deadLeaves(size, 5));
  const repeated = (picture: Planes) => runToEnd(findRepeatedMarks(lumaPlane(picture)));
  const grid = coverOf(size, (x, y) => {
    const [u, v] = [(x + 0.3 * y) % 80, y % 60];
    return Math.abs(Math.hypot(u - 30, v - 30) - 12) < 2 || (Math.abs(v - 30) < 2 && u > 30 && u < 62);
  });
  const picture = marked(large, { cover: grid, colour: [1, 1, 1], opacity: 0.2 });
  it('finds a repeated watermark, and returns null without one', () => {
    const { recall, precision } = found(repeated(rgbPlanes(picture)), grid);
    expect(recall).toBeGreaterThan(0.8);
    // Strokes are dilated by two pixels.
    expect(precision).toBeGreaterThan(0.3);
    expect(repeated(large)).toBeNull();
  });
  it('counts only where the overlay network sees more inside of it than beside it', async () => {
    const find = (drawn: Plane) =>
      marksOps['marks.find']({ picture, drawn }, { level: 0.3, repeated: true }, createContext());
    const recalls = [1, 0.06].map(async (seen) => {
      const drawn = planeOf(size, (x, y) => 0.05 + seen * grid.data[y * size.width + x]!);
      return found(await find(drawn), grid).recall > 0.8;
    });
    expect(await Promise.all(recalls)).toEqual([true, true]);
    await expect(find(planeOf(size, (x) => (x % 3) / 20))).rejects.toMatchObject({
      cause: { code: 'job.nothingFound' },
    });
  });
  it('ignores the checks of a coat', () => {
    const coat = coverOf(size, (x, y) => {
      const [u, v] = [x + 0.35 * y, y - 0.35 * x];
      return y > 130 + 0.2 * x && Math.sin(u / 1.7) > 0 && Math.sin(v / 1.7) > 0;
    });
    expect(repeated(rgbPlanes(marked(large, { cover: coat, colour: [0.8, 0.8, 0.6], opacity: 0.6 })))).toBeNull();
  });
});

describe('findTextArea', () => {
  const size = { width: 120, height: 80 };
  const at = (top: number, y: number) => y >= top && y < top + 20;
  it('returns all text, or only text drawn over the picture', () => {
    const text = planeOf(size, (_, y) => (at(10, y) || at(50, y) ? 0.9 : 0));
    const strokes = planeOf(size, (x, y) => (at(10, y) && x % 5 === 0 ? 1 : 0));
    const rows = ({ data }: Mask) => [20, 60].map((row) => data[120 * row + 60]);
    expect(rows(findTextArea(text, { level: 0.3 }).mask)).toEqual([255, 255]);
    expect(rows(findTextArea(text, { level: 0.3, drawn: strokes }).mask)).toEqual([255, 0]);
  });
  it('keeps small, long lines along a side of the picture as signatures', () => {
    const page = { width: 240, height: 160 };
    const isMarked = (top: number, to: number) => {
      const text = planeOf(page, (x, y) => (y >= top && y < top + 5 && x > 10 && x < to ? 0.9 : 0));
      const nothing = planeOf(page, () => 0);
      return findTextArea(text, { level: 0.3, drawn: nothing }).mask.data.includes(255);
    };
    expect([isMarked(148, 100), isMarked(6, 100)]).toEqual([true, true]);
    // The distance at which cameras print dates.
    expect(isMarked(138, 100)).toBe(true);
    expect([isMarked(80, 100), isMarked(148, 20)]).toEqual([false, false]);
  });
  const field = planeOf(size, (x, y) => (at(10, y) && x < 40 ? 0.9 : 0));
  const written = (arm: (x: number, y: number) => boolean) => {
    const drawn = planeOf(size, (x, y) => ((at(10, y) && x % 5 === 0 && x < 40) || arm(x, y) ? 1 : 0));
    const { data } = findTextArea(field, { level: 0.3, drawn }).mask;
    return (x: number, y: number) => data[120 * y + x] === 255;
  };
  it('adds strokes that lead out of the text and end', () => {
    const isChosen = written((x, y) => y === 20 && x > 5 && x < 70);
    expect([45, 68, 100].map((x) => isChosen(x, 20))).toEqual([true, true, false]);
    expect(isChosen(60, 70)).toBe(false);
  });
  it('ignores strokes that only pass through the text', () => {
    const isChosen = written((x, y) => (y === 20 && x > 5) || (x === 20 && y > 5));
    expect([isChosen(70, 20), isChosen(20, 45)]).toEqual([false, false]);
  });
});

describe('addDrawnLetters', () => {
  const size = { width: 380, height: 220 };
  const name = word(size, 'MAPLE', { x: 90, y: 92, height: 36, stroke: 6 });
  const sign = coverOf(size, (x, y) => Math.abs(Math.hypot(x - 55, y - 110) - 14) < 3);
  const text = planeOf(size, (x, y) => (x > 92 && x < 270 && y > 100 && y < 120 ? 0.95 : 0));
  const seen = (beside: Plane) => {
    const drawn = planeOf(size, (x, y) => Math.max(...[name, beside].map(({ data }) => data[y * size.width + x]!)));
    return found(addDrawnLetters(findTextArea(text, { level: 0.3, drawn }), drawn), beside).recall;
  };
  it('adds a copyright sign beside a line, which the detector does not see', () => {
    expect(seen(sign)).toBe(1);
  });
  it('adds nothing that is far away, or larger than letters', () => {
    const far = coverOf(size, (x, y) => Math.hypot(x - 365, y - 110) < 10);
    const pole = coverOf(size, (x) => x > 300 && x < 310);
    expect([seen(far), seen(pole)]).toEqual([0, 0]);
  });
});

describe('continueLines', () => {
  const size = { width: 280, height: 100 };
  const cover = word(size, 'MAPLE', { x: 30, y: 32, height: 36, stroke: 6 });
  const picture = marked(quantised(deadLeaves(size, 3)), { cover, colour: [1, 1, 1], opacity: 0.45 });
  it('extends a word to its last letter and no further', () => {
    const seen = planeOf(size, (x, y) => (x < 115 ? cover.data[y * size.width + x]! : 0));
    const text = planeOf(size, (x, y) => (x > 34 && x < 110 && y > 40 && y < 60 ? 0.95 : 0));
    const { mask, lines } = findTextArea(text, { level: 0.3, drawn: seen });
    expect(found(mask, cover).recall).toBeLessThan(0.7);
    const whole = runToEnd(continueLines({ picture, mask, drawn: seen, lines }));
    expect(found(whole, cover).recall).toBeGreaterThan(0.95);
    const beyond = planeOf(size, (x) => (x > 230 || x < 10 ? 1 : 0));
    expect(found(whole, beyond).recall).toBe(0);
  });
  it('stops if no letters follow', () => {
    const text = planeOf(size, (x, y) => (x > 34 && x < 190 && y > 40 && y < 60 ? 0.95 : 0));
    const { mask, lines } = findTextArea(text, { level: 0.3, drawn: cover });
    const whole = runToEnd(continueLines({ picture, mask, drawn: cover, lines }));
    expect(found(whole, maskPlane(mask)).precision).toBeGreaterThan(0.95);
  });
});

describe('remainsVisible and fillMask', () => {
  const size = { width: 120, height: 60 };
  const cover = word(size, 'MAPLE', { x: 10, y: 20, height: 16, stroke: 3 });
  const sky = { ...size, planes: [0.4, 0.5, 0.7].map((value) => planeOf(size, (x) => value + x / 1000).data) };
  const { planes } = rgbPlanes(marked(sky, { cover, colour: [1, 1, 1], opacity: 0.9 }));
  const mask = Uint8Array.from(planeOf(size, (x, y) => (x > 5 && x < 95 && y > 15 && y < 42 ? 1 : 0)).data);
  const patch = { ...size, planes: planes as Patch['planes'], mask };
  const isVisible = (opacity: number, longSide: number) =>
    remainsVisible({ patch, alpha: cover.data.map((value) => opacity * value), colour: [1, 1, 1], longSide });
  it('reports a watermark that is still visible in a small region', () => {
    expect([isVisible(0.3, 600), isVisible(0.9, 600), isVisible(0.3, 120)]).toEqual([true, false, false]);
    // Lower than the smallest maximum height.
    const low = { ...patch, mask: mask.map((value, i) => (i > 18 * 120 && i < 39 * 120 ? value : 0)) };
    const alpha = cover.data.map((value) => 0.3 * value);
    expect(remainsVisible({ patch: low, alpha, colour: [1, 1, 1], longSide: 120 })).toBe(true);
  });
  it('reports letters of the network that were not un-blended', () => {
    const alpha = cover.data.map((value, i) => (i % 120 < 40 ? 0 : 0.9 * value));
    const seen = { ...patch, drawn: cover.data };
    expect(remainsVisible({ patch: seen, alpha, colour: [1, 1, 1], longSide: 600 })).toBe(true);
  });
  it('fills only letters if the network drew all of them, otherwise the whole region', () => {
    const gapIndex = 20 * 120 + 92;
    const seenFrom = (column: number) => cover.data.map((value, i) => (i % 120 < column ? 0 : value));
    const filled = [seenFrom(0), seenFrom(60)].map((drawn) => fillMask({ ...patch, drawn }, 600));
    expect([filled[0]![gapIndex], filled[1], fillMask({ ...patch, drawn: seenFrom(0) }, 120)]).toEqual([0, null, null]);
    expect(cover.data.every((value, i) => value < 0.5 || filled[0]![i] === 1)).toBe(true);
  });
  it('ignores contrast below the texture of the picture', () => {
    const { planes } = rgbPlanes(marked(quantised(deadLeaves(size, 9)), { cover, colour: [1, 1, 1], opacity: 0.5 }));
    const alpha = cover.data.map((value) => 0.45 * value);
    const leaves = { ...size, planes: planes as Patch['planes'], mask };
    expect(remainsVisible({ patch: leaves, alpha, colour: [1, 1, 1], longSide: 600 })).toBe(false);
  });
});

const maskPlane = ({ width, height, data }: Mask): Plane => ({
  width,
  height,
  data: Float32Array.from(data, (v) => v / 255),
});

describe('findWords', () => {
  const size = { width: 200, height: 120 };
  /** A line of bars, 20 high, with a slope of 1 / 6. The first is yellow, as bright as the background, and higher; the fifth has a swash. */
  const letterAt = (x: number, y: number): number => {
    const [n, v] = [Math.floor((x - 40) / 12), y - 30 - (x - 40) / 6];
    const high = n === 0 ? 26 : n === 4 ? 46 : 20;
    return n >= 0 && n < 9 && (x - 40) % 12 < 5 && v >= 20 - high && v < 20 ? n + 1 : 0;
  };
  const isFrame = (x: number, y: number) => x >= 176 || (y >= 76 && x >= 120);
  /** An isolated bar of the size of a letter, and a post of which the detector saw a part. */
  const isAlone = (x: number, y: number) => x >= 8 && x < 13 && y >= 25 && y < 45;
  const isPost = (x: number, y: number) => x >= 83 && x < 86 && y < 114;
  const picture: Pixels = { ...size, data: new Uint8ClampedArray(4 * size.width * size.height) };
  for (let i = 0; i < size.width * size.height; i++) {
    const [x, y] = [i % size.width, Math.floor(i / size.width)];
    const background = [150 + x / 8, 150 + x / 8, 120];
    const colour =
      isFrame(x, y) || isAlone(x, y) || isPost(x, y)
        ? [40, 40, 60]
        : letterAt(x, y) === 1
          ? [150, 165, 20]
          : letterAt(x, y)
            ? [30, 30, 30]
            : background;
    picture.data.set([...colour, 255], 4 * i);
  }
  // The core of the fourth to the sixth letter.
  const text = planeOf(size, (x, y) => (x >= 76 && x < 105 && Math.abs(y - 40 - (x - 40) / 6) < 4 ? 0.9 : 0));
  const mask = findWords(picture, text, { level: 0.3 });

  it('selects whole words, with initials of another colour', () => {
    const missed = Array.from({ length: 10 }, () => 0);
    const all = [...missed];
    for (const [i, value] of mask.data.entries()) {
      const letter = letterAt(i % size.width, Math.floor(i / size.width));
      all[letter]! += 1;
      if (value === 0) missed[letter]! += 1;
    }
    for (let letter = 1; letter < 10; letter++) expect(missed[letter], `letter ${letter}`).toBe(0);
  });
  const countMarked = (is: (x: number, y: number) => boolean) =>
    mask.data.filter((value, i) => value > 0 && is(i % size.width, Math.floor(i / size.width))).length;
  it('ignores a frame beside the word, a post, and an isolated bar', () => {
    expect(countMarked((x, y) => isFrame(x - 4, y - 4))).toBe(0);
    expect(countMarked((x, y) => isPost(x, y) && y < 16)).toBe(0);
    expect(countMarked(isAlone)).toBe(0);
  });
  it('selects soft edges', () => {
    const isEdge = (x: number, y: number) =>
      letterAt(x, y) === 0 && (letterAt(x + 1, y) === 8 || letterAt(x - 1, y) === 8);
    expect(countMarked(isEdge)).toBeGreaterThanOrEqual(36);
  });
  it('returns the text area if no ink differs from the background', () => {
    const faint = (i: number) => (letterAt(i % size.width, Math.floor(i / size.width)) > 0 ? 140 : 120);
    const even = { ...picture, data: picture.data.map((_, at) => (at % 4 === 3 ? 255 : faint(at >> 2))) };
    expect(findWords(even, text, { level: 0.3 }).data).toEqual(findTextArea(text, { level: 0.3 }).mask.data);
  });
});
