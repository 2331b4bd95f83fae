import { describe, expect, it } from 'vitest';
import { marksOps } from '../../../../../site/engine/ops/groups/marks.ts';
import { isRepetitionRight } from '../../../../../site/engine/ops/marks/repetition-check.ts';
import { estimateMarks, unblend } from '../../../../../site/engine/ops/marks/unblend.ts';
import { runToEnd } from '../../../../../site/engine/ops/progress.ts';
import type { Mask, OpContext, Pixels, Size } from '../../../../../site/engine/types.ts';
import { quantised } from '../../../../quality/degrade.ts';
import { coverOf, marked, maskOfCover, psnrWithin } from '../../../../quality/marks.ts';
import { deadLeaves } from '../../../../quality/scenes.ts';

const SIZE: Size = { width: 264, height: 200 };
const scene = quantised(deadLeaves(SIZE, 5));

/** Position of a pixel in its tile, and the tile's index: 66.3 by 44.6 pixels, rotated by 30°. */
function tilePosition(x: number, y: number) {
  const [along, across] = [0.866 * x + 0.5 * y, 0.866 * y - 0.5 * x];
  const [n, m] = [Math.floor(along / 66.3), Math.floor(across / 44.6)];
  return { u: along - 66.3 * n, v: across - 44.6 * m, n, m };
}

type TilePosition = ReturnType<typeof tilePosition>;

/** Rings and bars as thin as the letters of an address. */
const isStroke = ({ u, v }: TilePosition) =>
  [12, 40].some((at) => Math.abs(Math.hypot(u - at, v - 20) - 5.5) < 0.7) ||
  (Math.abs(v - 20) < 0.7 && u > 19 && u < 33) ||
  (Math.abs(u - 26) < 0.7 && v > 13 && v < 27);

const isMissing = ({ n, m }: TilePosition) => n === 2 && m === 1;

const field: Mask = {
  ...SIZE,
  data: Uint8Array.from({ length: 264 * 200 }, (_, i) => {
    const { u, v } = tilePosition(i % 264, Math.floor(i / 264));
    return u > 3 && u < 49 && v > 9 && v < 31 ? 255 : 0;
  }),
};

const context = {
  signal: new AbortController().signal,
  progress() {},
  checkpoint: async () => undefined,
} as unknown as OpContext;

describe('marks.estimate with a thin repeated watermark', () => {
  it('un-blends it by all tiles together, except where a tile lacks it', async () => {
    const of = (isWanted: (position: TilePosition) => boolean) =>
      coverOf(SIZE, (x, y) => isStroke(tilePosition(x, y)) && isWanted(tilePosition(x, y)));
    const [cover, missing] = [of((position) => !isMissing(position)), of(isMissing)];
    const seen = marked(scene, { cover, colour: [1, 1, 1], opacity: 0.35 });
    const params = { opacity: null, grow: 0, trust: 0.1 };
    const mark = await marksOps['marks.estimate']({ picture: seen, mask: field }, params, context);
    const clear = unblend(seen, mark);
    expect(psnrWithin(seen, scene, cover)).toBeLessThan(22);
    expect(psnrWithin(clear, scene, cover)).toBeGreaterThan(33);
    expect(psnrWithin(clear, scene, missing)).toBeGreaterThan(40);
    expect(clear.data.some((value, i) => value !== seen.data[i] && field.data[i >> 2] === 0)).toBe(false);
  });
});

describe('isRepetitionRight', () => {
  it('rejects an estimate that leaves what an estimate of each watermark removes', () => {
    const cover = coverOf(SIZE, (x, y) => [60, 190].some((at) => Math.hypot(x - at, y - 100) < 34));
    const picture = marked(scene, { cover, colour: [1, 1, 1], opacity: 0.4 });
    const mask = maskOfCover(cover);
    const options = { opacity: null, grow: 0, trust: 0.1 };
    const right = runToEnd(estimateMarks({ picture, mask }, options));
    const blurred: Pixels = { ...right, data: right.data.map((value, i) => (i % 4 === 3 ? value / 8 : value)) };
    const isRight = (mark: Pixels) => runToEnd(isRepetitionRight({ marked: { picture, mask }, mark, options }));
    expect([isRight(right), isRight(blurred)]).toEqual([true, false]);
  });
});
