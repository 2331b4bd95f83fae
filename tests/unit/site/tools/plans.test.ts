import { describe, expect, it } from 'vitest';
import { NO_MODELS } from '../../../../site/engine/manifest.ts';
import type { Size } from '../../../../site/engine/types.ts';
import { work as object } from '../../../../site/tools/ai-object-remover/tool.ts';
import { work as cleanup } from '../../../../site/tools/cleanup-pictures/tool.ts';
import { work as hd } from '../../../../site/tools/hd-picture-converter/tool.ts';
import { work as background } from '../../../../site/tools/image-background-remover/tool.ts';
import { work as sharpener } from '../../../../site/tools/image-sharpener/tool.ts';
import { work as logo } from '../../../../site/tools/remove-background-from-logo/tool.ts';
import { work as unblur } from '../../../../site/tools/unblur-image/tool.ts';
import type { Options, ToolPlan } from '../../../../site/workspace/tool.ts';
import { DEVICE, GPU, INFO, MANIFEST, names, planOf } from './plan-of.ts';

describe('image background remover', () => {
  it('shows a chosen colour as it was chosen in a picture with the colours of Display P3', () => {
    const info = { ...INFO, colorSpace: 'display-p3' } as const;
    const colour = planOf(background, { info, options: { background: 'colour', colour: '#ff0000' } });
    expect(colour.steps.at(-1)?.params).toMatchObject({ colour: [234, 51, 35] });
    const gradient = planOf(background, {
      info,
      options: { background: 'gradient', colourFrom: '#808080', colourTo: '#0000ff' },
    });
    expect(gradient.steps.at(-1)?.params).toMatchObject({ from: [128, 128, 128], to: [0, 0, 245] });
    const inSrgb = planOf(background, { options: { background: 'colour', colour: '#ff0000' } });
    expect(inSrgb.steps.at(-1)?.params).toMatchObject({ colour: [255, 0, 0] });
  });
  it('predicts crops, refines the matte, and cuts out', () => {
    const manifest = { ...MANIFEST, models: MANIFEST.models.filter(({ role }) => !role.startsWith('segment')) };
    const plan = planOf(background, { manifest });
    expect(names(plan)).toEqual(['net.matte', 'matte.refine', 'matte.clean', 'matte.presence', 'matte.cut-out']);
    expect(plan.steps[0]!.params).toMatchObject({ closer: true });
    expect(planOf(background, { preview: true }).steps[0]!.params).toMatchObject({ closer: false });
  });
  it('completes the subject by a second network if it is requested, available and fast enough', () => {
    const thorough = planOf(background);
    expect(names(thorough)).toEqual([
      'net.matte',
      'net.matte-complete',
      'matte.refine',
      'matte.clean',
      'matte.presence',
      'matte.cut-out',
    ]);
    expect(thorough.needs.models.map(({ id }) => id)).toEqual(['u2netp', 'sam-encoder', 'sam-decoder']);
    expect(names(planOf(background, { options: { thorough: false } }))).not.toContain('net.matte-complete');
    expect(names(planOf(background, { preview: true }))).not.toContain('net.matte-complete');
    const small = { ...DEVICE, memoryGb: 0.7 };
    expect(names(planOf(background, { device: small }))).not.toContain('net.matte-complete');
  });
  it('does not run the network again for a correction or another background', () => {
    const plan = planOf(background, {
      given: ['matte', 'erase'],
      options: { background: 'colour', colour: '#ff8000' },
    });
    expect(names(plan)).toEqual(['matte.edit', 'matte.cut-out', 'matte.backdrop']);
    expect(plan.steps[0]!.inputs).toEqual({ matte: 'matte', erase: 'erase' });
    expect(plan.steps[2]!.params).toEqual({ kind: 'colour', colour: [255, 128, 0] });
  });
  it('crops the blurred background together with the subject', () => {
    const plan = planOf(background, { given: ['matte'], options: { background: 'blur', crop: true, shadow: true } });
    const crops = ['matte.crop', 'matte.crop'];
    expect(names(plan)).toEqual(['matte.cut-out', 'matte.scene', ...crops, 'matte.shadow', 'matte.over-scene']);
    expect(plan.steps.at(-1)!.inputs).toEqual({ cutout: 'shaded', scene: 'scene' });
  });
  it('stays transparent until a background picture is chosen', () => {
    expect(planOf(background, { options: { background: 'picture' } }).result).toBe('subject');
    expect(names(planOf(background, { given: ['ground'], options: { background: 'picture' } })).at(-1)).toBe(
      'matte.over',
    );
  });
});

describe('HD picture converter', () => {
  const size = (plan: ToolPlan): Size => plan.needs.output;
  it.each([
    ['2x', { width: 1600, height: 1200 }],
    ['4x', { width: 3200, height: 2400 }],
    ['hd', { width: 1920, height: 1440 }],
    ['4k', { width: 3840, height: 2880 }],
  ])('reaches %s', (target, expected) => {
    expect(size(planOf(hd, { options: { target } }))).toEqual(expected);
  });
  it('fills a print of 15 × 10 cm at 300 dpi in both orientations, and never shrinks', () => {
    const print = { target: 'print' };
    expect(size(planOf(hd, { options: print }))).toEqual({ width: 1772, height: 1329 });
    expect(size(planOf(hd, { options: print, size: { width: 600, height: 800 } }))).toEqual({
      width: 1329,
      height: 1772,
    });
    expect(size(planOf(hd, { options: print, size: { width: 4000, height: 3000 } }))).toEqual({
      width: 4000,
      height: 3000,
    });
  });
  it('enlarges by the requested factor, finishes, and fits the requested size', () => {
    expect(names(planOf(hd))).toEqual(['net.upscale', 'upscale.finish']);
    const plan = planOf(hd, { options: { target: 'hd' } });
    expect(names(plan)).toEqual(['net.upscale', 'upscale.finish', 'picture.resize']);
    expect(plan.steps[0]!.params).toEqual({ model: 'upscale-photo', scale: 4 });
    expect(plan.steps[1]!.params).toEqual({ blend: 0.4, grain: 0, project: 'any' });
    expect(planOf(hd, { options: { model: 'illustration' } }).steps[0]!.params).toMatchObject({
      model: 'upscale-drawing',
    });
  });
  it('doubles a photo by the network that doubles, and by the other one where that is missing', () => {
    const plan = planOf(hd);
    expect(plan.steps[0]!.params).toEqual({ model: 'upscale-double', scale: 2 });
    expect(plan.steps[1]!.params).toMatchObject({ blend: 0 });
    expect(planOf(hd, { options: { blend: 30 } }).steps[1]!.params).toMatchObject({ blend: 0.3 });
    const manifest = { ...MANIFEST, models: MANIFEST.models.filter(({ role }) => role !== 'upscale-double') };
    const without = planOf(hd, { manifest });
    expect(without.steps[0]!.params).toEqual({ model: 'upscale-photo', scale: 2 });
    expect(without.steps[1]!.params).toMatchObject({ blend: 0.4 });
  });
  it('uses no network in fast mode, for a preview, and if nothing is enlarged', () => {
    expect(names(planOf(hd, { preview: true }))).toEqual(['picture.resize', 'sharpen.instant']);
    expect(names(planOf(hd, { options: { model: 'fast' } }))).toEqual(['picture.resize', 'sharpen.instant']);
    expect(names(planOf(hd, { options: { target: 'hd' }, size: { width: 2000, height: 1000 } }))).not.toContain(
      'net.upscale',
    );
  });
});

describe('image sharpener', () => {
  it('is one step, also for the preview of the AI method', () => {
    expect(names(planOf(sharpener))).toEqual(['sharpen.instant']);
    expect(names(planOf(sharpener, { options: { mode: 'ai' }, preview: true }))).toEqual(['sharpen.instant']);
    expect(sharpener.isInstant({ mode: 'instant' })).toBe(true);
  });
  it('removes noise by the small network where there is no graphics chip', () => {
    const options = { mode: 'ai', denoise: 5 };
    const ids = (change = {}) => planOf(sharpener, { options, ...change }).needs.models.map(({ id }) => id);
    for (const size of [
      { width: 300, height: 200 },
      { width: 3000, height: 2000 },
    ]) {
      expect(ids({ size })).toEqual(['denoise', 'sharpen']);
      expect(ids({ size, device: GPU })).toContain('fdncnn');
      const manifest = { ...MANIFEST, models: MANIFEST.models.filter(({ id }) => id !== 'denoise') };
      expect(ids({ size, manifest })).toContain('fdncnn');
    }
  });
  it('removes noise first on request, and reuses the network’s result', () => {
    const ai = { mode: 'ai', denoise: 5, blend: 20 };
    expect(names(planOf(sharpener, { options: ai }))).toEqual([
      'net.denoise',
      'net.sharpen',
      'sharpen.finish',
      'picture.mix',
    ]);
    expect(names(planOf(sharpener, { options: ai, given: ['found', 'quiet'] }))).toEqual([
      'sharpen.finish',
      'picture.mix',
    ]);
  });
});

describe('unblur image', () => {
  it('measures the blur, deconvolves, and runs the network if it is fast enough', () => {
    const drawn = ['deblur.measure', 'deblur.sparse', 'net.sharpen', 'picture.mix'];
    expect(names(planOf(unblur))).toEqual(drawn);
    const large = { width: 3000, height: 2000 };
    expect(names(planOf(unblur, { size: large }))).toEqual(['deblur.measure', 'deblur.sparse']);
    expect(names(planOf(unblur, { size: large, device: GPU }))).toEqual(drawn);
    expect(names(planOf(unblur, { preview: true }))).toEqual(['deblur.measure', 'deblur.sparse']);
    expect(names(planOf(unblur, { given: ['blur'], options: { method: 'lucy', blend: 10 } }))).toEqual([
      'deblur.richardson-lucy',
      'picture.mix',
    ]);
  });
  it('uses the motion network for strong motion, or deconvolves and notes that it is missing', () => {
    const motion = planOf(unblur, { options: { method: 'motion', blend: 20 } });
    expect(names(motion)).toEqual(['deblur.measure', 'net.deblur', 'picture.mix']);
    expect(motion.needs.models.map(({ id }) => id)).toEqual(['maxim']);
    const manifest = { ...MANIFEST, models: MANIFEST.models.filter(({ id }) => id !== 'maxim') };
    const without = planOf(unblur, { options: { method: 'motion' }, manifest });
    expect(names(without)).toEqual(['deblur.measure', 'deblur.sparse']);
    expect(without.notes).toEqual([{ code: 'model.missing', name: 'MAXIM' }]);
  });
  it('chooses the motion network for measured strong motion if the device is fast enough', () => {
    const moved = (length: number, change = {}) =>
      names(
        planOf(unblur, {
          given: ['blur'],
          values: { blur: { facts: { kind: 'motion', length, angle: 20 } } },
          ...change,
        }),
      );
    expect(moved(12)).toEqual(['net.deblur']);
    const calculated = ['deblur.sparse', 'net.sharpen', 'picture.mix'];
    expect(moved(4)).toEqual(calculated);
    expect(moved(12, { device: { ...DEVICE, memoryGb: 1 } })).toEqual(calculated);
    expect(moved(12, { options: { method: 'wiener' } })).toEqual(['deblur.wiener']);
    expect(moved(12, { size: { width: 3000, height: 2000 } })).toEqual(['deblur.sparse']);
  });
  it('uses the blur that is set by hand, except in the automatic method', () => {
    const hand = { kind: 'motion', length: 12, angle: 30 };
    const step = (method: string) => planOf(unblur, { options: { ...hand, method } }).steps[1]!.params;
    expect(step('wiener')).toMatchObject({ model: hand });
    expect(step('auto')).toMatchObject({ model: null });
  });
});

describe('logo background remover', () => {
  it('removes the background, and trims and recolours on request only', () => {
    expect(names(planOf(logo))).toEqual(['logo.clear']);
    expect(names(planOf(logo, { options: { trim: true, recolour: true } }))).toEqual([
      'logo.clear',
      'logo.trim',
      'logo.recolour',
    ]);
  });
  it('measures the background at the border, or uses the picked colour', () => {
    const picked = Object.fromEntries([['ground', '#ff0000']]);
    const background = (options: Options) =>
      (planOf(logo, { options }).steps[0]!.params as { background: unknown }).background;
    expect(background(picked)).toBeNull();
    expect(background({ ...picked, background: 'pick' })).toEqual([1, 0, 0]);
  });
  it('traces with the colours of the picture', () => {
    const info = { ...INFO, colorSpace: 'display-p3' } as const;
    const traced = planOf(logo, { info, options: { svg: true } }).steps.at(-1);
    expect(traced).toMatchObject({ op: 'trace.svg', params: { colorSpace: 'display-p3' } });
  });
});

describe.each([
  ['cleanup pictures', cleanup],
  ['AI object remover', object],
])('%s', (_, tool) => {
  it('fills the mask, and rejects a request without one', () => {
    const { steps } = planOf(tool);
    expect(steps.map(({ op, inputs, output }) => ({ op, inputs, output }))).toEqual([
      { op: 'net.inpaint', inputs: { picture: 'picture', mask: 'mask' }, output: 'result' },
    ]);
    expect(steps[0]!.params).toEqual({ model: 'migan', method: 'auto', grow: 5, feather: 3, matchColour: true });
    expect(() => planOf(tool, { given: [] })).toThrow('mask.empty');
  });
  it('uses no network with another method, or if there is none', () => {
    for (const method of ['patches', 'telea']) {
      const plan = planOf(tool, { options: { method } });
      expect(names(plan)).toEqual(['fill.holes']);
      expect(plan.notes).toEqual([]);
      expect(plan.needs.models).toEqual([]);
    }
    expect(names(planOf(tool, { manifest: NO_MODELS }))).toEqual(['fill.holes']);
  });
});
