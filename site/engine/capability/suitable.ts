import { type Manifest, type Model, modelsFor } from '../manifest.ts';
import type { Device, Size } from '../types.ts';
import { choosePlan } from './choose.ts';
import { networkNeeds } from './costs.ts';
import { expectedMs } from './durations.ts';

/** Maximum time of a better model with its start if the user did not choose it. */
const MAX_AUTO_MS = 60_000;

/** `auto`: the best model that the device runs in acceptable time; `best`: that fits its memory; `standard`: the default. */
export type Grade = 'auto' | 'standard' | 'best';

export type ModelContext = {
  readonly manifest: Manifest;
  readonly device: Device;
  /** Of the picture. */
  readonly size: Size;
};

export type ModelRequest = {
  /** Default: `auto`. */
  readonly grade?: Grade | undefined;
  /** Copies of the picture that the plan holds in addition to the network. */
  readonly workCopies: number;
  /** Networks of the same plan that are already chosen. */
  readonly beside?: readonly Model[];
};

/**
 * The model for a role: the largest better model that the device has the memory and the speed for, else the default. If
 * there is no default, the smallest better model; `choosePlan` may refuse it. Null without any model.
 */
export function suitableModel(
  { manifest, device, size }: ModelContext,
  role: string,
  request: ModelRequest,
): Model | null {
  const { grade = 'auto', workCopies, beside = [] } = request;
  const candidates = modelsFor(manifest, role);
  const better = candidates.filter(({ choice }) => choice === 'best').sort((a, b) => b.bytes - a.bytes);
  const fallback = candidates.find(({ choice }) => choice === 'default') ?? better.at(-1) ?? null;
  if (grade === 'standard') return fallback;
  const fits = (model: Model): boolean => {
    const needs = {
      source: size,
      output: size,
      workCopies,
      ...networkNeeds([...beside, model]),
      needsGpu: false,
    };
    const plan = choosePlan(needs, device);
    if (!plan.ok || grade === 'best') return plan.ok;
    const steps = [{ op: '', params: { model: model.id }, inputs: {}, output: '' }];
    const { tileSide } = plan.value;
    return expectedMs({ steps, models: [model], source: size, tileSide, started: [] }, device) <= MAX_AUTO_MS;
  };
  return better.find(fits) ?? fallback;
}
