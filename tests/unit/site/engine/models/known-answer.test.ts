import { describe, expect, it } from 'vitest';
import { agrees, knownAnswerOf } from '../../../../../site/engine/models/known-answer.ts';

describe('a known answer', () => {
  const floats = (...data: number[]) =>
    ({ type: 'float32', dims: [data.length], data: Float32Array.from(data) }) as const;
  const answer = knownAnswerOf({ a: floats(0, 0.5, 1) });

  it('matches within the stated tolerance, and not beyond', () => {
    expect(agrees(answer, { a: floats(0.019, 0.5, 1) })).toBe(true);
    expect(agrees(answer, { a: floats(0.03, 0.5, 1) })).toBe(false);
  });

  it('does not match results that are missing, of another size or not finite', () => {
    expect(agrees(answer, {})).toBe(false);
    expect(agrees(answer, { a: floats(0, 0.5) })).toBe(false);
    expect(agrees(answer, { a: floats(0, Number.NaN, 1) })).toBe(false);
  });

  it('is compared with samples of a large output', () => {
    const wave = (factor: number) => ({
      a: floats(...Array.from({ length: 5000 }, (_, i) => factor * Math.sin(i / 9))),
    });
    expect(agrees(knownAnswerOf(wave(3)), wave(3.03))).toBe(true);
    expect(agrees(knownAnswerOf(wave(3)), wave(3.3))).toBe(false);
  });
});
