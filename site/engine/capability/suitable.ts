import { type Manifest, type Model, modelsFor } from '../manifest.ts';
import type { Device, Size } from '../types.ts';
import { choosePlan } from './choose.ts';
import { networkNeeds } from './costs.ts';
import { expectedMs } from './pace.ts';

/** Longest time that a better model may take by itself, with its start, where nobody asked for it. */
const MAX_UNASKED_MS = 60_000;

/** `auto`: the best that the device runs in good time; `best`: that it has the memory for; `standard`: the default. */
export type Grade = 'auto' | 'standard' | 'best';

export type Suiting = {
  readonly manifest: Manifest;
  readonly device: Device;
  /** Of the picture. */
  readonly size: Size;
};

export type Wish = {
  /** `auto` where not given. */
  readonly grade?: Grade | undefined;
  /** Copies of the picture that the plan holds beside the network. */
  readonly workCopies: number;
  /** Networks of the same plan, chosen already. */
  readonly beside?: readonly Model[];
};

/**
 * The model for a role: the owner's better one (of several the largest) where the device has the memory and the speed for
 * it, else the default. A better model without a default is taken in any case; the plan refuses it if it must.
 */
export function suitableModel({ manifest, device, size }: Suiting, role: string, wish: Wish): Model | null {
  const { grade = 'auto', workCopies, beside = [] } = wish;
  const able = modelsFor(manifest, role);
  const better = able.filter(({ choice }) => choice === 'best').sort((a, b) => b.bytes - a.bytes);
  const fallback = able.find(({ choice }) => choice === 'default') ?? better.at(-1) ?? null;
  if (grade === 'standard') return fallback;
  const suits = (model: Model): boolean => {
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
    return expectedMs({ steps, models: [model], source: size, tileSide, started: [] }, device) <= MAX_UNASKED_MS;
  };
  return better.find(suits) ?? fallback;
}
