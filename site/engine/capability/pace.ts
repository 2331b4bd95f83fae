import { fixedSideOf, type Model } from '../models/manifest.ts';
import { isSafeOnGpu } from '../models/self-test.ts';
import { planTiles } from '../tiles.ts';
import type { Device, Size, Step } from '../types.ts';
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

/** What a further thread adds, and how much faster a graphics chip is than one thread. */
const THREAD_GAIN = 0.7;
const GPU_GAIN = 25;

type Work = { readonly steps: readonly Step[]; readonly models: readonly Model[]; readonly source: Size };

/** Milliseconds that the networks of a plan take on a usual device of this kind; 0 without networks. */
export function expectedMs({ steps, models, source }: Work, device: Device): number {
  const { backend, threads } = planBackend(device);
  const threadGain = 1 + THREAD_GAIN * (threads - 1);
  let seconds = 0;
  for (const { params } of steps) {
    const id = (params as { readonly model?: unknown } | null)?.model;
    const model = models.find((one) => one.id === id);
    if (!model) continue;
    const cost = SECONDS[model.adapter] ?? UNKNOWN;
    const gain = backend === 'webgpu' && isSafeOnGpu(model) ? GPU_GAIN : threadGain;
    seconds += secondsOf(cost, model, source) / gain;
  }
  return 1000 * seconds;
}

function secondsOf(cost: Seconds, model: Model, source: Size): number {
  if ('run' in cost) return cost.run;
  if ('megapixel' in cost) return (cost.megapixel * source.width * source.height) / 1e6;
  const side = fixedSideOf(model) ?? Math.max(source.width, source.height);
  return cost.tile * planTiles(source, { side, overlap: model.tile?.overlap ?? 0 }).length;
}

/** How the device compares with the usual one, learned from runs: a download makes a run look slow, never quick. */
export function learnedPace(pace: number, run: { readonly expectedMs: number; readonly ms: number }): number {
  if (run.expectedMs < 200) return pace;
  const seen = Math.min(20, Math.max(0.05, run.ms / run.expectedMs));
  return seen < pace ? seen : Math.min(seen, pace * 1.25);
}
