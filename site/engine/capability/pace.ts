import { fixedSideOf, type Model } from '../manifest.ts';
import { isSafeOnGpu } from '../models/self-test.ts';
import { planTiles } from '../tiles.ts';
import type { Backend, Device, Network, NetworkTime, Size, Step, Tensors } from '../types.ts';
import { planBackend } from './choose.ts';

type Seconds = { readonly run: number } | { readonly tile: number } | { readonly megapixel: number };

/**
 * Seconds on one thread of WebAssembly on a computer of 2024: for each run, each tile, or each megapixel that is fed, with
 * what tiles share.
 */
const SECONDS: { readonly [adapter: string]: Seconds } = {
  u2net: { run: 2 },
  isnet: { run: 17 },
  birefnet: { run: 40 },
  migan: { run: 2.5 },
  lama: { run: 12 },
  'sam-encoder': { run: 5 },
  'sam-encoder-bytes': { run: 5 },
  'sam-decoder': { run: 0.4 },
  dbnet: { run: 1 },
  overlay: { run: 2 },
  'tiny-face': { run: 0.4 },
  nanodet: { run: 1.5 },
  unet: { megapixel: 3 },
  ddcolor: { run: 8 },
  gfpgan: { run: 12 },
  animegan: { run: 6 },
  srvgg: { megapixel: 110 },
  fdncnn: { megapixel: 57 },
  nafnet: { megapixel: 150 },
  maxim: { tile: 9 },
};
const UNKNOWN = { run: 3 } as const;

/** Seconds that operations take beside their network: patches are laid after a filling, whatever its size. */
const BESIDE: { readonly [op: string]: number } = { 'net.inpaint': 3 };

/** Seconds that it takes to start the runtime, and a network for each million bytes of its file; on one thread. */
const START = { runtime: 1, megabyte: 0.07 } as const;

/** What a further thread adds, and how much faster a graphics chip is than one thread. */
const THREAD_GAIN = 0.7;
const GPU_GAIN = 25;

const gainOf = (backend: Backend, threads: number): number =>
  backend === 'webgpu' ? GPU_GAIN : 1 + THREAD_GAIN * (threads - 1);

type Work = {
  readonly steps: readonly Step[];
  readonly models: readonly Model[];
  readonly source: Size;
  /** Side of the tiles that this device bears. */
  readonly tileSide: number;
  /** Ids of the networks that are started already. */
  readonly started: readonly string[];
};

/**
 * Milliseconds that the networks of a plan take on a usual device of this kind, with what has to be started before and
 * what is calculated around them; 0 without networks. What has to be downloaded is told in bytes.
 */
export function expectedMs({ steps, models, source, tileSide, started }: Work, device: Device): number {
  const { backend, threads } = planBackend(device);
  const cold = new Set<Model>();
  let seconds = 0;
  for (const { op, params } of steps) {
    const id = (params as { readonly model?: unknown } | null)?.model;
    const model = models.find((one) => one.id === id);
    if (!model) continue;
    if (!started.includes(model.id)) cold.add(model);
    const cost = SECONDS[model.adapter] ?? UNKNOWN;
    const gain = gainOf(isSafeOnGpu(model) ? backend : 'wasm', threads);
    seconds += secondsOf(cost, model, { source, tileSide }) / gain + (BESIDE[op] ?? 0);
  }
  for (const { bytes } of cold) seconds += (START.megabyte * bytes) / 1e6;
  if (cold.size > 0 && started.length === 0) seconds += START.runtime;
  return 1000 * seconds;
}

function secondsOf(cost: Seconds, model: Model, { source, tileSide }: Pick<Work, 'source' | 'tileSide'>): number {
  if ('run' in cost) return cost.run;
  const side = (fixedSideOf(model) ?? tileSide) || Math.max(source.width, source.height);
  const tiles = planTiles(source, { side, overlap: model.tile?.overlap ?? 0 });
  if ('tile' in cost) return cost.tile * tiles.length;
  return tiles.reduce((sum, { fed }) => sum + (cost.megapixel * fed.width * fed.height) / 1e6, 0);
}

/** Milliseconds that one run of a network takes on a usual device. `feeds`: what it is given. */
export function usualRunMs({ model, backend }: Pick<Network, 'model' | 'backend'>, feeds: Tensors, threads: number) {
  const cost = SECONDS[model.adapter] ?? UNKNOWN;
  const [height = 0, width = 0] = Object.values(feeds)[0]?.dims.slice(-2) ?? [];
  const seconds = 'run' in cost ? cost.run : 'tile' in cost ? cost.tile : (cost.megapixel * width * height) / 1e6;
  return (1000 * seconds) / gainOf(backend, threads);
}

/**
 * How the device compares with the usual one, half of it by what was seen last. Only runs of networks count, neither
 * downloads nor results that were known already.
 */
export function learnedPace(pace: number, { usualMs, ms }: Pick<NetworkTime, 'ms' | 'usualMs'>): number {
  if (usualMs < 200) return pace;
  return (pace + withinReason(ms / usualMs)) / 2;
}

/** What plans with the same steps and networks have in common. */
export const planName = (steps: readonly Step[]): string =>
  steps
    .map(({ op, params }) => `${op} ${(params as { readonly model?: unknown } | null)?.model ?? ''}`.trim())
    .join(', ');

/** How long plans take here, compared with what is expected of them, by their names; the last one that ran comes last. */
export type PlanPaces = { readonly [plan: string]: number };

/** Plans that are remembered. */
const MOST_PLANS = 40;

/**
 * The paces after a run, half of the plan's own by what was seen last. Beside the networks it counts reading, other
 * operations and writing, which no table knows; `ms` is without downloads.
 */
export function learnedPlans(
  paces: PlanPaces,
  plan: string,
  { usualMs, ms }: Pick<NetworkTime, 'ms' | 'usualMs'>,
): PlanPaces {
  if (usualMs <= 0) return paces;
  const { [plan]: known, ...others } = paces;
  const seen = withinReason(ms / usualMs);
  const kept = Object.entries(others).slice(1 - MOST_PLANS);
  return { ...Object.fromEntries(kept), [plan]: known === undefined ? seen : (known + seen) / 2 };
}

const withinReason = (pace: number): number => Math.min(20, Math.max(0.05, pace));
