import { networkNeeds } from '../../engine/capability/costs.ts';
import { done, type Outcome } from '../../engine/errors.ts';
import type { Options, PlanRequest, ToolPlan } from '../../workspace/tool.ts';
import { chooseDenoiser } from '../plan/denoiser.ts';
import { chooseModel } from '../plan/models.ts';
import { numberOf, textOf } from '../plan/options.ts';
import type { ToolStep } from '../plan/step.ts';

/** Fraction of the network's output in AI sharpening: the best of those measured, and never worse than the input. */
const NETWORK_FRACTION = 0.8;

/** Copies of the picture with a network: its output, the denoised picture, the result. */
const AI_COPIES = 3;

/** Amplification of detail at 100 %. */
const STRENGTH = 2.5 / 100;

/** Contrast (0..1) below which detail is protected at 100 %. */
const THRESHOLD = 0.05 / 100;

/** Instant: unsharp masking without halos. AI: denoising on request, sharpening by the network, original tones. */
export function plan(request: PlanRequest): Outcome<ToolPlan> {
  const { options, size, given, preview } = request;
  const usesNetwork = !preview && textOf(options, 'mode') === 'ai';
  const choice = usesNetwork ? chooseModel(request, 'sharpen', { workCopies: AI_COPIES, name: 'Sharpener' }) : null;
  const denoiser = chooseDenoiser(request, {
    workCopies: AI_COPIES,
    beside: choice?.model ? [choice.model] : [],
  });
  const sharpener = choice?.model ?? null;
  const denoiseModel = sharpener && numberOf(options, 'denoise') > 0 ? denoiser.model : null;
  const steps: ToolStep[] = [];
  const base = denoiseModel ? 'quiet' : 'picture';
  const detail = sharpenOf(options);
  if (denoiseModel && !given.includes('quiet')) {
    const sigma = numberOf(options, 'denoise');
    steps.push({
      op: 'net.denoise',
      params: { model: denoiseModel.id, sigma },
      inputs: { picture: 'picture' },
      output: 'quiet',
      weight: 20,
    });
  }
  if (sharpener) {
    if (!given.includes('found'))
      steps.push({
        op: 'net.sharpen',
        params: { model: sharpener.id },
        inputs: { picture: base },
        output: 'found',
        weight: 40,
      });
    steps.push({
      op: 'sharpen.finish',
      params: { fraction: NETWORK_FRACTION, sharpen: detail },
      inputs: { picture: base, found: 'found' },
      output: 'sharp',
    });
  } else steps.push({ op: 'sharpen.instant', params: detail, inputs: { picture: 'picture' }, output: 'sharp' });
  const blend = numberOf(options, 'blend') / 100;
  if (blend > 0)
    steps.push({
      op: 'picture.mix',
      params: { fraction: blend },
      inputs: { picture: 'picture', base: 'sharp' },
      output: 'result',
    });
  const models = [denoiseModel, sharpener].filter((model) => model !== null);
  return done({
    steps,
    result: blend > 0 ? 'result' : 'sharp',
    needs: {
      source: size,
      output: size,
      workCopies: sharpener ? AI_COPIES : 2,
      ...networkNeeds(models),
      needsGpu: false,
    },
    keeps: sharpener ? ['found', ...(denoiseModel ? ['quiet'] : [])] : [],
    notes: choice?.notes ?? [],
  });
}

const sharpenOf = (options: Options) => ({
  strength: numberOf(options, 'strength') * STRENGTH,
  radius: numberOf(options, 'radius'),
  threshold: numberOf(options, 'threshold') * THRESHOLD,
});
