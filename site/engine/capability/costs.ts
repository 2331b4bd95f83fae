import type { Adapters, Cost } from '../adapters/adapter.ts';
import { adapterOf } from '../adapters/registry.ts';
import type { Model } from '../manifest.ts';
import type { Needs } from '../types.ts';

/** Sides of tiles in pixels: progress comes often enough with the largest, the smallest still shows some context. */
const TILE_PX = { max: 192, min: 64 } as const;
/** Largest side for a network that needs at most `bytes` for a pixel: 5 to 12 % less work, because less of it overlaps. */
const SMALL_NETWORK = { bytes: 320, maxPx: 256 } as const;

export type NetworkNeeds = Pick<Needs, 'models' | 'networkBytes' | 'activationBytes' | 'tile'>;

/** What the networks of a plan need. They run one after the other, so the largest counts. Stops with `model.unknownAdapter`. */
export function networkNeeds(models: readonly Model[], adapters?: Adapters): NetworkNeeds {
  const chosen = models.map((model) => adapterOf(model, adapters));
  const max = (bytesOf: (cost: Cost) => number) => Math.max(0, ...chosen.map(({ cost }) => bytesOf(cost)));
  const activationBytes = max(({ bytes }) => ('tilePixel' in bytes ? bytes.tilePixel : 0));
  return {
    models,
    networkBytes: max(({ bytes }) => ('run' in bytes ? bytes.run : 0)),
    activationBytes,
    tile: activationBytes > 0 ? tileSidesFor(activationBytes) : null,
  };
}

const tileSidesFor = (activationBytes: number): Needs['tile'] =>
  activationBytes > SMALL_NETWORK.bytes ? TILE_PX : { ...TILE_PX, max: SMALL_NETWORK.maxPx };
