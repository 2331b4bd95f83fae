import type { ModelRequest } from '../../engine/capability/suitable.ts';
import type { PlanRequest } from '../../workspace/tool.ts';
import { type Choice, chooseModel } from './models.ts';

/**
 * Chooses the network that removes noise from a picture: a larger one that the owner lists if it suits the device; with a
 * graphics chip, FDnCNN; else the site's own, in a fifteenth of the time of FDnCNN. It is better at noise of a standard
 * deviation up to 5 of 255, and up to 0.6 dB worse at 10 to 25 (scripts/train).
 */
export function chooseDenoiser(request: PlanRequest, modelRequest: ModelRequest): Choice {
  const chosen = chooseModel(request, 'denoise', { ...modelRequest, name: 'FDnCNN' });
  if (request.device.gpu !== null || chosen.model?.choice === 'best') return chosen;
  const own = chooseModel(request, 'denoise-without-chip', { ...modelRequest, name: 'Denoiser' });
  return own.model ? own : chosen;
}
