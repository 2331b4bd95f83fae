import { describe, expect, it } from 'vitest';
import { samDecoder, samEncoderBytes, selectionMask } from '../../../../../site/engine/adapters/sam.ts';
import type { Model } from '../../../../../site/engine/manifest.ts';
import type { Facts, Mask } from '../../../../../site/engine/types.ts';
import { floats, ints, longs, node, onnx } from './graphs.ts';
import { picture, runOp, type StandIn } from './runner.ts';

const size = { width: 400, height: 200 };
const scene = picture(400, 200, () => [255, 128, 0, 255]);
const encoder: StandIn = {
  adapter: 'sam-encoder',
  content: onnx({
    inputs: { input: [1, 3, 1024, 1024] },
    outputs: { output: [1, 3, 16, 16] },
    nodes: [
      node('AveragePool', {
        input: ['input'],
        output: ['output'],
        attribute: [ints('kernel_shape', [64, 64]), ints('strides', [64, 64])],
      }),
    ],
  }),
  inputs: [['input', 'float32', [1, 3, 1024, 1024]]],
  outputs: ['output'],
};

describe('net.embed', () => {
  it('feeds the picture with a longer side of 1024, normalised and padded with zeros', async () => {
    const { value } = await runOp('net.embed', { standIn: encoder, inputs: { picture: scene } });
    const { embedding, width, height } = (value as Facts).facts;
    expect([width, height]).toEqual([400, 200]);
    const at = (plane: number, x: number, y: number) => (embedding as Float32Array)[plane * 256 + y * 16 + x];
    expect(at(0, 15, 7)).toBeCloseTo((255 - 123.675) / 58.395, 2);
    expect(at(1, 0, 0)).toBeCloseTo((128 - 116.28) / 57.12, 2);
    expect(at(2, 8, 3)).toBeCloseTo((0 - 103.53) / 57.375, 2);
    expect([at(0, 0, 8), at(1, 15, 15), at(2, 3, 12)]).toEqual([0, 0, 0]);
  });

  it('feeds zeros where a cut-out is transparent, whatever its colour there', async () => {
    const half = picture(400, 200, (x) => (x < 200 ? [255, 128, 0, 255] : [0, 0, 0, 0]));
    const { value } = await runOp('net.embed', { standIn: encoder, inputs: { picture: half } });
    const embedding = (value as Facts).facts.embedding as Float32Array;
    const at = (plane: number, x: number) => embedding[plane * 256 + 3 * 16 + x]!;
    expect(at(0, 2)).toBeCloseTo((255 - 123.675) / 58.395, 2);
    for (const plane of [0, 1, 2]) expect(Math.abs(at(plane, 13))).toBeLessThan(0.02);
  });

  it('feeds unpadded pixels to MobileSAM’s own encoder, which normalises and pads itself', async () => {
    // The names and shapes of MobileSAM; sums over 64 × 64 pixels show what it was fed.
    const standIn: StandIn = {
      adapter: 'sam-encoder-bytes',
      content: onnx({
        inputs: { input_image: ['h', 'w', 3] },
        outputs: { image_embeddings: [1, 3, 'rows', 'columns'] },
        nodes: [
          node('Transpose', { input: ['input_image'], output: ['planes'], attribute: [ints('perm', [2, 0, 1])] }),
          node('Unsqueeze', { input: ['planes', 'first'], output: ['batch'] }),
          node('AveragePool', {
            input: ['batch'],
            output: ['image_embeddings'],
            attribute: [ints('kernel_shape', [64, 64]), ints('strides', [64, 64])],
          }),
        ],
        constants: [longs('first', [0])],
      }),
      inputs: [['input_image', 'float32', ['height', 'width', 3]]],
      outputs: ['image_embeddings'],
    };
    const { value } = await runOp('net.embed', { standIn, inputs: { picture: scene } });
    const embedding = (value as Facts).facts.embedding as Float32Array;
    expect(embedding).toHaveLength(3 * 8 * 16);
    expect([embedding[0], embedding[128], embedding[256]]).toEqual([255, 128, 0]);
  });

  it('feeds bytes to an encoder that takes bytes', () => {
    const model = { inputs: [{ name: 'input_image' }] } as unknown as Model;
    const { input_image: tensor } = samEncoderBytes.prepare(scene, model);
    expect(tensor?.dims).toEqual([512, 1024, 3]);
    expect([...(tensor?.data.slice(-3) ?? [])]).toEqual([255, 128, 0]);
  });
});

describe('the prompt of net.select', () => {
  const model = { inputs: [] } as unknown as Model;
  const embedding = new Float32Array(4);
  const points = [
    { x: 100, y: 50, inside: true },
    { x: 300, y: 20, inside: false },
  ];

  it('scales clicks to the encoder’s input, and adds padding points if there is no box', () => {
    const feeds = samDecoder.prepare({ embedding, size, prompt: { points, box: null }, earlier: null }, model);
    expect([...(feeds.point_coords?.data ?? [])].map(Number)).toEqual([256, 128, 768, expect.closeTo(51.2), 0, 0]);
    expect([...(feeds.point_labels?.data ?? [])]).toEqual([1, 0, -1]);
    expect(feeds.point_coords?.dims).toEqual([1, 3, 2]);
    expect([...(feeds.has_mask_input?.data ?? [])]).toEqual([0]);
    expect([...(feeds.orig_im_size?.data ?? [])]).toEqual([128, 256]);
  });

  it('contains a box, and an earlier selection to refine', () => {
    const earlier = new Float32Array(256 * 256).fill(2);
    const box = { x: 10, y: 20, width: 100, height: 50 };
    const feeds = samDecoder.prepare({ embedding, size, prompt: { points: [], box }, earlier }, model);
    const coords = [...(feeds.point_coords?.data ?? [])].map(Number);
    expect(coords).toEqual([25.6, 51.2, 281.6, 179.2].map((value) => expect.closeTo(value, 3)));
    expect([...(feeds.point_labels?.data ?? [])]).toEqual([2, 3]);
    expect([...(feeds.has_mask_input?.data ?? [])]).toEqual([1]);
    expect(feeds.mask_input?.data[77]).toBe(2);
  });
});

/** A decoder that selects the left half of its square input, with a quality of 0.75. */
const decoder: StandIn = {
  adapter: 'sam-decoder',
  content: onnx({
    inputs: {
      image_embeddings: [1, 256, 64, 64],
      point_coords: [1, 'points', 2],
      point_labels: [1, 'points'],
      mask_input: [1, 1, 256, 256],
      has_mask_input: [1],
      orig_im_size: [2],
    },
    outputs: { masks: [2], iou_predictions: [1, 1], low_res_masks: [1, 1, 256, 256] },
    nodes: [
      node('Identity', { input: ['orig_im_size'], output: ['masks'] }),
      node('Identity', { input: ['quality'], output: ['iou_predictions'] }),
      node('Expand', { input: ['half', 'shape'], output: ['low_res_masks'] }),
    ],
    constants: [
      floats('quality', [1, 1], [0.75]),
      floats(
        'half',
        [1, 1, 1, 256],
        Array.from({ length: 256 }, (_, x) => (x < 128 ? 4 : -4)),
      ),
      longs('shape', [1, 1, 256, 256]),
    ],
  }),
  inputs: [['image_embeddings', 'float32', [1, 256, 64, 64]]],
  outputs: ['masks', 'iou_predictions', 'low_res_masks'],
};

describe('the result of net.select', () => {
  it('has a quality, and net.selection-mask turns it into a mask of the picture’s size', async () => {
    const embedded: Facts = { facts: { embedding: new Float32Array(256 * 64 * 64), ...size } };
    const prompt = { points: [{ x: 3, y: 3, inside: true }], box: null };
    const { value } = await runOp('net.select', { standIn: decoder, inputs: { embedded }, params: { prompt } });
    const selected = value as Facts;
    expect(selected.facts.quality).toBe(0.75);
    const mask = (await runOp('net.selection-mask', { standIn: decoder, inputs: { selected } })).value as Mask;
    expect([mask.width, mask.height]).toEqual([400, 200]);
    const row = [...mask.data.slice(400 * 199)];
    expect(row.indexOf(0)).toBe(200);
    expect(row.lastIndexOf(255)).toBe(199);
  });

  it('excludes the padding of the encoder’s input', () => {
    const logits = Float32Array.from({ length: 256 * 256 }, (_, i) => (i < 128 * 256 ? -1 : 9));
    expect(selectionMask(logits, size).data.some((value) => value === 255)).toBe(false);
  });
});
