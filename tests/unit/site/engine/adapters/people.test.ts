import { describe, expect, it } from 'vitest';
import type { Prompt } from '../../../../../site/engine/adapters/adapter.ts';
import { distinctPeople, nanodet, type Person, selectPeople } from '../../../../../site/engine/adapters/people.ts';
import { logitsOf } from '../../../../../site/engine/adapters/sam.ts';
import type { Model } from '../../../../../site/engine/manifest.ts';
import type { Facts } from '../../../../../site/engine/types.ts';
import { floats, ints, longs, node, onnx } from './graphs.ts';
import { picture, runOp, type StandIn } from './runner.ts';

/** A detector that finds red cells of 16 pixels as people; each side of their boxes is four strides away. */
const finder: StandIn = {
  adapter: 'nanodet',
  content: onnx({
    inputs: { input: [1, 3, 'height', 'width'] },
    outputs: { output: [1, 45, 'cells'] },
    nodes: [
      ...[8, 16, 32].flatMap((stride) => [
        node('AveragePool', {
          input: ['input'],
          output: [`mean${stride}`],
          attribute: [ints('kernel_shape', [stride, stride]), ints('strides', [stride, stride])],
        }),
        node('Conv', {
          input: [`mean${stride}`, stride === 16 ? 'red' : 'nothing', 'borders'],
          output: [`said${stride}`],
        }),
        node('Reshape', { input: [`said${stride}`, 'rows'], output: [`rows${stride}`] }),
      ]),
      node('Concat', {
        input: ['rows8', 'rows16', 'rows32'],
        output: ['output'],
        attribute: [{ name: 'axis', type: 2, i: 2 }],
      }),
    ],
    constants: [
      floats('red', [45, 3, 1, 1], [4, ...Array<number>(134).fill(0)]),
      floats('nothing', [45, 3, 1, 1], Array<number>(135).fill(0)),
      floats('borders', [45], [-4, ...Array.from({ length: 44 }, (_, i) => (i % 11 === 4 ? 30 : 0))]),
      longs('rows', [1, 45, -1]),
    ],
  }),
  inputs: [['input', 'float32', [1, 3, 'height', 'width']]],
  outputs: ['output'],
};

/** A wall of 208 × 104 with a red square. */
const wall = (left: number, top: number, side: number) =>
  picture(208, 104, (x, y) =>
    x >= left && x < left + side && y >= top && y < top + side ? [255, 0, 0, 255] : [0, 0, 0, 255],
  );

const found = async (seen: ReturnType<typeof wall>) => {
  const { value, fed } = await runOp('net.find-people', { standIn: finder, inputs: { picture: seen } });
  return { fed, people: (value as Facts).facts.people as unknown as readonly Person[] };
};

describe('net.find-people', () => {
  it('computes position and size of a box, and returns a person once who appears in both passes', async () => {
    const { fed, people } = await found(wall(96, 40, 16));
    expect(fed.map(({ input }) => input?.dims)).toEqual([
      [1, 3, 224, 416],
      [1, 3, 320, 640],
    ]);
    const [person, ...others] = people;
    expect(others).toEqual([]);
    // The crop is enlarged twice: the sides are 64 pixels away from a cell of 8.
    expect([person!.width, person!.height]).toEqual([expect.closeTo(64, 3), expect.closeTo(64, 3)]);
    expect(Math.abs(person!.x + 32 - 104)).toBeLessThan(8);
    expect(Math.abs(person!.y + 32 - 48)).toBeLessThan(8);
    expect(person!.score).toBeGreaterThan(0.9);
  });

  it('finds in crops a person who is too small for the first pass', async () => {
    const { people } = await found(wall(52, 52, 8));
    expect(people).toHaveLength(1);
    expect(people[0]!.width).toBeCloseTo((128 * 208) / 640, 3);
    expect(Math.abs(people[0]!.x + people[0]!.width / 2 - 56)).toBeLessThan(4);
  });

  it('runs no crops if the first pass finds nobody', async () => {
    await expect(found(wall(0, 0, 0))).rejects.toThrow('job.nothingFound');
  });

  it('ignores crops of people as tall as the picture: they show parts of them only', () => {
    const model = { id: 'm', outputs: [{ name: 'output' }] } as unknown as Model;
    const at = (side: number) => {
      // All cells of a square picture; only the middle cell of the coarsest level has a high score, eight strides to each side.
      const cells = [8, 16, 32].map((stride) => (side / stride) ** 2);
      const all = cells.reduce((sum, count) => sum + count, 0);
      const coarse = side / 32;
      const middle = all - cells[2]! + Math.floor(coarse / 2) * (coarse + 1);
      const data = new Float32Array(45 * all).fill(0).fill(-9, 0, all);
      data[middle] = 3;
      for (let border = 0; border < 4; border++) data[(1 + 11 * border + 8) * all + middle] = 30;
      const results = { output: { type: 'float32', dims: [1, 45, all], data } } as const;
      return nanodet.read(results, { picture: { width: 100, height: 100 }, side }, model);
    };
    expect(at(416)).toHaveLength(1);
    expect(at(640)).toEqual([]);
  });

  it('keeps a child in front of an adult, but no parts of people that crops show', () => {
    const adult = { x: 10, y: 10, width: 40, height: 100, score: 0.7 };
    const again = { ...adult, x: 13, score: 0.6 };
    const child = { x: 15, y: 60, width: 25, height: 50, score: 0.6 };
    const part = { ...child, score: 0.95 };
    const other = { ...adult, x: 60, score: 0.55 };
    expect(distinctPeople([[again, child, adult], []])).toEqual([adult, child]);
    expect(distinctPeople([[adult], [part, other]])).toEqual([adult, other]);
  });
});

it('selectPeople selects every person by the part of its box inside the picture', async () => {
  const size = { width: 60, height: 90 };
  const prompts: Prompt[] = [];
  const select = async (prompt: Prompt) => {
    prompts.push(prompt);
    const left = prompt.box!.x < 30;
    const data = Float32Array.from({ length: 60 * 90 }, (_, i) => (i % 60 < 30 === left && i > 1800 ? 1 : 0));
    return { logits: logitsOf({ ...size, data }), quality: 1 };
  };
  const person = { x: -4, y: 20, width: 24, height: 90, score: 1 };
  const { data } = await selectPeople([person, { ...person, x: 40 }], size, select);
  expect(prompts).toEqual([
    { points: [], box: { x: 0, y: 20, width: 20, height: 70 } },
    { points: [], box: { x: 40, y: 20, width: 20, height: 70 } },
  ]);
  expect([data[60 * 60 + 5], data[60 * 60 + 55], data[60 * 10 + 5]]).toEqual([255, 255, 0]);
});
