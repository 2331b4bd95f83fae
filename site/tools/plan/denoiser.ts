import type { ModelRequest } from '../../engine/capability/suitable.ts';
import type { PlanRequest } from '../../workspace/tool.ts';
import { type Choice, chooseModel } from './models.ts';

/**
 * Maximum pixels for FDnCNN without a graphics chip, half a minute of work. For larger pictures the site's own network takes
 * a tenth of the time or less; it is as good at noise of a standard deviation up to 5 of 255, and 0.5 to 0.6 dB worse from 10
 * on (scripts/train).
 */
const MAX_PIXELS_WITHOUT_GPU = 500_000;

/** Chooses the network that removes noise from a picture. */
export function chooseDenoiser(request: PlanRequest, modelRequest: ModelRequest): Choice {
  const { device, size } = request;
  const isLarge = device.gpu === null && size.width * size.height > MAX_PIXELS_WITHOUT_GPU;
  const quick = isLarge ? chooseModel(request, 'denoise-large', { ...modelRequest, name: 'Denoiser' }) : null;
  return quick?.model ? quick : chooseModel(request, 'denoise', { ...modelRequest, name: 'FDnCNN' });
}
