import { describe, expect, it } from 'vitest';
import { damageMask } from '../../../../../../site/engine/ops/restore/damage.ts';
import { DAMAGE } from '../../../../../../site/engine/ops/restore/damage-parameters.ts';
import { findLosses } from '../../../../../../site/engine/ops/restore/losses.ts';
import type { Mask, Plane, Planes } from '../../../../../../site/engine/types.ts';

const SIZE = { width: 300, height: 200 };
type Shape = (x: number, y: number) => boolean;
const plane = (value: (x: number, y: number) => number): Plane => ({
  ...SIZE,
  data: Float32Array.from({ length: 300 * 200 }, (_, i) => value(i % 300, Math.floor(i / 300))),
});
/** Foliage: colours that change within a few pixels. */
const foliage = (x: number, y: number, pace: number) => 0.4 + 0.25 * Math.sin(pace * x) * Math.cos((pace * y) / 1.3);
/** Foliage with a shape of bare paper. */
const pictureWith = (isPaper: Shape, paper = 0.95): Planes => ({
  ...SIZE,
  planes: [0.31, 0.37, 0.43].map(
    (pace, k) => plane((x, y) => (isPaper(x, y) ? paper - 0.02 * k : foliage(x, y, pace))).data,
  ),
});
/** Logits as of the network: unsure along the rim of a large shape, blind inside of it. */
const unsure = plane(() => 0.5);
const ragged = (t: number) => 5 * Math.sin(t / 7) + 3 * Math.sin(t / 2.3);

const isTornCorner: Shape = (x, y) => 300 - x + y < 90 + ragged(y);
const isTornEdge: Shape = (x, y) => Math.hypot(x - 140, 1.3 * y) < 50 + ragged(x);
const isPatch: Shape = (x, y) => Math.hypot(x - 120, y - 110) < 40 + ragged(Math.atan2(y - 110, x - 120) * 20);
const losses = DAMAGE.losses;
const find = (picture: Planes, logits = unsure) => findLosses(picture, logits, { penalty: 0, losses });
/** Fractions of a shape that is marked, and of the rest. */
function fractions({ data }: Mask, isInside: Shape) {
  const counts = { inside: 0, marked: 0, outside: 0, wrong: 0 };
  for (let i = 0; i < data.length; i++)
    if (isInside(i % 300, Math.floor(i / 300))) {
      counts.inside++;
      if (data[i]! > 0) counts.marked++;
    } else {
      counts.outside++;
      if (data[i]! > 0) counts.wrong++;
    }
  return { marked: counts.marked / Math.max(1, counts.inside), wrong: counts.wrong / counts.outside };
}
const isEmpty = ({ data }: Mask) => data.every((value) => value === 0);

describe('findLosses', () => {
  it.each([
    ['torn corner', isTornCorner],
    ['torn edge', isTornEdge],
    ['patch of bare paper', isPatch],
  ])('marks a %s as a whole, and little else', (_, isPaper) => {
    const { marked, wrong } = fractions(find(pictureWith(isPaper)), isPaper);
    expect(marked).toBeGreaterThan(0.99);
    expect(wrong).toBeLessThan(0.02);
  });

  it('is part of the mask of damage, where no pixel is certain', () => {
    const mask = damageMask(unsure, pictureWith(isTornCorner), { sensitivity: 0.5 });
    expect(fractions(mask, isTornCorner).marked).toBeGreaterThan(0.99);
  });

  it('marks a loss with specks on it', () => {
    const isClean: Shape = (x, y) => isTornCorner(x, y) && Math.hypot(x - 280, y - 20) > 4;
    expect(fractions(find(pictureWith(isClean)), isTornCorner).marked).toBeGreaterThan(0.99);
  });

  it.each<[string, Shape]>([
    ['sky', (_, y) => y < 70 + 4 * ragged(_)],
    ['snow', (x, y) => y > 150 + ragged(x)],
    ['frame', (x, y) => x < 12 || y < 12 || x >= 288 || y >= 188],
    ['margin', (x) => x < 20],
    ['paper around drawings', (x, y) => !isPatch(x, y)],
  ])('leaves a white %s', (_, isWhite) => {
    expect(isEmpty(find(pictureWith(isWhite)))).toBe(true);
  });

  it('leaves a white ring around an object', () => {
    const isRing: Shape = (x, y) => isPatch(x, y) && Math.hypot(x - 120, y - 110) > 20;
    expect(isEmpty(find(pictureWith(isRing)))).toBe(true);
  });

  it('leaves a white patch beside more of its colour, such as snow on a mountain', () => {
    const isSnow: Shape = (x, y) => isPatch(x, y) || y > 150 + ragged(x);
    expect(isEmpty(find(pictureWith(isSnow)))).toBe(true);
    expect(fractions(find(pictureWith(isPatch)), isPatch).marked).toBeGreaterThan(0.99);
  });

  it('leaves light regions with a soft rim, such as clouds and reflections', () => {
    const soft = pictureWith(() => false);
    const depth = (x: number, y: number) => Math.min(1, Math.max(0, (60 - Math.hypot(x - 120, y - 110)) / 30));
    const cloud = soft.planes.map((data) =>
      data.map((value, i) => value + depth(i % 300, Math.floor(i / 300)) * (0.95 - value)),
    );
    expect(isEmpty(find({ ...SIZE, planes: cloud }))).toBe(true);
  });

  it('leaves what the network takes for part of the scene, and grey regions beside lighter ones', () => {
    expect(
      isEmpty(
        find(
          pictureWith(isPatch),
          plane(() => -5),
        ),
      ),
    ).toBe(true);
    const isLight: Shape = (_, y) => y > 150;
    const grey = pictureWith(isPatch, 0.8);
    const planes = grey.planes.map((data) => data.map((v, i) => (isLight(i % 300, Math.floor(i / 300)) ? 1 : v)));
    expect(isEmpty(find({ ...SIZE, planes }))).toBe(true);
  });
});
