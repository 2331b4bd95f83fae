import { choosePlan } from '../../engine/capability/choose.ts';
import { networkNeeds } from '../../engine/capability/costs.ts';
import { done, type Outcome } from '../../engine/errors.ts';
import { type Model, NO_MODELS } from '../../engine/manifest.ts';
import type { BlurModel } from '../../engine/ops/deblur/kernels.ts';
import type { Needs, Size } from '../../engine/types.ts';
import type { Options, PlanRequest, ToolPlan } from '../../workspace/tool.ts';
import { type Choice, chooseModel } from '../plan/models.ts';
import { numberOf, pathOf, textOf } from '../plan/options.ts';
import type { ToolStep } from '../plan/step.ts';
import { isStrongMotion } from './finding.ts';

/** Maximum pixels for which Automatic runs a network without a graphics chip: for motion about a minute, else 20 s of work. */
const MAX_PIXELS_WITHOUT_GPU = { motion: 500_000, finish: 4_000_000 } as const;

/** Fraction of the deconvolved picture that stays beside the network's result: the best of those measured. */
const CALCULATED_FRACTION = 0.3;

/** Copies of the picture in memory: bands of planes and transforms, and the network's output or blend. */
const COPIES = 5;

/**
 * Measures the blur, then deconvolves: with a sparse prior, or by the chosen method (Wiener filter, Richardson–Lucy). The
 * AI method finishes the deconvolved picture by a network of our own; the automatic method does so if it is fast enough.
 * Strong motion has a network of its own, which needs no measured blur; the automatic method uses it if the motion was
 * measured and the device has the memory. A preview uses no networks.
 */
export function plan(requested: PlanRequest): Outcome<ToolPlan> {
  const request = requested.preview ? { ...requested, manifest: NO_MODELS } : requested;
  const { options, size, given } = request;
  const method = textOf(options, 'method');
  const usesDeblurrer = asksDeblurrer(request, method);
  const choice = usesDeblurrer ? deblurrerOf(request) : finisherOf(request, method);
  const model = choice?.model ?? null;
  const steps: ToolStep[] = [];
  if (!given.includes('blur'))
    steps.push({ op: 'deblur.measure', params: {}, inputs: { picture: 'picture' }, output: 'blur', stage: 'analyse' });
  if (usesDeblurrer && model) steps.push(motionStep(model));
  else {
    steps.push(method === 'lucy' ? lucyStep(options) : calculationStep(options, method));
    if (model) steps.push(...finishSteps(model));
  }
  let last = model ? 'drawn' : 'calculated';
  const blend = numberOf(options, 'blend') / 100;
  if (blend > 0) {
    steps.push({
      op: 'picture.mix',
      params: { fraction: blend },
      inputs: { picture: 'picture', base: last },
      output: 'mixed',
    });
    last = 'mixed';
  }
  return done({
    steps,
    result: last,
    needs: needsOf(size, model),
    keeps: ['blur'],
    notes: method === 'ai' || method === 'motion' ? (choice?.notes ?? []) : [],
  });
}

const needsOf = (size: Size, model: Model | null): Needs => ({
  source: size,
  output: size,
  workCopies: COPIES,
  ...networkNeeds(model ? [model] : []),
  needsGpu: false,
});

const FINISHER = { workCopies: COPIES, name: 'Unblur' } as const;
const DEBLURRER = { workCopies: COPIES, name: 'MAXIM' } as const;

const deblurrerOf = (request: PlanRequest): Choice => chooseModel(request, 'deblur', DEBLURRER);

function finisherOf(request: PlanRequest, method: string): Choice | null {
  const { size, device } = request;
  const isQuick = device.gpu !== null || pixelsOf(size) <= MAX_PIXELS_WITHOUT_GPU.finish;
  const usesNetwork = method === 'ai' || (method === 'auto' && isQuick);
  return usesNetwork ? chooseModel(request, 'finish-deblur', FINISHER) : null;
}

/** Whether the motion network is used: by choice, or by the automatic method if it suits blur and device. */
function asksDeblurrer(request: PlanRequest, method: string): boolean {
  const { size, device, values = {} } = request;
  if (method !== 'auto') return method === 'motion';
  const { model } = deblurrerOf(request);
  if (!model || pixelsOf(size) > MAX_PIXELS_WITHOUT_GPU.motion || !isStrongMotion(values)) return false;
  return choosePlan(needsOf(size, model), device).ok;
}

const pixelsOf = ({ width, height }: Size): number => width * height;

const motionStep = (model: Model): ToolStep => ({
  op: 'net.deblur',
  params: { model: model.id },
  inputs: { picture: 'picture' },
  output: 'drawn',
  weight: 100,
});

const finishSteps = (model: Model): readonly ToolStep[] => [
  {
    op: 'net.sharpen',
    params: { model: model.id },
    inputs: { picture: 'calculated' },
    output: 'finished',
    weight: 20,
  },
  {
    op: 'picture.mix',
    params: { fraction: CALCULATED_FRACTION },
    inputs: { picture: 'calculated', base: 'finished' },
    output: 'drawn',
  },
];

const INPUTS = { picture: 'picture', blur: 'blur' } as const;

/** The options of the Wiener filter, if it is the method. 30 % is the measured noise; 35 % more is ten times the noise. */
function calculationStep(options: Options, method: string): ToolStep {
  const regularisation = 10 ** ((numberOf(options, 'regularisation') / 100 - 0.3) / 0.35);
  const params = { model: chosenBlur(options), regularisation };
  const op = method === 'wiener' ? 'deblur.wiener' : 'deblur.sparse';
  return { op, params, inputs: INPUTS, output: 'calculated', weight: 10 };
}

function lucyStep(options: Options): ToolStep {
  const regularisation = 0.004 * (numberOf(options, 'regularisation') / 100) ** 2;
  const params = { model: chosenBlur(options), iterations: numberOf(options, 'iterations'), regularisation };
  return { op: 'deblur.richardson-lucy', params, inputs: INPUTS, output: 'calculated', weight: 30 };
}

/** The blur that the visitor set; null uses the measured one. */
function chosenBlur(options: Options): BlurModel | null {
  const kind = textOf(options, 'method') === 'auto' ? '' : textOf(options, 'kind');
  switch (kind) {
    case 'gaussian':
      return { kind, sigma: numberOf(options, 'sigma') };
    case 'defocus':
      return { kind, radius: numberOf(options, 'radius') };
    case 'motion':
      return { kind, length: numberOf(options, 'length'), angle: numberOf(options, 'angle') };
    case 'path': {
      const points = pathOf(options, 'path');
      return points.length > 1 ? { kind, points } : null;
    }
    default:
      return null;
  }
}
