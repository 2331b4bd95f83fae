import { describe, expect, it } from 'vitest';
import { type Manifest, NO_MODELS } from '../../../../site/engine/manifest.ts';
import { work as restoration } from '../../../../site/tools/photo-restoration/tool.ts';
import { work as watermark } from '../../../../site/tools/remove-watermark-from-image/tool.ts';
import type { Options } from '../../../../site/workspace/tool.ts';
import { DEVICE, GPU, MANIFEST, names, planOf } from './plan-of.ts';

const given = ['mask'];
const unblend = ['net.find-overlay', 'marks.estimate', 'marks.measure', 'marks.unblend', 'marks.residue'];

describe('image watermark remover', () => {
  it('un-blends, then fills the residue; or does one of the two', () => {
    expect(names(planOf(watermark, { given }))).toEqual([...unblend, 'net.inpaint']);
    expect(names(planOf(watermark, { given, options: { method: 'unblend', residue: false } }))).toEqual(unblend);
    expect(names(planOf(watermark, { given, options: { method: 'fill' } }))).toEqual(['net.inpaint']);
    expect(names(planOf(watermark, { given, manifest: NO_MODELS }))).toEqual([...unblend.slice(1), 'fill.holes']);
  });
  it('uses a given opacity', () => {
    const params = (opacityFrom: string) =>
      planOf(watermark, { given, options: { opacityFrom, opacity: 35 } }).steps.find(
        ({ op }) => op === 'marks.estimate',
      )!.params;
    expect(params('given')).toMatchObject({ opacity: 0.35 });
    expect(params('measured')).toMatchObject({ opacity: null });
  });
  it('needs a mask, and has a plan that finds one', () => {
    expect(() => planOf(watermark, { given: [] })).toThrow('mask.empty');
    const [first] = watermark.mask!.suggestions;
    expect(first!.auto).toBe(true);
    expect(names(planOf({ ...watermark, plan: first!.plan }))).toEqual([
      'net.find-overlay',
      'net.find-text',
      'marks.find',
    ]);
    expect(names(planOf({ ...watermark, plan: first!.plan }, { manifest: NO_MODELS }))).toEqual(['marks.find']);
  });
  it('reports its measurements', () => {
    expect(watermark.findings!({ measured: { facts: { opacity: 0.304 } } })?.values).toEqual({ percent: 30 });
    expect(watermark.findings!({ measured: { facts: { opacity: 0 } } })).toBeNull();
  });
  it('reports them only for the options that they were measured with', () => {
    const keptFor = (options: Options) => watermark.keptFor({ method: 'auto', opacityFrom: 'measured', ...options });
    expect(keptFor({ grow: 0 })).toBe(keptFor({ grow: 12 }));
    for (const options of [{ method: 'fill' }, { opacityFrom: 'given' }]) {
      expect(keptFor(options)).not.toBe(keptFor({}));
      expect(planOf(watermark, { given, options }).keeps).toEqual([]);
    }
  });
});

describe('photo restoration', () => {
  const steps = (options: object = {}) => names(planOf(restoration, { given, options: { ...options } }));
  const detail = ['net.sharpen', 'sharpen.finish'];
  it('fills damage, removes noise, restores tones and adds detail', () => {
    expect(steps()).toEqual(['net.inpaint', 'restore.noise', 'net.denoise', 'restore.tones', ...detail]);
  });
  it('fills nothing without a mask', () => {
    expect(names(planOf(restoration, { given: [] }))[0]).toBe('restore.noise');
    expect(steps({ scratches: false })[0]).toBe('restore.noise');
  });
  it('finds damage by its network, and reports if the network is missing', () => {
    const [find] = restoration.mask!.suggestions;
    expect(names(planOf({ ...restoration, plan: find!.plan }))).toEqual(['net.find-damage']);
    expect(() => planOf({ ...restoration, plan: find!.plan }, { manifest: NO_MODELS })).toThrow('missingNoFallback');
    expect(planOf(restoration, { given: [], manifest: NO_MODELS }).notes[0]).toMatchObject({
      code: 'model.missingNoFallback',
    });
    expect(planOf(restoration, { given: [] }).notes).toEqual([]);
  });
  it('stops after the requested step', () => {
    expect(steps({ show: 'repaired' })).toEqual(['net.inpaint']);
    expect(steps({ show: 'quiet' }).at(-1)).toBe('net.denoise');
    expect(steps({ show: 'toned' }).at(-1)).toBe('restore.tones');
  });
  it('omits steps at strength 0', () => {
    const off = { scratches: false, denoise: 0, levels: 0, whiteBalance: 0, fading: 0, detail: 0 };
    expect(steps(off)).toEqual(['picture.mix']);
    expect(steps({ ...off, colour: 'sepia' })).toEqual(['restore.tint']);
  });
  it('enlarges on request only, and blends with the original at that size', () => {
    const plan = planOf(restoration, { given, options: { size: 'double', blend: 20 } });
    expect(names(plan).slice(-4)).toEqual(['net.upscale', 'upscale.finish', 'picture.resize', 'picture.mix']);
    expect(plan.needs.output).toEqual({ width: 1600, height: 1200 });
  });
  it('adds no detail by a network if that takes long', () => {
    const last = (width: number, device = DEVICE) =>
      names(planOf(restoration, { given, size: { width, height: 2000 }, device })).at(-1);
    expect(last(2000)).toBe('sharpen.finish');
    expect(last(3000)).toBe('sharpen.instant');
    expect(last(3000, GPU)).toBe('sharpen.finish');
  });
  it('applies strokes of colour after all other steps and over a tone', () => {
    const plan = (options: Options) => names(planOf(restoration, { given: ['strokes'], options }));
    expect(plan({ show: 'coloured', colour: 'sepia' }).slice(-2)).toEqual(['restore.tint', 'restore.strokes']);
    expect(plan({ strokes: 0 })).not.toContain('restore.strokes');
    expect(steps()).not.toContain('restore.strokes');
  });
  it('restores faces only with the owner’s model and a face detector', () => {
    const plan = (models: Manifest['models']) => names(planOf(restoration, { manifest: { ...MANIFEST, models } }));
    const gfpgan = { ...MANIFEST.models[0]!, id: 'gfpgan', role: 'faces', adapter: 'gfpgan' };
    expect(plan([...MANIFEST.models, gfpgan]).slice(-2)).toEqual(['net.find-faces', 'net.faces']);
    expect(plan([gfpgan])).not.toContain('net.faces');
    expect(plan(MANIFEST.models)).not.toContain('net.find-faces');
  });
  it('colourises only with the owner’s model', () => {
    const options = { colourise: true };
    expect(names(planOf(restoration, { options }))).not.toContain('net.colourise');
    const colour = { ...MANIFEST.models[0]!, id: 'ddcolor', role: 'colour', adapter: 'ddcolor' };
    const manifest = { ...MANIFEST, models: [...MANIFEST.models, colour] };
    expect(names(planOf(restoration, { options, manifest }))).toContain('net.colourise');
  });
});
