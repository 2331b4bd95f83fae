import { networkNeeds } from '../../engine/capability/costs.ts';
import { done, type Outcome } from '../../engine/errors.ts';
import type { Size } from '../../engine/types.ts';
import type { PlanRequest, ToolPlan } from '../../workspace/tool.ts';
import { chooseModel } from '../plan/models.ts';
import { numberOf, textOf } from '../plan/options.ts';
import type { ToolStep } from '../plan/step.ts';
import { targetSize } from './target.ts';

/** Sharpening after plain resampling, without halos. */
const CRISP = { strength: 0.8, radius: 1.2, threshold: 0.012 } as const;

/** Photo, illustration: network, back-projection to the original, then the requested size. Fast: Lanczos, sharpened. */
export function plan(request: PlanRequest): Outcome<ToolPlan> {
  const { options, size } = request;
  const kind = textOf(options, 'model');
  const output = targetSize(options, size);
  const drawing = kind === 'illustration';
  const largerBy = (output.width / size.width) ** 2;
  const role = drawing ? 'upscale-drawing' : 'upscale-photo';
  const choice =
    kind === 'fast' ? null : chooseModel(request, role, { workCopies: Math.ceil(2 * largerBy), name: 'Real-ESRGAN' });
  const model = output.width === size.width ? null : (choice?.model ?? null);
  const steps: ToolStep[] = [];
  let last = 'picture';
  let peak: Size = output;
  if (model) {
    // A factor of 2 suffices up to here; beyond it the network's own factor of 4, which is the maximum.
    const scale = output.width > 2 * size.width ? 4 : 2;
    const large = { width: size.width * scale, height: size.height * scale };
    peak = large.width > output.width ? large : output;
    steps.push({
      op: 'net.upscale',
      params: { model: model.id, scale },
      inputs: { picture: 'picture' },
      output: 'large',
      weight: 40,
    });
    const blend = drawing ? 0 : numberOf(options, 'blend') / 100;
    const params = { blend, grain: numberOf(options, 'grain') / 100, project: !drawing };
    steps.push({ op: 'upscale.finish', params, inputs: { picture: 'picture', large: 'large' }, output: 'finished' });
    last = 'finished';
    if (large.width !== output.width || large.height !== output.height) {
      const kernel = output.width < large.width ? 'area' : 'lanczos';
      steps.push({
        op: 'picture.resize',
        params: { ...output, kernel, linear: false },
        inputs: { picture: last },
        output: 'sized',
      });
      last = 'sized';
    }
  } else {
    steps.push({
      op: 'picture.resize',
      params: { ...output, kernel: 'lanczos', linear: false },
      inputs: { picture: 'picture' },
      output: 'sized',
    });
    steps.push({ op: 'sharpen.instant', params: CRISP, inputs: { picture: 'sized' }, output: 'crisp', weight: 3 });
    last = 'crisp';
  }
  const growth = (peak.width * peak.height) / (size.width * size.height);
  return done({
    steps,
    result: last,
    // Beside source and output: the network's result, and its finished copy where that is not the output.
    needs: {
      source: size,
      output,
      workCopies: Math.ceil((model && peak !== output ? 2 : 1) * growth),
      ...networkNeeds(model ? [model] : []),
      needsGpu: false,
    },
    keeps: [],
    notes: choice?.notes ?? [],
  });
}
