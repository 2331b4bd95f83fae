import { describe, expect, it } from 'vitest';
import { classicMatte } from '../../../../../site/engine/ops/matte/classic.ts';
import { refineMatte } from '../../../../../site/engine/ops/matte/refine.ts';
import type { Pixels } from '../../../../../site/engine/types.ts';

/** A disc of one colour before nothing, whose clear pixels have a colour that nobody sees. */
function disc(sidePx: number, [shown, hidden]: readonly (readonly [number, number, number])[]): Pixels {
  const data = new Uint8ClampedArray(4 * sidePx ** 2);
  for (let i = 0; i < sidePx ** 2; i++) {
    const isSeen = Math.hypot((i % sidePx) - sidePx / 2, Math.floor(i / sidePx) - sidePx / 2) < 0.35 * sidePx;
    data.set(isSeen ? [...shown!, 255] : [...hidden!, 0], 4 * i);
  }
  return { width: sidePx, height: sidePx, data };
}

const BLACK = [0, 0, 0] as const;
const WHITE = [255, 255, 255] as const;
const REFINE = { workSide: 1024, radius: 4, epsilon: 1e-5, contrast: 0.3 };

describe('colours under clear pixels', () => {
  it.each([160, 640])('leave a black subject of %i pixels in the matte without a network', (sidePx) => {
    for (const hidden of [BLACK, WHITE]) {
      const picture = disc(sidePx, [BLACK, hidden]);
      const { width, height, data } = classicMatte(picture);
      const atCentre = data[Math.floor(height / 2) * width + Math.floor(width / 2)]!;
      expect([atCentre, data[0]]).toEqual([1, 0]);
    }
  });

  it('do not change a refined matte', () => {
    const [black, white] = [BLACK, WHITE].map((hidden) => {
      const picture = disc(200, [[180, 60, 40], hidden]);
      return refineMatte(classicMatte(picture), picture, REFINE);
    });
    expect([...black!.data]).toEqual([...white!.data]);
  });
});
