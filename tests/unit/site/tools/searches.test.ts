import { describe, expect, it } from 'vitest';
import { NO_MODELS } from '../../../../site/engine/manifest.ts';
import { work as object } from '../../../../site/tools/ai-object-remover/tool.ts';
import { work as watermark } from '../../../../site/tools/remove-watermark-from-image/tool.ts';
import { MANIFEST, names, planOf } from './plan-of.ts';

describe('the preview of the watermark remover', () => {
  it('fills what the overlay network sees, before watermarks are searched', () => {
    const request = { given: [], preview: true };
    expect(names(planOf(watermark, request))).toEqual(['net.find-overlay', 'marks.drawn', 'fill.holes']);
    expect(() => planOf(watermark, { given: [] })).toThrow('mask.empty');
    expect(() => planOf(watermark, { ...request, manifest: NO_MODELS })).toThrow('mask.empty');
  });
});

describe('the suggestions of the AI object remover', () => {
  const plan = (name: string, given: readonly string[] = [], manifest = MANIFEST) =>
    planOf({ ...object, plan: object.mask!.suggestions.find((one) => one.name === name)!.plan }, { given, manifest });
  it('are people, text, the subject, and the shadow beside the mask', () => {
    expect(names(plan('people'))).toEqual(['net.find-people', 'net.people', 'mask.remains', 'mask.widen']);
    expect(names(plan('text'))).toEqual(['net.find-text', 'marks.words']);
    expect(names(plan('subject'))).toEqual(['net.matte', 'matte.refine', 'mask.area']);
    expect(names(plan('shadow', ['mask']))).toEqual(['mask.shadow']);
    expect(() => plan('shadow')).toThrow('mask.empty');
  });

  it('exclude people if their network is missing', () => {
    const manifest = { ...MANIFEST, models: MANIFEST.models.filter(({ role }) => role !== 'detect-people') };
    expect(() => plan('people', [], manifest)).toThrow('model.missingNoFallback');
    expect(names(plan('text', [], manifest))).toEqual(['net.find-text', 'marks.words']);
  });
});
