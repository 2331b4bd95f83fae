import * as ort from 'onnxruntime-web/wasm';
import { describe, expect, it } from 'vitest';
import { type Model, writeModel } from '../../../../../scripts/models/onnx/model.mjs';
import { tinyFace } from '../../../../../scripts/models/onnx/tiny-face.mjs';

ort.env.wasm.numThreads = 1;

const SIZE = 193_321;
/** Bytes near the zero points, so that sums stay small. */
const bytes = Uint8Array.from({ length: SIZE }, (_, i) => 100 + ((i * 7919) % 97));

/** Values by row, column and channel, the layout of the original network. */
type Image = {
  readonly side: number;
  readonly channels: number;
  readonly at: (y: number, x: number, c: number) => number;
};

function image(side: number, channels: number, value: Image['at']): Image {
  const data = Float64Array.from({ length: side * side * channels }, (_, i) =>
    value(Math.floor(i / channels / side), Math.floor(i / channels) % side, i % channels),
  );
  const at = (y: number, x: number, c: number) =>
    y < 0 || x < 0 || y >= side || x >= side ? 0 : data[(y * side + x) * channels + c]!;
  return { side, channels, at };
}

/** Reference implementation from the network's description, with weights in file order and the model's quantisation. */
function reference(input: Image, model: Model): Image {
  const codings = model.graph.initializer.filter(({ name }) => name.endsWith('__scale'));
  let [at, index] = [0, 0];
  const take = (length: number) => {
    const { name, raw_data: scale } = codings[index++]!;
    const zero = model.graph.initializer.find((one) => one.name === name.replace('__scale', '__zero'))!.raw_data![0]!;
    const factor = new Float32Array(Uint8Array.from(scale!).buffer)[0]!;
    at += length;
    return Array.from(bytes.subarray(at - length, at), (byte) => factor * (byte - zero));
  };
  const leaky = (value: number) => Math.max(value, 0.1 * value);
  const pooled = ({ side, channels, at: from }: Image, stride: number) =>
    image(Math.ceil(side / stride), channels, (y, x, c) => {
      const window = [0, 1].flatMap((v) => [0, 1].map((u) => [y * stride + v, x * stride + u] as const));
      return Math.max(...window.filter(([v, u]) => v < side && u < side).map(([v, u]) => from(v, u, c)));
    });
  const pointwise = (from: Image, columns: number, change: (value: number) => number) => {
    const [weights, bias] = [take(from.channels * columns), take(columns)];
    return image(from.side, columns, (y, x, c) => {
      let sum = bias[c]!;
      for (let k = 0; k < from.channels; k++) sum += from.at(y, x, k) * weights[k * columns + c]!;
      return change(sum);
    });
  };
  const around = (visit: (v: number, u: number, tap: number) => number) =>
    Array.from({ length: 9 }, (_, tap) => visit(Math.floor(tap / 3), tap % 3, tap)).reduce((a, b) => a + b);
  const [first, bias] = [take(27 * 16), take(16)];
  let now = image(input.side - 2, 16, (y, x, c) => {
    const one = (v: number, u: number, tap: number) =>
      [0, 1, 2].reduce((sum, k) => sum + input.at(y + v, x + u, k) * first[(tap * 3 + k) * 16 + c]!, 0);
    return leaky(bias[c]! + around(one));
  });
  now = pooled(now, 2);
  for (const [i, columns] of [32, 64, 128, 256, 512].entries()) {
    const [before, weights] = [now, take(9 * now.channels)];
    const each = image(before.side, before.channels, (y, x, c) =>
      around((v, u, tap) => before.at(y + v - 1, x + u - 1, c) * weights[tap * before.channels + c]!),
    );
    now = pooled(pointwise(each, columns, leaky), i === 4 ? 1 : 2);
  }
  return pointwise(now, 25, (value) => value);
}

describe('tinyFace', () => {
  it('computes the same output as the reference', async () => {
    const side = 32;
    const input = image(side, 3, (y, x, c) => Math.sin(y * 0.7 + x * 0.3 + c) / 50);
    const model = tinyFace(bytes);
    const data = Float32Array.from({ length: 3 * side * side }, (_, i) =>
      input.at(Math.floor(i / side) % side, i % side, Math.floor(i / side / side)),
    );
    const session = await ort.InferenceSession.create(writeModel(model));
    const { output } = await session.run({ input: new ort.Tensor('float32', data, [1, 3, side, side]) });
    const expected = reference(input, model);
    expect(output!.dims).toEqual([1, 25, 1, 1]);
    for (const [c, value] of (output!.data as Float32Array).entries()) {
      expect(value / expected.at(0, 0, c)).toBeCloseTo(1, 3);
    }
    await session.release();
  });

  it('rejects a file of another size', () => {
    expect(() => tinyFace(bytes.subarray(1))).toThrow('193320 bytes instead of 193321');
  });
});
