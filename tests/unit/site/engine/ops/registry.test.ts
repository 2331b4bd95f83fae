import { afterEach, describe, expect, it, vi } from 'vitest';
import { kernelOf } from '../../../../../site/engine/ops/deblur/kernels.ts';
import { deblurOps, modelOf } from '../../../../../site/engine/ops/groups/deblur.ts';
import { enhanceOps } from '../../../../../site/engine/ops/groups/enhance.ts';
import { fillOps } from '../../../../../site/engine/ops/groups/fill.ts';
import { logoOps } from '../../../../../site/engine/ops/groups/logo.ts';
import { marksOps } from '../../../../../site/engine/ops/groups/marks.ts';
import { maskOps } from '../../../../../site/engine/ops/groups/mask.ts';
import { matteOps } from '../../../../../site/engine/ops/groups/matte.ts';
import { restoreOps } from '../../../../../site/engine/ops/groups/restore.ts';
import { styliseOps } from '../../../../../site/engine/ops/groups/stylise.ts';
import { traceOps } from '../../../../../site/engine/ops/groups/trace.ts';
import { emptyPlane, pixelsOf, stackPlanes } from '../../../../../site/engine/ops/planes.ts';
import { ops } from '../../../../../site/engine/ops/registry.ts';
import type { Plane } from '../../../../../site/engine/types.ts';
import { convolved, quantised } from '../../../../quality/degrade.ts';
import { deadLeaves, discAlpha } from '../../../../quality/scenes.ts';
import { createContext } from './context.ts';

const SIZE = { width: 140, height: 130 } as const;

const soft = quantised(convolved(deadLeaves(SIZE, 3), kernelOf({ kind: 'gaussian', sigma: 1.6 })));
const picture = pixelsOf(soft);
const matte: Plane = discAlpha(SIZE, { x: 70, y: 65, radius: 40 });

afterEach(() => {
  vi.restoreAllMocks();
});

describe('ops', () => {
  it('lists exactly the operations of all groups', () => {
    const first = [enhanceOps, matteOps, logoOps, deblurOps, marksOps];
    const second = [restoreOps, maskOps, fillOps, traceOps, styliseOps];
    const names = [...first, ...second].flatMap((group) => Object.keys(group));
    expect(Object.keys(ops).sort()).toEqual(names.sort());
  });

  it('finds a subject where a matte is half opaque somewhere, and none in haze', async () => {
    const present = async (level: number) => {
      const faint = { ...matte, data: matte.data.map((alpha) => level * alpha) };
      return (await ops['matte.presence']({ matte: faint }, {}, createContext())).facts.present;
    };
    expect([await present(1), await present(0.5), await present(0.4)]).toEqual([true, true, false]);
  });

  it('cuts out, crops, adds a shadow and a background', async () => {
    const context = createContext();
    const refined = await ops['matte.refine'](
      { picture, matte },
      { workSide: 1024, radius: 4, epsilon: 1e-5, contrast: 0.3 },
      context,
    );
    const subject = await ops['matte.cut-out']({ picture, matte: refined }, { clean: true }, context);
    const cropped = await ops['matte.crop']({ picture: subject, matte }, { margin: 0.1, beyond: 'clear' }, context);
    expect([cropped.width, cropped.height]).toEqual([96, 96]);
    const shaded = await ops['matte.shadow'](
      { cutout: cropped },
      { opacity: 0.5, distance: 0.05, softness: 0.02 },
      context,
    );
    const params = { kind: 'colour', colour: [10, 20, 30] } as const;
    const result = await ops['matte.backdrop']({ cutout: shaded }, params, context);
    expect([...result.data.subarray(0, 4)]).toEqual([10, 20, 30, 255]);
  });

  it('blurs what is behind a subject without a halo of its colours, and a picture of it alone as it is', async () => {
    const size = { width: 200, height: 120 };
    const subject = emptyPlane(size);
    for (let i = 0; i < subject.data.length; i++)
      if (Math.hypot((i % 200) - 100, Math.floor(i / 200) - 60) < 30) subject.data[i] = 1;
    const white = pixelsOf(stackPlanes([subject]));
    const scene = await ops['matte.scene']({ picture: white, matte: subject }, { sigma: 0.05 }, createContext());
    // Crops beyond the border show a mirrored part of what is behind the subject.
    expect(Math.max(...scene.data.filter((_, at) => at % 4 < 3))).toBeLessThan(8);
    const whole = { ...size, data: new Float32Array(200 * 120).fill(1) };
    const alone = await ops['matte.scene']({ picture: white, matte: whole }, { sigma: 0.05 }, createContext());
    expect(alone.data[4 * (60 * 200 + 100)]).toBeGreaterThan(240);
  });

  it('stops with “nothing found” without a subject', async () => {
    const nothing = { ...matte, data: new Float32Array(matte.data.length) };
    const params = { margin: 0.1, beyond: 'clear' } as const;
    await expect(ops['matte.crop']({ picture, matte: nothing }, params, createContext())).rejects.toThrow(
      'job.nothingFound',
    );
  });

  it('measures and removes a blur, and reports progress', async () => {
    const done: number[] = [];
    const wide = { width: 300, height: 260 };
    const blurred = quantised(convolved(deadLeaves(wide, 3), kernelOf({ kind: 'gaussian', sigma: 1.6 })));
    const blur = await ops['deblur.measure']({ picture: pixelsOf(blurred) }, {}, createContext());
    expect(modelOf(blur)).toMatchObject({ kind: 'gaussian' });
    const params = { model: null, regularisation: 1 };
    const sharp = await ops['deblur.wiener']({ picture, blur }, params, createContext(done));
    expect([sharp.width, sharp.height]).toEqual([SIZE.width, SIZE.height]);
    expect(done.at(-1)).toBe(1);
    expect([...done].sort((a, b) => a - b)).toEqual(done);
  });

  it('can be aborted during a long operation', async () => {
    const blur = await ops['deblur.measure']({ picture }, {}, createContext());
    const params = { model: null, iterations: 10, regularisation: 1e-3 };
    // A minute passes between two looks at the clock, so that the operation is long on every machine.
    let clock = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => (clock += 60_000));
    await expect(ops['deblur.richardson-lucy']({ picture, blur }, params, createContext([], 0))).rejects.toThrow(
      expect.objectContaining({ name: 'AbortError' }),
    );
  });

  it('keeps transparency when sharpening and deblurring', async () => {
    const clear = { ...picture, data: picture.data.map((value, i) => (i % 4 === 3 ? 90 : value)) };
    const sharp = await ops['sharpen.instant'](
      { picture: clear },
      { strength: 1, radius: 1.5, threshold: 0 },
      createContext(),
    );
    const blur = { facts: { kind: 'defocus', radius: 2, noiseToSignal: 1e-3 } };
    const unblurred = await ops['deblur.wiener'](
      { picture: clear, blur },
      { model: null, regularisation: 1 },
      createContext(),
    );
    for (const found of [sharp, unblurred])
      expect(found.data.filter((_, i) => i % 4 === 3).every((a) => a === 90)).toBe(true);
  });
});
