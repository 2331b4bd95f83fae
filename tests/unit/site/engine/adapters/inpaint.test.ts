import { describe, expect, it } from 'vitest';
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

/** A network that returns the mask (255 = keep, 0 in the hole) in all three channels. */
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

/** A network that returns 255 × (image × (1 - mask)): black in the hole. */
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
    const { value } = await runOp('net.inpaint', {
      standIn,
      inputs: { picture: scene, mask },
      params: { matchColour: false },
    });
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

describe('net.inpaint', () => {
  it('rejects a mask without a hole, and one without surroundings', async () => {
    const filling = (chosen: boolean) => {
      const inputs = { picture: scene, mask: maskOf(100, 80, () => chosen) };
      return runOp('net.inpaint', { standIn: keeper, inputs });
    };
    await expect(filling(false)).rejects.toThrow('mask.empty');
    await expect(filling(true)).rejects.toThrow('mask.full');
  });

  it('grows the hole, feathers its rim, changes nothing outside and keeps transparency', async () => {
    const clear = picture(100, 80, (x, y) => [x, y, 200, 40 + x]);
    const params = { grow: 4, feather: 3, matchColour: false };
    const { value } = await runOp('net.inpaint', { standIn: keeper, inputs: { picture: clear, mask }, params });
    const filled = value as Pixels;
    const blues = [34, 35, 36, 37, 38, 39, 40].map((x) => colourAt(filled, x, 37)[2]!);
    expect(blues[0]).toBe(200);
    expect(blues.at(-1)).toBe(0);
    expect(blues).toEqual([...blues].sort((a, b) => b - a));
    expect(new Set(blues).size).toBeGreaterThan(4);
    expect(filled.data.filter((_, i) => i % 4 === 3)).toEqual(clear.data.filter((_, i) => i % 4 === 3));
  });

  it('runs the network over each block of a long thin hole', async () => {
    const wide = picture(1500, 300, (x, y) => [x % 256, y % 256, 90, 255]);
    const line = maskOf(1500, 300, (x, y) => x > 20 && x < 1480 && y >= 140 && y < 152);
    const { value, fed } = await runOp('net.inpaint', { standIn: keeper, inputs: { picture: wide, mask: line } });
    expect(fed.length).toBeGreaterThan(4);
    expect(fed.every(({ image }) => (image?.dims.at(-1) ?? 0) < 700)).toBe(true);
    for (let x = 21; x < 1480; x += 7) expect(colourAt(value as Pixels, x, 146)).not.toEqual([x % 256, 146, 90, 255]);
  });

  it('matches the colours of the rim inside the hole', async () => {
    const params = { matchColour: true };
    const tinted = picture(100, 80, () => [20, 20, 20, 255]);
    const { value } = await runOp('net.inpaint', { standIn: keeper, inputs: { picture: tinted, mask }, params });
    expect(colourAt(value as Pixels, 45, 37)).toEqual([20, 20, 20, 255]);
  });

  it('fills hairlines without the network if the method is automatic', async () => {
    const hairline = maskOf(100, 80, (x, y) => x > 10 && x < 90 && y >= 40 && y < 43);
    const params = { method: 'auto' };
    const run = await runOp('net.inpaint', { standIn: keeper, inputs: { picture: scene, mask: hairline }, params });
    expect(run.fed).toEqual([]);
    expect(colourAt(run.value as Pixels, 50, 41)).toEqual([50, 41, 200, 255]);
  });
});
