import { networkNeeds } from '../../engine/capability/costs.ts';
import { done, type Outcome } from '../../engine/errors.ts';
import type { FinishOptions } from '../../engine/ops/upscale/finish.ts';
import type { Size } from '../../engine/types.ts';
import type { PlanRequest, ToolPlan } from '../../workspace/tool.ts';
import { type Choice, chooseModel } from '../plan/models.ts';
import { numberOf, textOf } from '../plan/options.ts';
import type { ToolStep } from '../plan/step.ts';
import { targetSize } from './target.ts';

/** Sharpening after plain resampling, without halos. */
const CRISP = { strength: 0.8, radius: 1.2, threshold: 0.012 } as const;

type Finish = {
  /** Weight of plain resampling in the result, 0..1, to which the visitor can add. */
  readonly minBlend: number;
  readonly project: FinishOptions['project'];
};

/** How the result of each network is finished. 0.4 measured best for photographs that Real-ESRGAN enlarges. */
const FINISH = {
  'upscale-photo': { minBlend: 0.4, project: 'any' },
  'upscale-double': { minBlend: 0, project: 'clean' },
  'upscale-drawing': { minBlend: 0, project: 'none' },
} as const satisfies { readonly [role: string]: Finish };

/**
 * Photo, illustration: network, back-projection to the original, then the requested size. Up to twice the size,
 * photographs are enlarged by a network that doubles. Fast, and previews: Lanczos, sharpened.
 */
export function plan(request: PlanRequest): Outcome<ToolPlan> {
  const { options, size, preview } = request;
  const kind = textOf(options, 'model');
  const output = targetSize(options, size);
  const drawing = kind === 'illustration';
  // A factor of 2 suffices up to here; beyond it the factor of 4, which is the maximum.
  const scale = output.width > 2 * size.width ? 4 : 2;
  const choice = kind === 'fast' || preview ? null : chooseUpscaler(request, { output, drawing, scale });
  const model = output.width === size.width ? null : (choice?.model ?? null);
  const steps: ToolStep[] = [];
  let last = 'picture';
  let peak: Size = output;
  if (model) {
    const large = { width: size.width * scale, height: size.height * scale };
    peak = large.width > output.width ? large : output;
    steps.push({
      op: 'net.upscale',
      params: { model: model.id, scale },
      inputs: { picture: 'picture' },
      output: 'large',
      weight: 40,
    });
    const { minBlend, project } = FINISH[model.role as keyof typeof FINISH];
    const blend = drawing ? 0 : minBlend + (1 - minBlend) * (numberOf(options, 'blend') / 100);
    const params = { blend, grain: numberOf(options, 'grain') / 100, project };
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

type Enlargement = { readonly output: Size; readonly drawing: boolean; readonly scale: 2 | 4 };

/** The network for an enlargement: Real-ESRGAN doubles photographs only where the network that doubles is missing. */
function chooseUpscaler(request: PlanRequest, { output, drawing, scale }: Enlargement): Choice {
  const growth = (output.width * output.height) / (request.size.width * request.size.height);
  const wish = { workCopies: Math.ceil(2 * growth), name: 'Real-ESRGAN' };
  if (drawing) return chooseModel(request, 'upscale-drawing', wish);
  const doubler = scale === 2 ? chooseModel(request, 'upscale-double', wish) : null;
  return doubler?.model ? doubler : chooseModel(request, 'upscale-photo', wish);
}
