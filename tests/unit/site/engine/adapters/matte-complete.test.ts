import { describe, expect, it } from 'vitest';
import type { Prompt } from '../../../../../site/engine/adapters/adapter.ts';
import { completeMatte } from '../../../../../site/engine/adapters/matte-complete.ts';
import { logitsOf, selectionPlane } from '../../../../../site/engine/adapters/sam.ts';
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

/** Returns one selection for the box alone, and another for the box with the matte. */
const network = (byBox: Plane, byMatte: Plane, qualities: readonly [number, number]) => {
  const prompts: Prompt[] = [];
  const select = async (prompt: Prompt, earlier: Float32Array | null) => {
    prompts.push(prompt);
    const [selection, quality] = earlier ? [byMatte, qualities[1]] : [byBox, qualities[0]];
    return { logits: logitsOf(selection), quality };
  };
  return { select, prompts };
};

describe('completeMatte', () => {
  it('adds a limb when the selection by the box is clearly better', async () => {
    const found = await completeMatte(missed, network(whole, missed, [0.99, 0.9]).select);
    expect(intersectionOverUnion(found, whole)).toBeGreaterThan(0.97);
    // The edge of the given matte does not change.
    for (let x = 0; x < SIZE.width; x++)
      expect(found.data[130 * SIZE.width + x]).toBe(missed.data[130 * SIZE.width + x]);
  });

  it('leaves out a part of which the selection is not sure', async () => {
    const unsure = { ...SIZE, data: whole.data.map((value, i) => (value > missed.data[i]! ? 0.65 : value)) };
    const found = await completeMatte(missed, network(unsure, missed, [0.99, 0.9]).select);
    expect([...found.data]).toEqual([...missed.data]);
  });

  it('keeps the matte when both selections have about the same quality', async () => {
    const found = await completeMatte(missed, network(whole, missed, [0.95, 0.94]).select);
    expect([...found.data]).toEqual([...missed.data]);
  });

  it('keeps the matte when the selection is another object', async () => {
    const found = await completeMatte(missed, network(elsewhere, elsewhere, [1, 0.5]).select);
    expect([...found.data]).toEqual([...missed.data]);
  });

  it('prompts with a box around the subject and with points inside it, and not without a subject', async () => {
    const { select, prompts } = network(missed, missed, [1, 1]);
    await completeMatte(missed, select);
    expect(prompts).toHaveLength(2);
    expect(prompts[0]).toMatchObject({ points: [], box: { x: 64, width: 73 } });
    expect(prompts[1]!.points.length).toBe(3);
    for (const { x, y } of prompts[1]!.points) expect(body(x, y)).toBe(true);
    const nothing = plane(() => false);
    expect(await completeMatte(nothing, network(missed, missed, [1, 1]).select)).toBe(nothing);
  });
});

describe('logitsOf', () => {
  it('returns logits whose selection equals the matte', () => {
    expect(intersectionOverUnion(selectionPlane(logitsOf(whole), SIZE), whole)).toBeGreaterThan(0.95);
  });
});
