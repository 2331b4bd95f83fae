import { describe, expect, it } from 'vitest';
import { fromHalf, toHalf } from '../../../../../scripts/models/onnx/half.mjs';
import { writeModel } from '../../../../../scripts/models/onnx/model.mjs';
import { srvgg } from '../../../../../scripts/models/onnx/srvgg.mjs';
import { distance, run, waves } from './networks.ts';

type Layer = { readonly rows: number; readonly columns: number; readonly weights: Float32Array };
const SHAPE = { features: 5, body: 1, scale: 2 };
const LAYERS: readonly Layer[] = [
  { rows: 3, columns: 5, weights: waves(135, 1) },
  { rows: 5, columns: 5, weights: waves(225, 2) },
  { rows: 5, columns: 12, weights: waves(540, 3) },
].map((layer) => ({ ...layer, weights: fromHalf(toHalf(layer.weights)) }));
const bias = (layer: Layer) => waves(layer.columns, 4);
const slope = (layer: Layer) => waves(layer.columns, 5);
const bytesOf = (values: Float32Array | Uint16Array | Uint32Array) => new Uint8Array(values.buffer);

/** An ncnn weights file, whose half-precision blocks are padded to 4 bytes. */
function ncnn(half: boolean): Uint8Array {
  const parts = LAYERS.flatMap((layer, i) => {
    const words = toHalf(layer.weights);
    const padded = Uint16Array.from({ length: words.length + (words.length % 2) }, (_, k) => words[k] ?? 0);
    return [
      bytesOf(Uint32Array.of(half ? 0x01306b47 : 0)),
      half ? bytesOf(padded) : bytesOf(layer.weights),
      bytesOf(bias(layer)),
      ...(i < LAYERS.length - 1 ? [bytesOf(slope(layer))] : []),
    ];
  });
  return Buffer.concat(parts);
}

type Image = {
  readonly channels: number;
  readonly height: number;
  readonly width: number;
  readonly data: Float32Array;
};

function at(image: Image, [c, y, x]: readonly [number, number, number]): number {
  const inside = y >= 0 && x >= 0 && y < image.height && x < image.width;
  return inside ? (image.data[(c * image.height + y) * image.width + x] ?? 0) : 0;
}

function draw(size: Omit<Image, 'data'>, pixel: (c: number, y: number, x: number) => number): Image {
  const { channels, height, width } = size;
  const data = Float32Array.from({ length: channels * height * width }, (_, i) =>
    pixel(Math.floor(i / (height * width)), Math.floor(i / width) % height, i % width),
  );
  return { ...size, data };
}

function convolve(image: Image, layer: Layer): Image {
  return draw({ ...image, channels: layer.columns }, (c, y, x) => {
    let sum = bias(layer)[c] ?? 0;
    for (let r = 0; r < layer.rows; r++) {
      for (let k = 0; k < 9; k++) {
        const weight = layer.weights[(c * layer.rows + r) * 9 + k] ?? 0;
        sum += weight * at(image, [r, y + Math.floor(k / 3) - 1, x + (k % 3) - 1]);
      }
    }
    return sum;
  });
}

/** Reference implementation from the paper. */
function reference(input: Image): Image {
  const deep = LAYERS.reduce((image, layer, i) => {
    const next = convolve(image, layer);
    if (i === LAYERS.length - 1) return next;
    return draw(next, (c, y, x) => {
      const pixel = at(next, [c, y, x]);
      return pixel > 0 ? pixel : pixel * (slope(layer)[c] ?? 0);
    });
  }, input);
  const size = { channels: 3, height: input.height * 2, width: input.width * 2 };
  return draw(size, (c, y, x) => {
    const [high, wide] = [Math.floor(y / 2), Math.floor(x / 2)];
    return at(deep, [c * 4 + (y % 2) * 2 + (x % 2), high, wide]) + at(input, [c, high, wide]);
  });
}

describe('srvgg', () => {
  const input: Image = { channels: 3, height: 6, width: 7, data: waves(126, 9) };

  it.each([true, false])('computes the same output as the reference (half precision: %s)', async (half) => {
    const network = writeModel(srvgg(ncnn(half), SHAPE));
    const output = await run(network, { data: input.data, dims: [1, 3, 6, 7] });
    expect(output.dims).toEqual([1, 3, 12, 14]);
    expect(distance(reference(input).data, output.data)).toBeLessThan(1e-5);
  });

  it('stores the weights unchanged', () => {
    const bytes = ncnn(true);
    const stored = srvgg(bytes, SHAPE).graph.initializer.find(({ name }) => name === 'conv0.weight__half');
    expect(stored?.dims).toEqual([5, 3, 3, 3]);
    expect(Buffer.from(stored?.raw_data ?? [])).toEqual(Buffer.from(bytes.subarray(4, 4 + 270)));
  });

  it('rejects the file of another network', () => {
    const bytes = ncnn(true);
    expect(() => srvgg(bytes, { ...SHAPE, body: 2 })).toThrow();
    expect(() => srvgg(Buffer.concat([bytes, Buffer.alloc(8)]), SHAPE)).toThrow('8 bytes are left');
    expect(() => srvgg(bytes.subarray(0, bytes.length - 4), SHAPE)).toThrow('in the middle');
    expect(() =>
      srvgg(
        bytes.map((byte) => byte ^ 1),
        SHAPE,
      ),
    ).toThrow('not known');
  });
});
