import { describe, expect, it } from 'vitest';
import { runToEnd } from '../../../../../../site/engine/ops/progress.ts';
import { estimateOverlay } from '../../../../../../site/engine/ops/video/estimate.ts';
import { createObservation, type Observation } from '../../../../../../site/engine/ops/video/neighbours.ts';
import { createRemover, OPAQUE } from '../../../../../../site/engine/ops/video/unblend.ts';
import { cameraOver, marked, psnrAt } from './clips.ts';

const SIZE = { width: 160, height: 96 };
const MARK = { left: 60, right: 100, top: 40, bottom: 56 };
const inMark = (at: number) => {
  const [x, y] = [at % SIZE.width, Math.floor(at / SIZE.width)];
  return x >= MARK.left && x < MARK.right && y >= MARK.top && y < MARK.bottom;
};
const hole = Uint8Array.from({ length: SIZE.width * SIZE.height }, (_, at) => (inMark(at) ? 1 : 0));
/** Stripes of two opacities inside the box, in place of letters. */
const opacity = (at: number) => {
  const x = at % SIZE.width;
  return inMark(at) && x % 8 < 5 ? (x % 8 < 1 || x % 8 > 3 ? 0.25 : 0.5) : 0;
};
const alpha = Float32Array.from(hole, (_, at) => opacity(at));
const camera = cameraOver(SIZE, 5);
const clean = Array.from({ length: 24 }, (_, t) => camera(3.3 * t - 40, 1.4 * t - 20));

function runOf(frames: typeof clean): readonly Observation[] {
  const moments: Observation[] = [];
  const valid = hole.map((one) => (one ? 0 : 1));
  for (const frame of frames) moments.push(createObservation(frame, valid, moments.at(-1) ?? null));
  return moments;
}

describe('estimateOverlay', () => {
  it('measures opacity and colour of a translucent watermark, so that it can be un-blended', () => {
    const shown = clean.map((frame) => marked(frame, { alpha, colour: [210, 120, 140] }));
    const { model, measured } = runToEnd(estimateOverlay({ ...SIZE, hole, runs: [runOf(shown)] }));
    expect(measured).toBeGreaterThan(0.95);
    let worst = 0;
    for (let at = 0; at < hole.length; at++) worst = Math.max(worst, Math.abs(model.alpha[at]! - alpha[at]!));
    expect(worst).toBeLessThan(0.03);
    const remover = createRemover(model);
    for (const t of [3, 12, 20]) {
      const frame = { ...shown[t]!, data: shown[t]!.data.slice() };
      remover.unblend(frame);
      expect(psnrAt(frame, clean[t]!, inMark)).toBeGreaterThan(46);
    }
  });

  it('marks opaque pixels as opaque', () => {
    const shown = clean.map((frame) => marked(frame, { alpha: Float32Array.from(hole), colour: [180, 90, 160] }));
    const { model } = runToEnd(estimateOverlay({ ...SIZE, hole, runs: [runOf(shown)] }));
    const opaque = [...hole.keys()].filter((at) => hole[at] && model.kind[at] === OPAQUE).length;
    expect(opaque / hole.filter(Boolean).length).toBeGreaterThan(0.95);
  });
});
