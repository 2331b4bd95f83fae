import { describe, expect, it } from 'vitest';
import type { Plane } from '../../../../../site/engine/types.ts';
import { int, ints, longs, node, onnx } from './graphs.ts';
import { picture, runOp, type StandIn } from './runner.ts';

/** A network that returns the red plane of its input, so that the result shows what was fed. */
function redOf(adapter: string, side: number): StandIn {
  const content = onnx({
    inputs: { seen: [1, 3, side, side] },
    outputs: { matte: [1, 1, side, side] },
    nodes: [node('Slice', { input: ['seen', 'from', 'to', 'axis'], output: ['matte'] })],
    constants: [longs('from', [0]), longs('to', [1]), longs('axis', [1])],
  });
  return { adapter, content, inputs: [['seen', 'float32', [1, 3, side, side]]], outputs: ['matte'] };
}

// Red increases from left to right up to 200; the picture is twice as wide as high.
const ramp = picture(64, 32, (x) => [Math.min(200, 4 * x), 100, 50, 255]);

describe.each([
  ['u2net', (0.5 - 0.456) / 0.224],
  ['isnet', 100 / 255 - 0.5],
  ['birefnet', (100 / 255 - 0.456) / 0.224],
])('a matte by %s', (adapter, green) => {
  it('feeds the whole picture, resized to the input and normalised as in the training', async () => {
    const { fed } = await runOp('net.matte', { standIn: redOf(adapter, 16), inputs: { picture: ramp } });
    const { dims, data } = fed[0]?.seen ?? { dims: [], data: [] };
    expect(dims).toEqual([1, 3, 16, 16]);
    // Half of the maximum for the first network, whose normalisation divides by it.
    expect(Number(data[256 + 120])).toBeCloseTo(green, 1);
    const row = [...data.slice(0, 16)].map(Number);
    expect(row).toEqual([...row].sort((a, b) => a - b));
  });

  it('returns 0..1 at the size of the picture', async () => {
    const { value } = await runOp('net.matte', { standIn: redOf(adapter, 16), inputs: { picture: ramp } });
    const matte = value as Plane;
    expect([matte.width, matte.height]).toEqual([64, 32]);
    expect(matte.data[0]).toBeCloseTo(0, 2);
    expect(matte.data[63]).toBeCloseTo(1, 2);
    expect(Math.abs((matte.data[64 * 16 + 25] ?? 0) - 0.5)).toBeLessThan(0.1);
  });
});

describe('a constant matte', () => {
  it('is not stretched to noise', async () => {
    const flat = picture(8, 8, () => [0, 0, 0, 255]);
    const { value } = await runOp('net.matte', { standIn: redOf('isnet', 8), inputs: { picture: flat } });
    expect(new Set((value as Plane).data)).toEqual(new Set([0]));
  });
});

describe('net.find-text', () => {
  it('feeds sides that are multiples of 32', async () => {
    const content = onnx({
      inputs: { x: [1, 3, 'h', 'w'] },
      outputs: { text: [1, 1, 'h', 'w'] },
      nodes: [
        node('ReduceMax', { input: ['x'], output: ['most'], attribute: [ints('axes', [1]), int('keepdims', 1)] }),
        node('Sigmoid', { input: ['most'], output: ['text'] }),
      ],
    });
    const standIn: StandIn = {
      adapter: 'dbnet',
      content,
      inputs: [['x', 'float32', [1, 3, 'h', 'w']]],
      outputs: ['text'],
    };
    const page = picture(200, 100, (x) => (x < 100 ? [255, 255, 255, 255] : [0, 0, 0, 255]));
    const { value, fed } = await runOp('net.find-text', {
      standIn,
      inputs: { picture: page },
      params: { longSide: 96 },
    });
    expect(fed[0]?.x?.dims).toEqual([1, 3, 64, 96]);
    expect([value].map((plane) => [(plane as Plane).width, (plane as Plane).height])).toEqual([[200, 100]]);
    expect((value as Plane).data[50 * 200 + 20]).toBeGreaterThan(0.9);
    expect((value as Plane).data[50 * 200 + 180]).toBeLessThan(0.2);
    // A second pass runs over the probabilities of an overlay.
    const drawn: Plane = {
      width: 200,
      height: 100,
      data: Float32Array.from({ length: 20000 }, (_, i) => (i % 200 > 150 ? 1 : 0)),
    };
    const pale = await runOp('net.find-text', { standIn, inputs: { picture: page, drawn }, params: { longSide: 96 } });
    expect(pale.fed).toHaveLength(2);
    expect((pale.value as Plane).data[50 * 200 + 190]).toBeGreaterThan(0.9);
    expect((pale.value as Plane).data[50 * 200 + 130]).toBeLessThan(0.2);
  });
});

describe('net.find-overlay', () => {
  // Bright pixels have a high probability: a logit of up to 9.
  const content = onnx({
    inputs: { picture: [1, 3, 'h', 'w'] },
    outputs: { logits: [1, 1, 'h', 'w'] },
    nodes: [
      node('ReduceMax', { input: ['picture'], output: ['most'], attribute: [ints('axes', [1]), int('keepdims', 1)] }),
      node('Concat', { input: ['most', 'most'], output: ['two'], attribute: [int('axis', 1)] }),
      node('ReduceSum', { input: ['two', 'axis'], output: ['logits'], attribute: [int('keepdims', 1)] }),
    ],
    constants: [longs('axis', [1])],
  });
  const standIn: StandIn = {
    adapter: 'overlay',
    content,
    inputs: [['picture', 'float32', [1, 3, 'h', 'w']]],
    outputs: ['logits'],
  };
  const seen = picture(300, 100, (x, y) => (x > 250 && y < 20 ? [255, 255, 255, 255] : [0, 0, 0, 255]));
  it('returns probabilities at the size of the picture; enlarges a small one, pads it to multiples of 32, and predicts it at half that size too', async () => {
    const { value, fed } = await runOp('net.find-overlay', {
      standIn,
      inputs: { picture: seen },
      params: { longSide: 1280 },
    });
    const plane = value as Plane;
    expect(fed.map((one) => one.picture?.dims)).toEqual([
      [1, 3, 224, 640],
      [1, 3, 128, 320],
    ]);
    expect([plane.width, plane.height]).toEqual([300, 100]);
    expect(plane.data[10 * 300 + 280]).toBeCloseTo(0.88, 2);
    expect(plane.data[50 * 300 + 280]).toBe(0.5);
  });
  it('shrinks a picture to the longest input', async () => {
    const { value, fed } = await runOp('net.find-overlay', {
      standIn,
      inputs: { picture: seen },
      params: { longSide: 150 },
    });
    expect(fed.map((one) => one.picture?.dims)).toEqual([
      [1, 3, 64, 160],
      [1, 3, 32, 96],
    ]);
    expect((value as Plane).width).toBe(300);
  });
});
