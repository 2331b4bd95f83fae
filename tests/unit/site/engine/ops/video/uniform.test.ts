import { describe, expect, it } from 'vitest';
import { createObservation, type Observation } from '../../../../../../site/engine/ops/video/neighbours.ts';
import { createRemover } from '../../../../../../site/engine/ops/video/unblend.ts';
import { estimateUniformBox } from '../../../../../../site/engine/ops/video/uniform.ts';
import { emptyYuv, type Yuv, yuvPlanes } from '../../../../../../site/engine/ops/video/yuv.ts';
import { randomOf } from '../../../../../quality/scenes.ts';
import { cameraOver, colourBars, marked, psnrAt } from './clips.ts';

const SIZE = { width: 160, height: 120 };
const BOX = { left: 37, right: 121, top: 40, bottom: 84 };
const insideOf = (grown: number) => (at: number) => {
  const [x, y] = [at % SIZE.width, Math.floor(at / SIZE.width)];
  return x >= BOX.left - grown && x < BOX.right + grown && y >= BOX.top - grown && y < BOX.bottom + grown;
};
const inBox = insideOf(0);
const maskOf = (inside: (at: number) => boolean) =>
  Uint8Array.from({ length: SIZE.width * SIZE.height }, (_, at) => (inside(at) ? 1 : 0));

/** A repeated frame with the noise of a codec. */
function stillRun(shown: Yuv, hole: Uint8Array): readonly Observation[] {
  const random = randomOf(3);
  const valid = hole.map((one) => (one ? 0 : 1));
  return Array.from({ length: 6 }, () => {
    const data = shown.data.map((value) => Math.round(value + 4 * random() - 2));
    return createObservation({ ...shown, data }, valid, null);
  });
}

const SCENES = { 'colour bars': colourBars(SIZE), 'dead leaves': cameraOver(SIZE, 5)(0, 0) };
const COLOURS = { white: [235, 128, 128], black: [16, 128, 128] } as const;
const cases = (['colour bars', 'dead leaves'] as const).flatMap((scene) =>
  (['white', 'black'] as const).flatMap((colour) =>
    [30, 50, 70].flatMap((percent) => [0, 5].map((grown) => ({ percent, colour, scene, grown }))),
  ),
);

describe('estimateUniformBox over a static picture', () => {
  it.each(cases)(
    'estimates a box of $percent % $colour over $scene from a selection $grown px larger',
    ({ percent, colour, scene, grown }) => {
      const clean = SCENES[scene];
      const alpha = Float32Array.from(maskOf(inBox), (one) => (one * percent) / 100);
      const shown = marked(clean, { alpha, colour: COLOURS[colour] });
      const hole = maskOf(insideOf(grown));
      const model = estimateUniformBox({ ...SIZE, hole, runs: [stillRun(shown, hole)] });
      const frame = { ...shown, data: shown.data.slice() };
      createRemover(model!).unblend(frame);
      expect(psnrAt(frame, clean, insideOf(grown))).toBeGreaterThan(percent === 70 ? 32 : 35);
    },
  );

  it('returns null without a box, and for an opaque one', () => {
    const hole = maskOf(inBox);
    for (const clean of Object.values(SCENES)) {
      expect(estimateUniformBox({ ...SIZE, hole, runs: [stillRun(clean, hole)] })).toBeNull();
      const opaque = marked(clean, { alpha: Float32Array.from(hole), colour: [180, 90, 160] });
      expect(estimateUniformBox({ ...SIZE, hole, runs: [stillRun(opaque, hole)] })).toBeNull();
    }
  });

  it('returns null over a uniform colour, which does not determine the opacity', () => {
    const even = emptyYuv(SIZE);
    for (const { data } of yuvPlanes(even)) data.fill(100);
    const hole = maskOf(inBox);
    const shown = marked(even, { alpha: Float32Array.from(hole, (one) => one / 2), colour: [235, 128, 128] });
    expect(estimateUniformBox({ ...SIZE, hole, runs: [stillRun(shown, hole)] })).toBeNull();
  });
});
