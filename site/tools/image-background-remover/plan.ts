import { networkNeeds } from '../../engine/capability/costs.ts';
import { done, type Outcome } from '../../engine/errors.ts';
import type { Model } from '../../engine/models/manifest.ts';
import type { Options, PlanRequest, ToolPlan } from '../../engine/workspace/tool.ts';
import { chooseModel } from '../plan/models.ts';
import { isOn, numberOf, textOf } from '../plan/options.ts';
import type { ToolStep } from '../plan/step.ts';
import { groundSteps } from './ground.ts';

/**
 * The network looks twice more, at the part where it found something: closely for edges, and with some room for limbs.
 * Measured on a person with raised arms: intersection over union from 0.56 to 0.86.
 */
const LOOKS = [
  { name: 'wide', box: { margin: 0.25, level: 0.1 } },
  { name: 'near', box: { margin: 0.08, level: 0.3 } },
] as const;

/** Measured beside reference cut-outs: wider windows follow texture, harder edges break hair. */
const REFINE = { workSide: 1024, radius: 4, epsilon: 1e-5, contrast: 0.3 } as const;

/** Islands below three percent of the subject are mistakes, and so are holes below half a percent. */
const CLEAN = { islands: 0.03, holes: 0.005 } as const;

/** Matte, planes of its guide and of the colours at its edge, the cut-out and its ground. */
const WORK_COPIES = 12;

/** What is the subject, its edge at full size, corrections by hand, its own colours, and what it stands on. */
export function plan({ options, size, manifest, given }: PlanRequest): Outcome<ToolPlan> {
  const choice = chooseModel(manifest, 'matte', { best: textOf(options, 'model') === 'best', name: 'U²-Netp' });
  const steps: ToolStep[] = given.includes('matte') ? [] : [...matteSteps(choice.model)];
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
  const ground = groundSteps(options, { matte: edited.matte, given });
  steps.push(...ground.steps);
  return done({
    steps,
    result: ground.result,
    needs: {
      source: size,
      output: size,
      workCopies: WORK_COPIES,
      ...networkNeeds(choice.model ? [choice.model] : []),
      needsGpu: false,
    },
    keeps: ['matte'],
    notes: choice.notes,
  });
}

function* matteSteps(model: Model | null): Generator<ToolStep> {
  let coarse = 'first';
  if (model) {
    yield {
      op: 'net.matte',
      params: { model: model.id },
      inputs: { picture: 'picture' },
      output: 'first',
      weight: 10,
      stage: 'analyse',
    };
    for (const { name, box } of LOOKS) {
      yield {
        op: 'matte.focus',
        params: box,
        inputs: { picture: 'picture', matte: 'first' },
        output: `${name}-part`,
      };
      yield {
        op: 'net.matte',
        params: { model: model.id },
        inputs: { picture: `${name}-part` },
        output: `${name}-matte`,
        weight: 10,
      };
      const inputs = { matte: coarse, found: 'first', close: `${name}-matte` };
      yield { op: 'matte.join', params: box, inputs, output: name };
      coarse = name;
    }
  } else yield { op: 'matte.classic', params: {}, inputs: { picture: 'picture' }, output: 'first', stage: 'analyse' };
  yield {
    op: 'matte.refine',
    params: REFINE,
    inputs: { picture: 'picture', matte: coarse },
    output: 'refined',
    weight: 2,
  };
  yield { op: 'matte.clean', params: CLEAN, inputs: { matte: 'refined' }, output: 'matte' };
}

/** Brushes and edge, each only where it does something. */
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
