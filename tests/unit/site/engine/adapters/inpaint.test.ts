import { describe, expect, it } from 'vitest';
import { regionsOf } from '../../../../../site/engine/adapters/regions.ts';
import type { Mask, Pixels } from '../../../../../site/engine/types.ts';
import { floats, node, onnx } from './graphs.ts';
import { colourAt, picture, runOp, type StandIn } from './runner.ts';

function maskOf(width: number, height: number, chosen: (x: number, y: number) => boolean): Mask {
  const data = Uint8Array.from({ length: width * height }, (_, i) =>
    chosen(i % width, Math.floor(i / width)) ? 255 : 0,
  );
  return { width, height, data };
}

const inside = (x: number, y: number) => x >= 40 && x < 50 && y >= 30 && y < 44;
const scene = picture(100, 80, (x, y) => [x, y, 200, 255]);
const mask = maskOf(100, 80, inside);

/** Gives the mask, 255 = keep, in all three colours: which is 0 in the hole. */
const keeper: StandIn = {
  adapter: 'migan',
  content: onnx({
    bytes: true,
    inputs: { image: [1, 3, 'h', 'w'], mask: [1, 1, 'h', 'w'] },
    outputs: { result: [1, 3, 'h', 'w'] },
    nodes: [
      node('Concat', {
        input: ['mask', 'mask', 'mask'],
        output: ['result'],
        attribute: [{ name: 'axis', type: 2, i: 1 }],
      }),
    ],
  }),
  inputs: [
    ['image', 'uint8', [1, 3, 'h', 'w']],
    ['mask', 'uint8', [1, 1, 'h', 'w']],
  ],
  outputs: ['result'],
};

/** Gives 255 × (image × (1 - mask)): black in the hole. */
const painter: StandIn = {
  adapter: 'lama',
  content: onnx({
    inputs: { image: [1, 3, 32, 32], mask: [1, 1, 32, 32] },
    outputs: { output: [1, 3, 32, 32] },
    nodes: [
      node('Sub', { input: ['one', 'mask'], output: ['keep'] }),
      node('Mul', { input: ['image', 'keep'], output: ['kept'] }),
      node('Mul', { input: ['kept', 'range'], output: ['output'] }),
    ],
    constants: [floats('one', [1], [1]), floats('range', [1], [255])],
  }),
  inputs: [
    ['image', 'float32', [1, 3, 32, 32]],
    ['mask', 'float32', [1, 1, 32, 32]],
  ],
  outputs: ['output'],
};

describe.each([
  ['migan', keeper],
  ['lama', painter],
] as const)('filling by %s', (_, standIn) => {
  it('changes every pixel of the hole, and no other', async () => {
    const { value } = await runOp('net.inpaint', { standIn, inputs: { picture: scene, mask } });
    const filled = value as Pixels;
    for (let y = 0; y < 80; y++) {
      for (let x = 0; x < 100; x++) {
        const [red = 0, green = 0, blue = 0] = colourAt(filled, x, y);
        if (!inside(x, y)) expect([red, green, blue]).toEqual([x, y, 200]);
        else expect(blue).toBeLessThan(160);
      }
    }
    expect(colourAt(filled, 45, 37).slice(0, 3)).toEqual([0, 0, 0]);
  });
});

describe('filling', () => {
  it('needs a hole', async () => {
    const none = maskOf(100, 80, () => false);
    const run = runOp('net.inpaint', { standIn: keeper, inputs: { picture: scene, mask: none } });
    await expect(run).rejects.toThrow('mask.empty');
  });
});

describe('the regions of a mask', () => {
  it('are one for holes that are near to each other, and show their surroundings', () => {
    const two = maskOf(400, 300, (x, y) => y >= 100 && y < 110 && ((x >= 50 && x < 60) || (x >= 70 && x < 80)));
    expect(regionsOf(two, { margin: 1, least: 64 })).toEqual([
      { hole: { x: 50, y: 100, width: 30, height: 10 }, seen: { x: 20, y: 73, width: 90, height: 64 } },
    ]);
  });

  it('are several for holes that are far apart, and stay within the picture', () => {
    const far = maskOf(400, 300, (x, y) => (x < 5 && y < 5) || (x > 390 && y > 290));
    const regions = regionsOf(far, { margin: 1, least: 128 });
    expect(regions.map(({ seen }) => seen)).toEqual([
      { x: 0, y: 0, width: 128, height: 128 },
      { x: 272, y: 172, width: 128, height: 128 },
    ]);
    expect(regionsOf(far, { margin: 1, least: 1000 })[0]?.seen).toEqual({ x: 0, y: 0, width: 400, height: 300 });
  });
});
