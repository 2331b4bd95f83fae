import { fixedSideOf, type Model } from '../models/manifest.ts';
import { isSafeOnGpu } from '../models/self-test.ts';
import { planTiles } from '../tiles.ts';
import type { Backend, Device, Network, NetworkTime, Size, Step, Tensors } from '../types.ts';
import { planBackend } from './choose.ts';

type Seconds = { readonly run: number } | { readonly tile: number } | { readonly megapixel: number };

/** Seconds on one thread of WebAssembly on a computer of 2024: for each run, each tile, or each megapixel put in. */
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
  unet: { run: 5 },
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
  /** Ids of the networks that are started already. */
  readonly started: readonly string[];
};

/**
 * Milliseconds that the networks of a plan take on a usual device of this kind, with what has to be started before and
 * what is calculated around them; 0 without networks. What has to be downloaded is told in bytes.
 */
export function expectedMs({ steps, models, source, started }: Work, device: Device): number {
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
    seconds += secondsOf(cost, model, source) / gain + (BESIDE[op] ?? 0);
  }
  for (const { bytes } of cold) seconds += (START.megabyte * bytes) / 1e6;
  if (cold.size > 0 && started.length === 0) seconds += START.runtime;
  return 1000 * seconds;
}

function secondsOf(cost: Seconds, model: Model, source: Size): number {
  if ('run' in cost) return cost.run;
  if ('megapixel' in cost) return (cost.megapixel * source.width * source.height) / 1e6;
  const side = fixedSideOf(model) ?? Math.max(source.width, source.height);
  return cost.tile * planTiles(source, { side, overlap: model.tile?.overlap ?? 0 }).length;
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
  const seen = Math.min(20, Math.max(0.05, ms / usualMs));
  return (pace + seen) / 2;
}
