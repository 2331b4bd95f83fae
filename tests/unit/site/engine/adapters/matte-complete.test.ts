import { describe, expect, it } from 'vitest';
import { completeMatte } from '../../../../../site/engine/adapters/matte-complete.ts';
import { logitsOf, type Prompt, selectionPlane } from '../../../../../site/engine/adapters/sam.ts';
import type { Plane } from '../../../../../site/engine/types.ts';
import { intersectionOverUnion } from '../../../../quality/metrics.ts';

const SIZE = { width: 200, height: 140 } as const;

const plane = (at: (x: number, y: number) => boolean): Plane => ({
  ...SIZE,
  data: Float32Array.from({ length: SIZE.width * SIZE.height }, (_, i) =>
    at(i % SIZE.width, Math.floor(i / SIZE.width)) ? 1 : 0,
  ),
});
const body = (x: number, y: number) => Math.abs(x - 100) < 35 && y > 40;
const arm = (x: number, y: number) => x > 20 && x < 70 && Math.abs(y - 70) < 6;
const missed = plane(body);
const whole = plane((x, y) => body(x, y) || arm(x, y));
const elsewhere = plane((x, y) => x > 150 && y < 40);

/** Answers the box alone with one selection, and what was shown the matte with another. */
const network = (bold: Plane, shown: Plane, qualities: readonly [number, number]) => {
  const asked: Prompt[] = [];
  const select = async (prompt: Prompt, earlier: Float32Array | null) => {
    asked.push(prompt);
    const [selection, quality] = earlier ? [shown, qualities[1]] : [bold, qualities[0]];
    return { logits: logitsOf(selection), quality };
  };
  return { select, asked };
};

describe('completeMatte', () => {
  it('adds a limb that a clearly better selection has', async () => {
    const found = await completeMatte(missed, network(whole, missed, [0.99, 0.9]).select);
    expect(intersectionOverUnion(found, whole)).toBeGreaterThan(0.97);
    // The edge of what was known stays as it was.
    for (let x = 0; x < SIZE.width; x++)
      expect(found.data[130 * SIZE.width + x]).toBe(missed.data[130 * SIZE.width + x]);
  });

  it('trusts the selection that knows the matte where both promise about the same', async () => {
    const found = await completeMatte(missed, network(whole, missed, [0.95, 0.94]).select);
    expect([...found.data]).toEqual([...missed.data]);
  });

  it('changes nothing where the selection is of something else', async () => {
    const found = await completeMatte(missed, network(elsewhere, elsewhere, [1, 0.5]).select);
    expect([...found.data]).toEqual([...missed.data]);
  });

  it('asks by a box around the subject and by places inside it, and not at all where there is none', async () => {
    const { select, asked } = network(missed, missed, [1, 1]);
    await completeMatte(missed, select);
    expect(asked).toHaveLength(2);
    expect(asked[0]).toMatchObject({ points: [], box: { x: 64, width: 73 } });
    expect(asked[1]!.points.length).toBe(3);
    for (const { x, y } of asked[1]!.points) expect(body(x, y)).toBe(true);
    const nothing = plane(() => false);
    expect(await completeMatte(nothing, network(missed, missed, [1, 1]).select)).toBe(nothing);
  });
});

describe('logits of a matte', () => {
  it('give the matte back', () => {
    expect(intersectionOverUnion(selectionPlane(logitsOf(whole), SIZE), whole)).toBeGreaterThan(0.95);
  });
});
