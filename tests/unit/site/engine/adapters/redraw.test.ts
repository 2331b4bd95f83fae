import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromLab, lightness } from '../../../../../site/engine/adapters/colour.ts';
import type { Pixels } from '../../../../../site/engine/types.ts';
import { floats, longs, node, onnx } from './graphs.ts';
import { colourAt, picture, runOp, type StandIn } from './runner.ts';

const scene = picture(64, 64, (x, y) => [4 * x, 4 * y, 100, x < 32 ? 77 : 255]);

/** A network that negates its input: a negative, in -1..1. */
function negative(adapter: string, shape: readonly (number | string)[]): StandIn {
  const content = onnx({
    inputs: { seen: shape },
    outputs: { drawn: shape },
    nodes: [node('Neg', { input: ['seen'], output: ['drawn'] })],
  });
  return { adapter, content, inputs: [['seen', 'float32', shape]], outputs: ['drawn'] };
}

describe.each([
  ['gfpgan', [1, 3, 64, 64]],
  ['animegan', [1, 3, 'h', 'w']],
  ['animegan', [1, 'h', 'w', 3]],
] as const)('redrawing by %s of shape %j', (adapter, shape) => {
  it('converts to -1..1 and back, and keeps transparency', async () => {
    const { value } = await runOp('net.redraw', { standIn: negative(adapter, shape), inputs: { picture: scene } });
    const drawn = value as Pixels;
    expect([drawn.width, drawn.height]).toEqual([64, 64]);
    for (const [x, y] of [
      [0, 0],
      [63, 1],
      [20, 50],
    ] as const) {
      const [red = 0, green = 0, blue = 0, alpha] = colourAt(scene, x, y);
      const found = colourAt(drawn, x, y);
      for (const [channel, expected] of [255 - red, 255 - green, 255 - blue].entries()) {
        // Translucent pixels are premultiplied on the way, which rounds.
        expect(Math.abs((found[channel] ?? 0) - expected)).toBeLessThanOrEqual(2);
      }
      expect(found[3]).toBe(alpha);
    }
  });
});

describe('net.colourise', () => {
  const flat = (a: number, b: number): StandIn => ({
    adapter: 'ddcolor',
    content: onnx({
      inputs: { input: [1, 3, 16, 16] },
      outputs: { output: [1, 2, 16, 16] },
      nodes: [
        node('ReduceMean', { input: ['input'], output: ['mean'] }),
        node('Mul', { input: ['mean', 'none'], output: ['zero'] }),
        node('Add', { input: ['zero', 'ab'], output: ['sum'] }),
        node('Expand', { input: ['sum', 'shape'], output: ['output'] }),
      ],
      constants: [floats('none', [1], [0]), floats('ab', [1, 2, 1, 1], [a, b]), longs('shape', [1, 2, 16, 16])],
    }),
    inputs: [['input', 'float32', [1, 3, 16, 16]]],
    outputs: ['output'],
  });
  const greys = picture(32, 8, (x) => [8 * x, 8 * x, 8 * x, 255]);

  it('leaves the picture unchanged if the network predicts no colour', async () => {
    const { value, fed } = await runOp('net.colourise', { standIn: flat(0, 0), inputs: { picture: greys } });
    const { data } = value as Pixels;
    expect(data.every((byte, i) => Math.abs(byte - (greys.data[i] ?? 0)) <= 1)).toBe(true);
    const { data: seen = [] } = fed[0]?.input ?? {};
    expect([...seen].every((number) => Number(number) >= 0 && Number(number) <= 1)).toBe(true);
  });

  it('takes colours from the network and keeps the lightness', async () => {
    const { value } = await runOp('net.colourise', { standIn: flat(30, -20), inputs: { picture: greys } });
    const [red = 0, green = 0, blue = 0] = colourAt(value as Pixels, 16, 4);
    expect(red).toBeGreaterThan(green);
    expect(blue).toBeGreaterThan(green);
    const before = lightness(128 / 255, 128 / 255, 128 / 255);
    expect(lightness(red / 255, green / 255, blue / 255)).toBeCloseTo(before, 0);
  });
});

describe('the conversion to Lab', () => {
  it('matches published values', () => {
    expect(lightness(1, 1, 1)).toBeCloseTo(100, 2);
    expect(lightness(0, 0, 0)).toBeCloseTo(0, 6);
    expect(lightness(1, 0, 0)).toBeCloseTo(53.24, 1);
    for (const [found, expected] of [fromLab(53.24, 80.09, 67.2)].map((rgb) => [rgb, [1, 0, 0]] as const)) {
      for (const [channel, value] of expected.entries()) expect(found[channel]).toBeCloseTo(value, 1);
    }
  });

  it('returns every grey unchanged from its lightness', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (grey) => {
        const [red, green, blue] = fromLab(lightness(grey, grey, grey), 0, 0);
        return [red, green, blue].every((value) => Math.abs(value - grey) < 0.002);
      }),
    );
  });
});
