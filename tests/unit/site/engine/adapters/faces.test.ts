import { describe, expect, it } from 'vitest';
import { distinctFaces, type Face } from '../../../../../site/engine/adapters/faces.ts';
import type { Facts, Pixels } from '../../../../../site/engine/types.ts';
import { floats, longs, node, onnx } from './graphs.ts';
import { colourAt, picture, runOp, type StandIn } from './runner.ts';

const scene = picture(120, 80, (x, y) => [100 + (x % 7), 90 + (y % 5), 60, 255]);

/** A detector with the same output for every picture: 5 × 5 numbers in each of 4 × 4 cells, most scores far below zero. */
function finder(outputs: Readonly<Record<number, number>>): StandIn {
  const numbers = Array.from({ length: 400 }, (_, i) => outputs[i] ?? (Math.floor(i / 16) % 5 === 4 ? -9 : 0));
  const content = onnx({
    inputs: { input: [1, 3, 'side', 'side'] },
    outputs: { output: [1, 25, 4, 4] },
    nodes: [
      node('ReduceMean', { input: ['input'], output: ['mean'] }),
      node('Mul', { input: ['mean', 'none'], output: ['zero'] }),
      node('Add', { input: ['zero', 'said'], output: ['sum'] }),
      node('Expand', { input: ['sum', 'shape'], output: ['output'] }),
    ],
    constants: [floats('none', [1], [0]), floats('said', [1, 25, 4, 4], numbers), longs('shape', [1, 25, 4, 4])],
  });
  return { adapter: 'tiny-face', content, inputs: [['input', 'float32', [1, 3, 'side', 'side']]], outputs: ['output'] };
}
const facesIn = (facts: unknown) => (facts as Facts).facts.faces as unknown as readonly Face[];

describe('net.find-faces', () => {
  it('computes position and size of a box from its cell, at every input size', async () => {
    // The score of the first box in column 2, row 1.
    const standIn = finder({ [4 * 16 + 6]: 3 });
    const { value, fed } = await runOp('net.find-faces', { standIn, inputs: { picture: scene } });
    expect(fed.map(({ input }) => input?.dims)).toEqual([
      [1, 3, 224, 224],
      [1, 3, 608, 608],
    ]);
    const [face, ...others] = facesIn(value);
    expect(others).toEqual([]);
    // A cell is 30 pixels: a quarter of the longer side.
    expect(face!.x + face!.width / 2).toBeCloseTo(75, 3);
    expect(face!.y + face!.height / 2).toBeCloseTo(45, 3);
    expect([face!.width, face!.height]).toEqual([expect.closeTo(48.1, 1), expect.closeTo(62.8, 1)]);
    expect(face!.score).toBeCloseTo(0.953, 3);
  });

  it('returns an empty list if there are no faces', async () => {
    const { value } = await runOp('net.find-faces', { standIn: finder({}), inputs: { picture: scene } });
    expect(facesIn(value)).toEqual([]);
  });

  it('returns each face once, with the box of the highest score', () => {
    const face = { x: 10, y: 10, width: 20, height: 20, score: 0.7 };
    const again = { ...face, x: 13, score: 0.9 };
    const inside = { ...face, x: 14, width: 8, height: 8, score: 0.6 };
    const other = { ...face, x: 60, score: 0.5 };
    expect(distinctFaces([face, again, inside, other])).toEqual([again, other]);
  });
});

describe('net.restore-faces', () => {
  const negative: StandIn = {
    adapter: 'gfpgan',
    content: onnx({
      inputs: { input: [1, 3, 64, 64] },
      outputs: { output: [1, 3, 64, 64] },
      nodes: [node('Neg', { input: ['input'], output: ['output'] })],
    }),
    inputs: [['input', 'float32', [1, 3, 64, 64]]],
    outputs: ['output'],
  };
  const restored = async (share: number, ...faces: readonly Face[]) => {
    const inputs = { picture: scene, faces: { facts: { faces } } };
    return (await runOp('net.faces', { standIn: negative, inputs, params: { share } })).value as Pixels;
  };
  const face = { x: 30, y: 30, width: 20, height: 20, score: 0.9 };

  it('blends the network’s result over the face with soft edges, and leaves all other pixels unchanged', async () => {
    const restoredFace = await restored(1, face);
    const [before, after] = [colourAt(scene, 40, 40), colourAt(restoredFace, 40, 40)];
    for (const channel of [0, 1, 2]) expect(Math.abs(after[channel]! + before[channel]! - 255)).toBeLessThan(4);
    for (const [x, y] of [
      [5, 5],
      [80, 40],
      [40, 70],
    ] as const)
      expect(colourAt(restoredFace, x, y)).toEqual(colourAt(scene, x, y));
    const half = colourAt(await restored(0.5, face), 40, 40);
    expect(Math.abs(half[2]! - (before[2]! + after[2]!) / 2)).toBeLessThan(2);
  });

  it('accepts faces that reach beyond the picture, and no faces', async () => {
    const restoredFace = await restored(1, { ...face, x: -8, y: -6 });
    expect(Math.abs(colourAt(restoredFace, 2, 2)[2]! - 195)).toBeLessThan(4);
    expect((await restored(1)).data).toEqual(scene.data);
  });
});
