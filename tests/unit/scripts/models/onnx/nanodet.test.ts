import * as ort from 'onnxruntime-web/wasm';
import { describe, expect, it } from 'vitest';
import { fromHalf } from '../../../../../scripts/models/onnx/half.mjs';
import { floatsOf, writeModel } from '../../../../../scripts/models/onnx/model.mjs';
import { nanodet } from '../../../../../scripts/models/onnx/nanodet.mjs';

ort.env.wasm.numThreads = 1;

/** Half-precision numbers up to 0.06, so that sums stay small. */
const words = Uint16Array.from(
  { length: 7_574_558 / 2 },
  (_, i) => (((i * 7919) % 131) & 1) * 0x8000 + 0x2400 + ((i * 104_729) % 1931),
);
const bytes = new Uint8Array(words.buffer);

/** Values by channel, row and column, with zero padding. */
type Values = { readonly channels: number; readonly side: number; readonly data: Float32Array; readonly at: At };
type At = (c: number, y: number, x: number) => number;

function featureMap(channels: number, side: number, value: At): Values {
  const data = Float32Array.from({ length: channels * side * side }, (_, i) =>
    value(Math.floor(i / side / side), Math.floor(i / side) % side, i % side),
  );
  const at: At = (c, y, x) => (y < 0 || x < 0 || y >= side || x >= side ? 0 : data[(c * side + y) * side + x]!);
  return { channels, side, data, at };
}

/** Reference implementation from the published description (nanodet-g.yml, custom_csp.py, pan.py, nanodet_head.py). */
function reference(input: Values, weights: (name: string) => Float32Array): readonly Values[] {
  let convCount = 0;
  const conv = (from: Values, { to, size = 3, stride = 1 }: { to: number; size?: number; stride?: number }) => {
    const [w, b] = [weights(`conv${convCount}.weight`), weights(`conv${convCount++}.bias`)];
    const pad = (size - 1) / 2;
    const [{ channels, side, data }, area] = [from, size * size];
    return featureMap(to, Math.ceil(side / stride), (o, y, x) => {
      let sum = b[o]!;
      for (let tap = 0; tap < area; tap++) {
        const [row, column] = [y * stride + Math.floor(tap / size) - pad, x * stride + (tap % size) - pad];
        if (row < 0 || column < 0 || row >= side || column >= side) continue;
        for (let c = 0; c < channels; c++)
          sum += w[(o * channels + c) * area + tap]! * data[(c * side + row) * side + column]!;
      }
      return sum;
    });
  };
  const active = (from: Values, to: number, stride = 1) => {
    const { side, at } = conv(from, { to, stride });
    return featureMap(to, side, (c, y, x) => Math.max(at(c, y, x), 0.1 * at(c, y, x)));
  };
  const joined = (a: Values, b: Values) =>
    featureMap(a.channels + b.channels, a.side, (c, y, x) =>
      c < a.channels ? a.at(c, y, x) : b.at(c - a.channels, y, x),
    );
  const sum = (a: Values, b: Values) => featureMap(a.channels, a.side, (c, y, x) => a.at(c, y, x) + b.at(c, y, x));
  const halved = (a: Values) =>
    featureMap(
      a.channels,
      a.side / 2,
      (c, y, x) => [0, 1].flatMap((v) => [0, 1].map((u) => a.at(c, 2 * y + v, 2 * x + u))).reduce((p, q) => p + q) / 4,
    );
  const doubled = (a: Values) => {
    const near = (value: number) => Math.min(a.side - 1, Math.max(0, value));
    return featureMap(a.channels, 2 * a.side, (c, y, x) => {
      const [top, left] = [y / 2 - 0.25, x / 2 - 0.25];
      let mixed = 0;
      for (const v of [0, 1])
        for (const u of [0, 1]) {
          const [row, column] = [Math.floor(top) + v, Math.floor(left) + u];
          mixed += (1 - Math.abs(top - row)) * (1 - Math.abs(left - column)) * a.at(c, near(row), near(column));
        }
      return mixed;
    });
  };
  const seen = active(input, 32, 2);
  let now = featureMap(32, seen.side / 2, (c, y, x) => {
    const window = [-1, 0, 1].flatMap((v) => [-1, 0, 1].map((u) => [2 * y + v, 2 * x + u] as const));
    return Math.max(...window.filter(([v, u]) => v >= 0 && u >= 0).map(([v, u]) => seen.at(c, v, u)));
  });
  const scales: Values[] = [];
  for (const [channels, repeats] of [
    [32, 1],
    [64, 2],
    [128, 2],
    [256, 3],
  ] as const) {
    const start = active(now, channels, channels === 32 ? 1 : 2);
    let inner = start;
    for (let i = 0; i < repeats; i++) {
      const first = active(inner, channels / 2);
      inner = joined(active(first, channels / 2), first);
    }
    now = joined(active(inner, channels), start);
    scales.push(now);
  }
  const [fine, middle, coarse] = scales.slice(1).map((from) => conv(from, { to: 128, size: 1 })) as [
    Values,
    Values,
    Values,
  ];
  const upper = sum(middle, doubled(coarse));
  const finest = sum(fine, doubled(upper));
  const centre = sum(upper, halved(finest));
  return [finest, centre, sum(coarse, halved(centre))].map((from) => conv(active(from, 128), { to: 45, size: 1 }));
}

describe('nanodet', () => {
  it('computes the same output as the reference', async () => {
    const side = 32;
    const model = nanodet(bytes);
    const input = featureMap(3, side, (c, y, x) => Math.sin(y * 0.7 + x * 0.3 + c));
    const session = await ort.InferenceSession.create(writeModel(model));
    const { output } = await session.run({ input: new ort.Tensor('float32', input.data, [1, 3, side, side]) });
    await session.release();
    const weights = (name: string) => floatsOf(model.graph.initializer.find((one) => one.name === name)!);
    const scales = reference(input, weights);
    expect(output!.dims).toEqual([1, 45, 21]);
    const rows = Array.from({ length: 45 }, (_, c) =>
      scales.flatMap(({ side: cells, data }) => Array.from(data.subarray(c * cells * cells, (c + 1) * cells * cells))),
    );
    const [got, expected] = [Array.from(output!.data as Float32Array), rows.flat()];
    const most = Math.max(...expected.map(Math.abs));
    expect(most).toBeGreaterThan(0.01);
    for (const [i, value] of got.entries()) expect(Math.abs(value - expected[i]!) / most).toBeLessThan(1e-3);
  });

  it('reads the weights at their offsets: BGR order, people as the first of eighty classes', () => {
    const { graph } = nanodet(bytes);
    const floats = (name: string) => floatsOf(graph.initializer.find((one) => one.name === name)!);
    const at = (byteOffset: number) => fromHalf(words.subarray(byteOffset / 2, byteOffset / 2 + 1))[0];
    // Out 5, in 0, row 1, column 2 of the first; the last of the 3 × 3 × 3 × 32 is followed by what is added.
    expect(floats('conv0.weight')[5 * 27 + 1 * 3 + 2]).toBe(at(5545944 + 2 * (((1 * 3 + 2) * 3 + 2) * 32 + 5)));
    expect(floats('conv0.bias')[7]).toBe(at(5547672 + 14));
    // The last head: people, and the first number of a border after all classes.
    expect(floats('conv33.weight')[3]).toBe(at(7542506 + 2 * 3 * 124));
    expect(floats('conv33.weight')[128]).toBe(at(7542506 + 2 * 80));
    expect(floats('conv33.bias')[44]).toBe(at(7574250 + 2 * 123));
  });

  it('rejects a file of another size', () => {
    expect(() => nanodet(bytes.subarray(1))).toThrow('7574557 bytes instead of 7574558');
  });
});
