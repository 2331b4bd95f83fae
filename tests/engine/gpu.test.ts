import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Laboratory, openLaboratory } from './lab.ts';

let lab: Laboratory;
beforeAll(async () => {
  lab = await openLaboratory({ args: ['--use-angle=swiftshader', '--enable-unsafe-swiftshader'] });
});
afterAll(() => lab.close());

/** Maximum mean difference between GPU and CPU, in a range of 1. */
const TOLERANCE = 2 / 255;

describe('filters on the GPU', () => {
  it('are supported here: the browser renders to float textures', async () => {
    const able = await lab.page.evaluate(() => {
      const gl = new OffscreenCanvas(1, 1).getContext('webgl2');
      return gl?.getExtension('EXT_color_buffer_float') != null;
    });
    expect(able).toBe(true);
  });

  it('are not used on an emulated chip, which is slower than the processor', async () => {
    const contexts = await lab.page.evaluate(async () => {
      const { pixels, job, run } = window.lab;
      const step = { op: 'contexts', params: {}, inputs: {}, output: 'contexts' };
      const { outcome } = await run(
        job(
          pixels(4, 4, () => [0, 0, 0, 255]),
          [step],
          { results: ['contexts'] },
        ),
      );
      return outcome.ok ? outcome.value.values.contexts : outcome.error;
    });
    expect(contexts).toEqual({ facts: { emulated: 1, hardware: 0 } });
  });

  it('match the CPU', async () => {
    const found = await lab.page.evaluate(async () => {
      const { pixels, job, run } = window.lab;
      const wave = (x: number, y: number, k: number) =>
        128 + 60 * Math.sin(x / (3 + k) + y / 9) + 60 * Math.sin(y / (5 + k));
      // The lower half has strokes on a plain background, which must stay legible.
      const stroke = (x: number, y: number) => ((x + y / 3) % 30 < 3 ? 20 : 230);
      const picture = pixels(150, 140, (x, y) =>
        y > 90
          ? [stroke(x, y), stroke(x, y), stroke(x, y), 255]
          : [wave(x, y, 0), wave(x, y, 2), x < 70 ? 40 : 200, 255],
      );
      const chain = (kind: '' | 'cpu.') => [
        {
          op: `${kind}style.paint`,
          params: { radius: 5 },
          inputs: { picture: 'base', flow: 'flow', areas: 'areas' },
          output: `${kind}painted`,
        },
        {
          op: `${kind}style.lines`,
          params: { sigma: 1.2, along: 4 },
          inputs: { tone: 'tone', flow: 'flow' },
          output: `${kind}lines`,
        },
        {
          op: `${kind}sketch.strokes`,
          params: { turn: 0.4, seed: 1, length: 14, width: 0.7 },
          inputs: { flow: 'flow' },
          output: `${kind}strokes`,
        },
      ];
      const steps = [
        { op: 'style.prepare', params: { width: 150, height: 140 }, inputs: { picture: 'picture' }, output: 'base' },
        { op: 'style.flow', params: { sigma: 3 }, inputs: { picture: 'base' }, output: 'flow' },
        { op: 'style.areas', params: { unit: 1 }, inputs: { picture: 'base' }, output: 'areas' },
        {
          op: 'style.tone',
          params: { paintedFraction: 0, localContrast: { radius: 20, strength: 0.5 } },
          inputs: { picture: 'base', painted: 'base' },
          output: 'tone',
        },
        ...chain(''),
        ...chain('cpu.'),
      ];
      const names = ['painted', 'lines', 'strokes'];
      const results = names.flatMap((name) => [name, `cpu.${name}`]);
      const { outcome } = await run(job(picture, steps, { results }));
      if (!outcome.ok) return { error: JSON.stringify(outcome.error) };
      const numbers = (name: string): readonly Float32Array[] => {
        const value = outcome.value.values[name] as unknown as { planes?: Float32Array[]; data?: Float32Array };
        return value.planes ?? [value.data ?? new Float32Array()];
      };
      return {
        off: names.map((name) => {
          const [chip, cpu] = [numbers(name), numbers(`cpu.${name}`)];
          let sum = 0;
          let count = 0;
          let same = true;
          for (const [k, plane] of chip.entries())
            for (const [i, value] of plane.entries()) {
              const other = cpu[k]?.[i] ?? Number.NaN;
              sum += Math.abs(value - other);
              same &&= value === other;
              count++;
            }
          return { name, mean: sum / count, count, same };
        }),
      };
    });
    expect(found.error).toBeUndefined();
    for (const { name, mean, count, same } of found.off ?? []) {
      expect(count, name).toBe(name === 'painted' ? 3 * 150 * 140 : 150 * 140);
      expect(mean, name).toBeLessThan(TOLERANCE);
      // Floating-point results differ in some bits: the GPU did compute them.
      expect(same, name).toBe(false);
    }
  });

  it('close the context that they no longer use after an error', async () => {
    const found = await lab.page.evaluate(async () => {
      const { pixels, job, run } = window.lab;
      const picture = pixels(40, 30, (x, y) => [6 * x, 8 * y, 90, 255]);
      const inputs = { picture: 'picture' };
      const lines = (output: string) => ({
        op: 'style.lines',
        params: { sigma: 1.2, along: 4 },
        inputs: { tone: 'tone', flow: 'flow' },
        output,
      });
      const facts = (op: string, output: string) => ({ op, params: {}, inputs: {}, output });
      const steps = [
        { op: 'style.prepare', params: { width: 40, height: 30 }, inputs, output: 'base' },
        { op: 'style.flow', params: { sigma: 3 }, inputs: { picture: 'base' }, output: 'flow' },
        {
          op: 'style.tone',
          params: { paintedFraction: 0, localContrast: { radius: 20, strength: 0.5 } },
          inputs: { picture: 'base', painted: 'base' },
          output: 'tone',
        },
        lines('first'),
        facts('openContexts', 'before'),
        facts('failGraphics', 'failed'),
        lines('second'),
        facts('openContexts', 'after'),
      ];
      const { outcome } = await run(job(picture, steps, { results: ['before', 'after'] }));
      return outcome.ok ? [outcome.value.values.before, outcome.value.values.after] : outcome.error;
    });
    expect(found).toEqual([{ facts: { open: 1 } }, { facts: { open: 0 } }]);
  });
});
