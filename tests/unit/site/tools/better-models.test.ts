import { describe, expect, it } from 'vitest';
import type { Manifest, Model } from '../../../../site/engine/manifest.ts';
import type { Device } from '../../../../site/engine/types.ts';
import { work as object } from '../../../../site/tools/ai-object-remover/tool.ts';
import { work as cleanup } from '../../../../site/tools/cleanup-pictures/tool.ts';
import { work as background } from '../../../../site/tools/image-background-remover/tool.ts';
import { work as sharpener } from '../../../../site/tools/image-sharpener/tool.ts';
import { work as restoration } from '../../../../site/tools/photo-restoration/tool.ts';
import { work as watermark } from '../../../../site/tools/remove-watermark-from-image/tool.ts';
import { work as unblur } from '../../../../site/tools/unblur-image/tool.ts';
import { selectorsOf } from '../../../../site/workspace/mask/jobs.ts';
import type { Session } from '../../../../site/workspace/session.ts';
import type { Options, ToolWork } from '../../../../site/workspace/tool.ts';
import { DEVICE, MANIFEST, planOf } from './plan-of.ts';

/** An optional model as the owner of a site lists it, with the size of its file in bytes. */
const better = (id: string, role: string, { adapter, bytes }: Pick<Model, 'adapter' | 'bytes'>): Model => ({
  ...MANIFEST.models[0]!,
  id,
  title: id,
  role,
  adapter,
  bytes,
  choice: 'best',
});
const LAMA = better('lama', 'inpaint', { adapter: 'lama', bytes: 208e6 });
const ISNET = better('isnet', 'matte', { adapter: 'isnet', bytes: 178e6 });
const BIREFNET = better('birefnet', 'matte', { adapter: 'birefnet', bytes: 224e6 });
const NAFNET = better('nafnet', 'denoise', { adapter: 'nafnet', bytes: 35e6 });
const NAFNET_DEBLUR = better('nafnet-gopro', 'deblur', { adapter: 'nafnet', bytes: 35e6 });
const MOBILE_SAM = better('sam-encoder-mobile', 'segment-encode', { adapter: 'sam-encoder-bytes', bytes: 28e6 });

const withModels = (...models: readonly Model[]): Manifest => ({
  ...MANIFEST,
  models: [...MANIFEST.models, ...models],
});
const SMALL = { width: 400, height: 300 };
/** Enough for every default, and for no better model beside it. */
const SHORT_OF_MEMORY: Device = { ...DEVICE, memoryGb: 2.2 };
const SLOW: Device = { ...DEVICE, isolated: false };

type Case = {
  readonly name: string;
  readonly tool: ToolWork;
  readonly model: Model;
  /** Id of the default of its role. */
  readonly standard: string;
  readonly options?: Options;
};

const CASES: readonly Case[] = [
  { name: 'cleanup', tool: cleanup, model: LAMA, standard: 'migan' },
  { name: 'object remover', tool: object, model: LAMA, standard: 'migan' },
  { name: 'watermark remover', tool: watermark, model: LAMA, standard: 'migan' },
  { name: 'restoration', tool: restoration, model: LAMA, standard: 'migan', options: { scratches: true } },
  { name: 'background remover', tool: background, model: ISNET, standard: 'u2netp' },
  { name: 'background remover', tool: background, model: BIREFNET, standard: 'u2netp' },
  { name: 'background remover', tool: background, model: MOBILE_SAM, standard: 'sam-encoder' },
  { name: 'restoration', tool: restoration, model: NAFNET, standard: 'denoise', options: { denoise: 60 } },
  { name: 'sharpener', tool: sharpener, model: NAFNET, standard: 'denoise', options: { mode: 'ai', denoise: 5 } },
  { name: 'unblur', tool: unblur, model: NAFNET_DEBLUR, standard: 'maxim', options: { method: 'motion' } },
];

const idsIn = ({ tool, options }: Case, manifest: Manifest, device: Device = DEVICE) =>
  planOf(tool, { options: options ?? {}, size: SMALL, device, manifest }).needs.models.map(({ id }) => id);

describe.each(CASES)('$model.id in the $name', (one) => {
  const { model, standard } = one;
  it('replaces the default, in steps and needs', () => {
    const manifest = withModels(model);
    expect(idsIn(one, MANIFEST)).toContain(standard);
    const ids = idsIn(one, manifest);
    expect(ids).toContain(model.id);
    expect(ids).not.toContain(standard);
    const { steps } = planOf(one.tool, { options: one.options ?? {}, size: SMALL, manifest });
    expect(steps.map(({ params }) => (params as { readonly model?: string }).model)).toContain(model.id);
  });
  it('is not chosen if it does not fit into memory', () => {
    const heavy = { ...model, bytes: 3e9 };
    expect(idsIn(one, withModels(heavy))).toContain(standard);
  });
});

describe('optional larger models', () => {
  it('are not chosen on small devices', () => {
    for (const tool of [cleanup, object, watermark])
      expect(planOf(tool, { device: SHORT_OF_MEMORY, manifest: withModels(LAMA) }).needs.models).not.toContain(LAMA);
    const matte = planOf(background, { device: SHORT_OF_MEMORY, manifest: withModels(ISNET, BIREFNET) });
    expect(matte.needs.models.map(({ id }) => id)).toContain('u2netp');
  });
  it('are not chosen automatically if they would take minutes, but on request', () => {
    const manifest = withModels(BIREFNET);
    const options = { thorough: false };
    const ids = (model: string) =>
      planOf(background, { device: SLOW, manifest, options: { ...options, model } }).needs.models.map(({ id }) => id);
    const slow = { ...BIREFNET, bytes: 700e6 };
    expect(ids('auto')).toEqual(['birefnet']);
    const heavy = (model: string) =>
      planOf(background, { device: SLOW, manifest: withModels(slow), options: { ...options, model } }).needs.models.map(
        ({ id }) => id,
      );
    expect(heavy('auto')).toEqual(['u2netp']);
    expect(heavy('best')).toEqual(['birefnet']);
    expect(heavy('standard')).toEqual(['u2netp']);
    expect(idsIn(CASES[7]!, withModels(NAFNET), DEVICE)).toContain('nafnet');
    const large = { width: 3000, height: 2000 };
    const plan = planOf(restoration, { options: { denoise: 60 }, size: large, manifest: withModels(NAFNET) });
    const denoisers = plan.needs.models
      .map(({ id }) => id)
      .filter((id) => ['nafnet', 'fdncnn', 'denoise'].includes(id));
    expect(denoisers).toEqual(['denoise']);
  });
  it('are tried from the largest to the smallest', () => {
    const both = withModels(ISNET, BIREFNET);
    const ids = (manifest: Manifest) =>
      planOf(background, { manifest, options: { thorough: false } }).needs.models.map(({ id }) => id);
    expect(ids(both)).toEqual(['birefnet']);
    expect(ids(withModels(ISNET, { ...BIREFNET, bytes: 2e9 }))).toEqual(['isnet']);
  });
  it('embed the picture for selections by click', () => {
    const session = { manifest: withModels(MOBILE_SAM), device: DEVICE } as unknown as Session;
    expect(selectorsOf(session)).toMatchObject({ encode: { id: 'sam-encoder-mobile' }, decode: { id: 'sam-decoder' } });
    const people = object.mask?.suggestions.find(({ name }) => name === 'people');
    const request = { options: {}, size: SMALL, device: DEVICE, manifest: withModels(MOBILE_SAM), given: [] };
    const plan = people?.plan({ ...request, preview: false } as never);
    expect(plan?.ok && plan.value.needs.models.map(({ id }) => id)).toContain('sam-encoder-mobile');
  });
});
