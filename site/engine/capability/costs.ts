import type { Model } from '../manifest.ts';
import { isSafeOnGpu } from '../models/self-test.ts';
import type { Needs } from '../types.ts';

type Cost =
  /** Bytes while it runs: it sees pictures of one size. */
  | { readonly kind: 'fixed'; readonly bytes: number }
  /** Bytes for each pixel of a tile. */
  | { readonly kind: 'tiled'; readonly perPixel: number };

/** Measured as growth of the process in WebAssembly, and rounded up; by the adapter of a network. */
const COSTS: { readonly [adapter: string]: Cost } = {
  u2net: { kind: 'fixed', bytes: 350e6 },
  isnet: { kind: 'fixed', bytes: 1100e6 },
  birefnet: { kind: 'fixed', bytes: 1500e6 },
  migan: { kind: 'fixed', bytes: 600e6 },
  lama: { kind: 'fixed', bytes: 900e6 },
  'sam-encoder': { kind: 'fixed', bytes: 500e6 },
  'sam-encoder-bytes': { kind: 'fixed', bytes: 500e6 },
  'sam-decoder': { kind: 'fixed', bytes: 150e6 },
  dbnet: { kind: 'fixed', bytes: 420e6 },
  overlay: { kind: 'fixed', bytes: 350e6 },
  'tiny-face': { kind: 'fixed', bytes: 60e6 },
  nanodet: { kind: 'fixed', bytes: 210e6 },
  unet: { kind: 'fixed', bytes: 170e6 },
  ddcolor: { kind: 'fixed', bytes: 600e6 },
  gfpgan: { kind: 'fixed', bytes: 900e6 },
  animegan: { kind: 'fixed', bytes: 600e6 },
  maxim: { kind: 'fixed', bytes: 900e6 },
  srvgg: { kind: 'tiled', perPixel: 5000 },
  fdncnn: { kind: 'tiled', perPixel: 5000 },
  nafnet: { kind: 'tiled', perPixel: 12_000 },
};
const UNKNOWN: Cost = { kind: 'fixed', bytes: 600e6 };

/** Tiles: the largest is quick enough to say soon how much time is left, the smallest still sees something. */
const TILE = { most: 192, least: 64 } as const;

export type NetworkNeeds = Pick<Needs, 'models' | 'networkBytes' | 'activationBytes' | 'tile' | 'gpuSafe'>;

/** What the networks of a plan need; they run one after the other, so the largest counts. */
export function networkNeeds(models: readonly Model[]): NetworkNeeds {
  const costs = models.map(({ adapter }) => COSTS[adapter] ?? UNKNOWN);
  const fixed = costs.map((cost) => (cost.kind === 'fixed' ? cost.bytes : 0));
  const perPixel = costs.map((cost) => (cost.kind === 'tiled' ? cost.perPixel : 0));
  const activationBytes = Math.max(0, ...perPixel);
  return {
    models,
    networkBytes: Math.max(0, ...fixed),
    activationBytes,
    tile: activationBytes > 0 ? TILE : null,
    gpuSafe: models.every(isSafeOnGpu),
  };
}
