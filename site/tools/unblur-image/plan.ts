import { networkNeeds } from '../../engine/capability/costs.ts';
import { done, type Outcome } from '../../engine/errors.ts';
import type { Model } from '../../engine/models/manifest.ts';
import type { BlurModel } from '../../engine/ops/deblur/kernels.ts';
import type { Options, PlanRequest, ToolPlan } from '../../engine/workspace/tool.ts';
import { type Choice, chooseModel } from '../plan/models.ts';
import { numberOf, pathOf, textOf } from '../plan/options.ts';
import type { ToolStep } from '../plan/step.ts';

/** Share of the network in its mixture with the calculated picture: measured best. */
const NETWORK_SHARE = 0.5;

/** Pixels up to which Automatic asks the network on a device without a graphics chip: about a minute. */
const PATIENCE = 500_000;

/** Planes of the picture and of the result, transforms and their mixture, in copies of the picture. */
const COPIES = { wiener: 12, lucy: 16, network: 4 } as const;

/**
 * The blur is measured first, then taken back by calculation: Wiener's filter, or rounds of Richardson–Lucy. The AI draws
 * clean edges on the result of Wiener, which measured 2 dB better than the network alone. Automatic is the AI where it is
 * quick enough. Strong motion, which is seldom even, goes to a network of its own that needs no measured blur.
 */
export function plan(request: PlanRequest): Outcome<ToolPlan> {
  const { options, size, given } = request;
  const method = textOf(options, 'method');
  const choice = chooseNetwork(request, method);
  const model = choice?.model ?? null;
  const steps: ToolStep[] = [];
  if (!given.includes('blur'))
    steps.push({ op: 'deblur.measure', params: {}, inputs: { picture: 'picture' }, output: 'blur', stage: 'analyse' });
  const alone = method === 'motion' && model !== null;
  if (!alone) steps.push(method === 'lucy' ? lucyStep(options) : wienerStep(options));
  if (model) steps.push(...(alone ? motionSteps(model) : networkSteps(model)));
  let last = model ? 'drawn' : 'calculated';
  const blend = numberOf(options, 'blend') / 100;
  if (blend > 0) {
    steps.push({
      op: 'picture.mix',
      params: { share: blend },
      inputs: { picture: 'picture', base: last },
      output: 'mixed',
    });
    last = 'mixed';
  }
  const copies = COPIES[alone ? 'network' : method === 'lucy' ? 'lucy' : 'wiener'];
  return done({
    steps,
    result: last,
    needs: { source: size, output: size, workCopies: copies, ...networkNeeds(model ? [model] : []), needsGpu: false },
    keeps: ['blur'],
    notes: method === 'ai' || method === 'motion' ? (choice?.notes ?? []) : [],
  });
}

const UPSCALER = { best: false, name: 'Real-ESRGAN' } as const;
const DEBLURRER = { best: true, name: 'MAXIM' } as const;

function chooseNetwork(request: PlanRequest, method: string): Choice | null {
  if (method === 'motion') return chooseModel(request.manifest, 'deblur', DEBLURRER);
  return asksNetwork(request, method) ? chooseModel(request.manifest, 'upscale-photo', UPSCALER) : null;
}

function asksNetwork({ size, device }: PlanRequest, method: string): boolean {
  const quick = device.gpu !== null || size.width * size.height <= PATIENCE;
  return method === 'ai' || (method === 'auto' && quick);
}

const motionSteps = (model: Model): readonly ToolStep[] => [
  { op: 'net.deblur', params: { model: model.id }, inputs: { picture: 'picture' }, output: 'drawn', weight: 100 },
];

const networkSteps = (model: Model): readonly ToolStep[] => [
  {
    op: 'net.upscale',
    params: { model: model.id, scale: 1 },
    inputs: { picture: 'calculated' },
    output: 'found',
    weight: 40,
  },
  {
    op: 'sharpen.finish',
    params: { share: NETWORK_SHARE, sharpen: null },
    inputs: { picture: 'calculated', found: 'found' },
    output: 'drawn',
  },
];

const INPUTS = { picture: 'picture', blur: 'blur' } as const;

/** 30 % is the measured noise; each 35 % more is ten times as much. */
function wienerStep(options: Options): ToolStep {
  const regularisation = 10 ** ((numberOf(options, 'regularisation') / 100 - 0.3) / 0.35);
  const params = { model: chosenBlur(options), regularisation };
  return { op: 'deblur.wiener', params, inputs: INPUTS, output: 'calculated', weight: 5 };
}

function lucyStep(options: Options): ToolStep {
  const regularisation = 0.004 * (numberOf(options, 'regularisation') / 100) ** 2;
  const params = { model: chosenBlur(options), iterations: numberOf(options, 'iterations'), regularisation };
  return { op: 'deblur.richardson-lucy', params, inputs: INPUTS, output: 'calculated', weight: 30 };
}

/** What the visitor set by hand; null takes the measured blur. */
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
