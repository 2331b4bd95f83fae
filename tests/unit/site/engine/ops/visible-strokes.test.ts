import { describe, expect, it } from 'vitest';
import { visibleStrokes } from '../../../../../site/engine/ops/marks/visible-strokes.ts';
import type { Mask, Pixels, Planes } from '../../../../../site/engine/types.ts';
import { noisy } from '../../../../quality/degrade.ts';
import { marked, word } from '../../../../quality/marks.ts';

const size = { width: 160, height: 64 };
const cover = word(size, 'MAPLE', { x: 20, y: 16, height: 28, stroke: 5 });
const mask: Mask = { ...size, data: Uint8Array.from(cover.data, (_, i) => (i % 160 > 10 && i % 160 < 156 ? 255 : 0)) };
const sky: Planes = {
  ...size,
  planes: [0.3, 0.45, 0.6].map((value) => Float32Array.from(cover.data, (_, i) => value + (i % 160) / 2000)),
};

/** What remains visible of white letters over a scene whose opacity is estimated wrongly by `error`. */
function visibleIn(scene: Planes, error: number, opacity = 0.75): Uint8Array {
  const picture = marked(scene, { cover, colour: [1, 1, 1], opacity });
  const data = new Uint8ClampedArray(4 * cover.data.length).fill(255);
  for (const [i, value] of cover.data.entries()) data[4 * i + 3] = 255 * value * (opacity - error);
  const mark: Pixels = { ...size, data };
  return visibleStrokes({ picture, mask, mark });
}

describe('visibleStrokes', () => {
  it('finds letters, and their rims inside the mask, that a wrong opacity leaves over a smooth picture', () => {
    expect(visibleIn(sky, 0.005).some((value) => value > 0)).toBe(false);
    const visible = visibleIn(sky, 0.02);
    expect(cover.data.every((value, i) => value < 0.5 || visible[i] === 1)).toBe(true);
    expect(visible.every((value, i) => value === 0 || mask.data[i]! > 0)).toBe(true);
    const beside = visible.filter((value, i) => value > 0 && cover.data[i] === 0).length;
    expect(beside).toBeGreaterThan(200);
  });

  it('finds nothing in what the texture of the picture hides', () => {
    expect(visibleIn(noisy(sky, 0.1, 3), 0.02).some((value) => value > 0)).toBe(false);
  });

  it('finds nothing of pale letters, whose filling would do more harm', () => {
    expect(visibleIn(sky, 0.15, 0.5).some((value) => value > 0)).toBe(true);
    expect(visibleIn(sky, 0.15, 0.4).some((value) => value > 0)).toBe(false);
  });
});
