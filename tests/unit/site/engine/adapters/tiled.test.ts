import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { convert } from '../../../../../scripts/models/convert.mjs';
import { replaceHiddenColours } from '../../../../../site/engine/ops/hidden-colours.ts';
import { pixelsOf, rgbPlanes } from '../../../../../site/engine/ops/planes.ts';
import { resizePlanes } from '../../../../../site/engine/ops/resize/resize.ts';
import type { Pixels } from '../../../../../site/engine/types.ts';
import { enlarging } from '../../../../engine/networks.ts';
import { noisy, quantised } from '../../../../quality/degrade.ts';
import { psnr } from '../../../../quality/metrics.ts';
import { lettering } from '../../../../quality/scenes.ts';
import { longs, node, onnx } from './graphs.ts';
import { colourAt, picture, runOp, type StandIn } from './runner.ts';

/** A network of this repository as the site serves it. */
const servedWeights = (name: string) =>
  convert(readFileSync(new URL(`../../../../../scripts/train/weights/${name}.onnx`, import.meta.url)), [
    { kind: 'fp16' },
  ]);

const plain = ['input', 'float32', [1, 3, 'h', 'w']] as const;
const upscaler: StandIn = {
  adapter: 'srvgg',
  content: enlarging,
  inputs: [plain],
  outputs: ['output'],
  tile: { overlap: 8, scale: 4 },
};
const scene = picture(150, 90, (x, y) => [(3 * x + y) % 256, (x * y) % 256, (5 * y) % 256, x < 20 ? 0 : 255]);
/** The same with what networks see of it, and results have, under clear pixels. */
const shown = replaceHiddenColours(scene);

describe('net.upscale', () => {
  it('writes every pixel at its position, at the scale of the network', async () => {
    const { value, fed } = await runOp('net.upscale', {
      standIn: upscaler,
      inputs: { picture: scene },
      params: { scale: 4 },
    });
    const result = value as Pixels;
    expect([result.width, result.height, fed.length]).toEqual([600, 360, 6]);
    for (const [x, y] of [
      [0, 0],
      [149, 89],
      [70, 45],
      [63, 64],
      [20, 31],
    ] as const) {
      expect(colourAt(result, 4 * x + 1, 4 * y + 2).slice(0, 3)).toEqual(colourAt(shown, x, y).slice(0, 3));
    }
    expect(colourAt(result, 10, 10)[3]).toBe(0);
    expect(colourAt(result, 300, 200)[3]).toBe(255);
  });

  it('holds the arrays of no tile that is written', async () => {
    const { heldBytes } = await runOp('net.upscale', {
      standIn: upscaler,
      inputs: { picture: scene },
      params: { scale: 4 },
    });
    expect(heldBytes()).toEqual([0, 0, 0, 0, 0, 0]);
  });

  it.each([1, 2, 3] as const)('shrinks the result of a network with a larger scale: %i', async (scale) => {
    const { value } = await runOp('net.upscale', { standIn: upscaler, inputs: { picture: scene }, params: { scale } });
    const result = value as Pixels;
    expect([result.width, result.height]).toEqual([150 * scale, 90 * scale]);
    const middle = Math.floor(scale / 2);
    expect(colourAt(result, 70 * scale + middle, 45 * scale + middle)).toEqual(colourAt(scene, 70, 45));
  });

  it('doubles lettering by the network that the site serves more faithfully than Lanczos', async () => {
    const standIn: StandIn = {
      adapter: 'doubler',
      content: servedWeights('upscale'),
      inputs: [['picture', 'float32', [1, 3, 'height', 'width']]],
      outputs: ['result'],
      tile: { overlap: 12, scale: 2 },
    };
    const truth = quantised(lettering({ width: 200, height: 160 }, 3));
    const half = quantised(resizePlanes(truth, { width: 100, height: 80 }, 'area'));
    const { value } = await runOp('net.upscale', {
      standIn,
      inputs: { picture: pixelsOf(half) },
      params: { scale: 2 },
    });
    const lanczos = quantised(resizePlanes(half, truth, 'lanczos'));
    expect(psnr(rgbPlanes(value as Pixels), truth)).toBeGreaterThan(psnr(lanczos, truth) + 2);
  });

  it('accepts a picture of one pixel', async () => {
    const dot = picture(1, 1, () => [9, 8, 7, 255]);
    const { value } = await runOp('net.upscale', { standIn: upscaler, inputs: { picture: dot }, params: { scale: 4 } });
    expect(value).toMatchObject({ width: 4, height: 4 });
    expect(colourAt(value as Pixels, 3, 3)).toEqual([9, 8, 7, 255]);
  });
});

describe('net.denoise', () => {
  it('feeds the noise level as an additional plane', async () => {
    const content = onnx({
      inputs: { noisy: [1, 4, 'h', 'w'] },
      outputs: { clean: [1, 3, 'h', 'w'] },
      nodes: [node('Slice', { input: ['noisy', 'from', 'to', 'axis'], output: ['clean'] })],
      constants: [longs('from', [1]), longs('to', [4]), longs('axis', [1])],
    });
    const standIn: StandIn = {
      adapter: 'fdncnn',
      content,
      inputs: [['noisy', 'float32', [1, 4, 'h', 'w']]],
      outputs: ['clean'],
    };
    const { value } = await runOp('net.denoise', { standIn, inputs: { picture: scene }, params: { sigma: 51 } });
    const [, green, blue] = colourAt(scene, 33, 44);
    // The stand-in returns green, blue and the noise level as red, green and blue.
    expect(colourAt(value as Pixels, 33, 44)).toEqual([green, blue, 51, 255]);
  });

  it('removes noise by the network that the site serves for large pictures, from sides that are no multiples of 4', async () => {
    const truth = quantised(lettering({ width: 151, height: 90 }, 5));
    const seen = quantised(noisy(truth, 10 / 255, 7));
    const standIn: StandIn = {
      adapter: 'denoiser',
      content: servedWeights('denoise'),
      inputs: [['picture', 'float32', [1, 4, 'height', 'width']]],
      outputs: ['result'],
      tile: { overlap: 16, scale: 1 },
    };
    const params = { sigma: 10 };
    const { value } = await runOp('net.denoise', { standIn, inputs: { picture: pixelsOf(seen) }, params });
    expect(value).toMatchObject({ width: 151, height: 90 });
    expect(psnr(rgbPlanes(value as Pixels), truth)).toBeGreaterThan(psnr(seen, truth) + 4);
  });

  it('removes faint noise by a filter, without a run of the network, and leaves invisible noise', async () => {
    const standIn: StandIn = {
      adapter: 'fdncnn',
      content: onnx({
        inputs: { noisy: [1, 4, 'h', 'w'] },
        outputs: { clean: [1, 4, 'h', 'w'] },
        nodes: [node('Identity', { input: ['noisy'], output: ['clean'] })],
      }),
      inputs: [['noisy', 'float32', [1, 4, 'h', 'w']]],
      outputs: ['clean'],
    };
    // A grey with faint stripes.
    const grey = { ...scene, data: scene.data.map((_, i) => (i % 4 === 3 ? 255 : 127 + 2 * ((i >> 2) % 2))) };
    const denoise = (sigma: number) => runOp('net.denoise', { standIn, inputs: { picture: grey }, params: { sigma } });
    const { value, fed } = await denoise(1.2);
    expect(fed).toHaveLength(0);
    const levels = new Set((value as Pixels).data.filter((_, i) => i % 4 === 0));
    expect(levels.size).toBe(1);
    expect((await denoise(0.2)).value).toBe(grey);
    expect((await denoise(8)).fed.length).toBeGreaterThan(0);
  });
});

describe('net.deblur with a network that halves its input', () => {
  it('feeds sides that are multiples of 16 and crops the result', async () => {
    const content = onnx({
      inputs: { input: [1, 3, 'h', 'w'] },
      outputs: { output: [1, 3, 'h', 'w'] },
      nodes: [node('Identity', { input: ['input'], output: ['output'] })],
    });
    const standIn: StandIn = { adapter: 'nafnet', content, inputs: [plain], outputs: ['output'] };
    const { value, fed } = await runOp('net.deblur', { standIn, inputs: { picture: scene }, tileSide: 90 });
    expect(fed[0]?.input?.dims).toEqual([1, 3, 96, 96]);
    const { data } = value as Pixels;
    const differs = data.findIndex((byte, i) => (i % 4 === 3 ? false : byte !== shown.data[i]));
    expect(differs).toBe(-1);
  });
});

describe('net.deblur with a network of one input size', () => {
  const content = onnx({
    inputs: { input: [1, 3, 64, 64] },
    outputs: { output: [1, 3, 64, 64] },
    nodes: [node('Identity', { input: ['input'], output: ['output'] })],
  });
  const square = ['input', 'float32', [1, 3, 64, 64]] as const;
  const standIn: StandIn = {
    adapter: 'maxim',
    content,
    inputs: [square],
    outputs: ['output'],
    tile: { overlap: 8, scale: 1 },
  };

  it.each([
    [150, 90],
    [150, 20],
    [1, 1],
  ])('feeds that size and no other: %i × %i', async (width, height) => {
    const part = picture(width, height, (x, y) => colourAt(scene, x, y) as [number, number, number, number]);
    const { value, fed } = await runOp('net.deblur', { standIn, inputs: { picture: part }, tileSide: 192 });
    expect(new Set(fed.map(({ input }) => String(input?.dims)))).toEqual(new Set(['1,3,64,64']));
    const expected = replaceHiddenColours(part).data;
    expect((value as Pixels).data.findIndex((byte, i) => i % 4 !== 3 && byte !== expected[i])).toBe(-1);
  });

  it('pads a smaller picture by reflection', async () => {
    const { fed } = await runOp('net.deblur', {
      standIn,
      inputs: { picture: picture(40, 50, (x, y) => [x, y, 0, 255]) },
    });
    const red = fed[0]?.input?.data as Float32Array;
    expect([39, 40, 45].map((x) => Math.round(255 * red[x]!))).toEqual([39, 39, 34]);
  });
});

describe('an adapter for another task', () => {
  it('is an error that names the model', async () => {
    const standIn = { ...upscaler, adapter: 'u2net' };
    const run = runOp('net.upscale', { standIn, inputs: { picture: scene }, params: { scale: 4 } });
    await expect(run).rejects.toThrow('“u2net”');
  });
});
