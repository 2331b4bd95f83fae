import { choosePlan } from '../../engine/capability/choose.ts';
import { networkNeeds } from '../../engine/capability/costs.ts';
import { suitableModel } from '../../engine/capability/suitable.ts';
import { done, type Outcome } from '../../engine/errors.ts';
import type { Model } from '../../engine/manifest.ts';
import type { Needs } from '../../engine/types.ts';
import type { Options, PlanRequest, ToolPlan } from '../../workspace/tool.ts';
import { chooseModel, gradeOf } from '../plan/models.ts';
import { isOn, numberOf } from '../plan/options.ts';
import type { ToolStep } from '../plan/step.ts';
import { backgroundSteps } from './background.ts';

/** Chosen on reference cut-outs: wider windows follow texture, harder edges break hair. */
const REFINE = { workSide: 1024, radius: 4, epsilon: 1e-5, contrast: 0.3 } as const;

/** Fractions of the subject's area below which islands and holes are removed. */
const CLEAN = { islands: 0.03, holes: 0.005 } as const;

/** Copies of the picture in memory: matte, labels, cut-out, background, and tiles of the colours at the edge. */
const WORK_COPIES = 5;

/** Plans the matte, its edge at full size, drawn corrections, clean colours at the edge, and the background. */
export function plan(request: PlanRequest): Outcome<ToolPlan> {
  const { options, size, given, preview } = request;
  const wish = { grade: gradeOf(options), workCopies: WORK_COPIES, name: 'U²-Netp' };
  const choice = chooseModel(request, 'matte', wish);
  const needs: Needs = {
    source: size,
    output: size,
    workCopies: WORK_COPIES,
    ...networkNeeds(choice.model ? [choice.model] : []),
    needsGpu: false,
  };
  // A preview shows what the first run of the first network finds.
  const second = choice.model && !preview ? secondOf(request, needs) : null;
  const models = { first: choice.model, second, closer: !preview };
  const steps: ToolStep[] = given.includes('matte') ? [] : [...matteSteps(models)];
  const edited = editSteps(options, given);
  steps.push(...edited.steps);
  const clean = isOn(options, 'decontaminate');
  steps.push({
    op: 'matte.cut-out',
    params: { clean },
    inputs: { picture: 'picture', matte: edited.matte },
    output: 'subject',
    weight: 4,
  });
  const finish = backgroundSteps(request, edited.matte);
  steps.push(...finish.steps);
  return done({
    steps,
    result: finish.result,
    needs: second ? withSecond(needs, second) : needs,
    keeps: ['matte', 'presence'],
    notes: choice.notes,
  });
}

type Second = { readonly encoder: Model; readonly decoder: Model };

const withSecond = (needs: Needs, { encoder, decoder }: Second): Needs => ({
  ...needs,
  ...networkNeeds([...needs.models, encoder, decoder]),
});

/** The selection network, if it is requested, available, and fits the device. */
function secondOf(request: PlanRequest, needs: Needs): Second | null {
  const { options, device } = request;
  const wish = { workCopies: WORK_COPIES, beside: needs.models };
  const encoder = suitableModel(request, 'segment-encode', wish);
  const decoder = suitableModel(request, 'segment-decode', wish);
  if (!isOn(options, 'thorough') || !encoder || !decoder) return null;
  return choosePlan(withSecond(needs, { encoder, decoder }), device).ok ? { encoder, decoder } : null;
}

type MatteModels = { readonly first: Model | null; readonly second: Second | null; readonly closer: boolean };

function* matteSteps({ first, second, closer }: MatteModels): Generator<ToolStep> {
  if (first)
    yield {
      op: 'net.matte',
      // U²-Net has an input of 320 pixels: thin limbs and small subjects need crops.
      params: { model: first.id, closer: closer && first.adapter === 'u2net' },
      inputs: { picture: 'picture' },
      output: 'coarse',
      weight: 30,
      stage: 'analyse',
    };
  else yield { op: 'matte.classic', params: {}, inputs: { picture: 'picture' }, output: 'coarse', stage: 'analyse' };
  if (second)
    yield {
      op: 'net.matte-complete',
      params: { model: second.encoder.id, decoder: second.decoder.id },
      inputs: { picture: 'picture', matte: 'coarse' },
      output: 'whole',
      weight: 30,
    };
  yield {
    op: 'matte.refine',
    params: REFINE,
    inputs: { picture: 'picture', matte: second ? 'whole' : 'coarse' },
    output: 'refined',
    weight: 2,
  };
  yield { op: 'matte.clean', params: CLEAN, inputs: { matte: 'refined' }, output: 'matte' };
  yield { op: 'matte.presence', params: {}, inputs: { matte: 'matte' }, output: 'presence' };
}

/** Corrections by brushes and the moved edge, each only if it has an effect. */
function editSteps(
  options: Options,
  given: readonly string[],
): { readonly steps: readonly ToolStep[]; readonly matte: string } {
  const steps: ToolStep[] = [];
  let matte = 'matte';
  const keep = given.includes('keep') ? { keep: 'keep' } : {};
  const erase = given.includes('erase') ? { erase: 'erase' } : {};
  if ('keep' in keep || 'erase' in erase) {
    steps.push({ op: 'matte.edit', params: { soft: 2 }, inputs: { matte, ...keep, ...erase }, output: 'edited' });
    matte = 'edited';
  }
  const [shift, softness] = [numberOf(options, 'edgeShift'), numberOf(options, 'edgeSoftness')];
  if (shift !== 0 || softness > 0) {
    steps.push({ op: 'matte.edge', params: { shift, softness }, inputs: { matte }, output: 'moved' });
    matte = 'moved';
  }
  return { steps, matte };
}
