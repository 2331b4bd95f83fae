import type { Adapter, Adapters, Seconds } from '../adapters/adapter.ts';
import { adapterOf } from '../adapters/registry.ts';
import { fixedSideOf, type Model } from '../manifest.ts';
import { planTiles } from '../tiles.ts';
import type { Backend, Device, Size, Step } from '../types.ts';
import { planBackend } from './choose.ts';

/** Seconds that operations take beside their network: patches are computed after a fill of any size. */
const CLASSICAL_SECONDS: { readonly [op: string]: number } = { 'net.inpaint': 3 };

/** Seconds to start the runtime, and to start a network for each million bytes of its file; on one thread. */
const START_SECONDS = { runtime: 1, megabyte: 0.07 } as const;

/** Speed that each further thread adds, as a fraction of one thread. */
const THREAD_GAIN = 0.7;

type Work = {
  readonly steps: readonly Step[];
  readonly models: readonly Model[];
  readonly source: Size;
  /** Side of the tiles on this device, in pixels. */
  readonly tileSide: number;
  /** Ids of the networks that run already. */
  readonly started: readonly string[];
  /** All adapters; tests add some. */
  readonly adapters?: Adapters;
};

/**
 * Milliseconds that the networks of a plan take on the baseline device (a computer of 2024), including starting them and
 * the classical work around them; 0 without networks. Downloads are not included.
 */
export function expectedMs({ steps, models, source, tileSide, started, adapters }: Work, device: Device): number {
  const cold = new Set<Model>();
  let seconds = 0;
  for (const { op, params } of steps) {
    const id = (params as { readonly model?: unknown } | null)?.model;
    const model = models.find((one) => one.id === id);
    if (!model) continue;
    if (!started.includes(model.id)) cold.add(model);
    seconds += networkMs({ op }, model, { source, tileSide, device, ...(adapters && { adapters }) }) / 1000;
  }
  for (const model of cold) seconds += startMs(model) / 1000;
  if (cold.size > 0 && started.length === 0) seconds += startMs(null) / 1000;
  return 1000 * seconds;
}

/** Milliseconds to start a network on the baseline device, or without one the runtime. */
export const startMs = (model: Pick<Model, 'bytes'> | null): number =>
  1000 * (model ? (START_SECONDS.megabyte * model.bytes) / 1e6 : START_SECONDS.runtime);

type NetworkWork = Pick<Work, 'source' | 'tileSide' | 'adapters'> & { readonly device: Device };

/** Milliseconds that a network takes in one step on the baseline device, with the classical work around it. */
export function networkMs(
  { op }: Pick<Step, 'op'>,
  model: Model,
  { source, tileSide, device, adapters }: NetworkWork,
): number {
  const { backend, threads } = planBackend(device);
  const { seconds, factor } = rateOn(adapterOf(model, adapters), backend, threads);
  return 1000 * (secondsFor(seconds, model, { source, tileSide }) * factor + (CLASSICAL_SECONDS[op] ?? 0));
}

/**
 * Seconds on a back-end, and what to multiply them by for the threads of WebAssembly. A network that was not timed on a
 * graphics chip counts as on the processor, until this device's own pace is known.
 */
function rateOn({ cost }: Adapter, backend: Backend, threads: number) {
  const seconds = cost.seconds[backend];
  return seconds && backend === 'webgpu'
    ? { seconds, factor: 1 }
    : { seconds: cost.seconds.wasm, factor: 1 / (1 + THREAD_GAIN * (threads - 1)) };
}

function secondsFor(seconds: Seconds, model: Model, { source, tileSide }: Pick<Work, 'source' | 'tileSide'>): number {
  if ('run' in seconds) return seconds.run;
  const side = (fixedSideOf(model) ?? tileSide) || Math.max(source.width, source.height);
  const tiles = planTiles(source, { side, overlap: model.tile?.overlap ?? 0 });
  if ('tile' in seconds) return seconds.tile * tiles.length;
  return tiles.reduce((sum, { fed }) => sum + (seconds.megapixel * fed.width * fed.height) / 1e6, 0);
}

/** A factor within what devices differ by. */
export const clampFactor = (factor: number): number => Math.min(20, Math.max(0.05, factor));
