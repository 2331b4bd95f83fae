import { expect, it } from 'vitest';
import { networkOps } from '../../../../../site/engine/adapters/ops.ts';
import { restoreOps } from '../../../../../site/engine/ops/groups/restore.ts';
import type { Facts, OpContext, Pixels, Plane, Tensors } from '../../../../../site/engine/types.ts';

const SIDE_PX = 400;
const HIDDEN = [
  [0, 0, 0],
  [255, 255, 255],
  [128, 120, 110],
] as const;

/** A grainy disc before nothing, whose clear pixels have a colour that nobody sees. */
function cutOut(hidden: (typeof HIDDEN)[number]): Pixels {
  const data = new Uint8ClampedArray(4 * SIDE_PX ** 2);
  for (let i = 0, seed = 5; i < SIDE_PX ** 2; i++) {
    seed = (seed * 1664525 + 1013904223) >>> 0;
    const value = 110 + 16 * (seed / 2 ** 32 - 0.5);
    const isSeen = Math.hypot((i % SIDE_PX) - 200, Math.floor(i / SIDE_PX) - 200) < 140;
    data.set(isSeen ? [value + 18, value + 4, value - 14, 255] : [...hidden, 0], 4 * i);
  }
  return { width: SIDE_PX, height: SIDE_PX, data };
}

/** A network that is sure where its input is bright. */
const brightness = (adapter: string) => ({
  backend: 'wasm' as const,
  model: { id: 'net', adapter, inputs: [{ name: 'in', shape: [1, 3, 'h', 'w'] }], outputs: [{ name: 'out' }] },
  run: async (feeds: Tensors) => {
    const [input] = Object.values(feeds) as unknown as [{ data: Float32Array; dims: readonly number[] }];
    const [, , height = 0, width = 0] = input.dims;
    const data = Float32Array.from({ length: height * width }, (_, i) => 10 * (input.data[i]! - 0.6));
    return { out: { type: 'float32', dims: [1, 1, height, width], data } };
  },
});

const contextOf = (network: unknown): OpContext =>
  ({
    signal: new AbortController().signal,
    progress: () => {},
    checkpoint: async () => {},
    tileSide: 512,
    model: async () => network,
  }) as unknown as OpContext;

const seen = (picture: Pixels) => picture.data.filter((_, i) => picture.data[4 * Math.floor(i / 4) + 3] === 255);

it('overlays are found by what is seen', async () => {
  const found = HIDDEN.map(async (hidden) => {
    const context = contextOf(brightness('overlay'));
    return (await networkOps['net.find-overlay'](
      { picture: cutOut(hidden) },
      { model: 'net', longSide: 400 },
      context,
    )) as Plane;
  });
  const [black, ...others] = (await Promise.all(found)).map(({ data }) => [...data]);
  for (const other of others) expect(other).toEqual(black);
});

it('tones and noise are measured from what is seen', async () => {
  const context = contextOf(null);
  const results = HIDDEN.map(async (hidden) => {
    const picture = cutOut(hidden);
    const { facts } = (await restoreOps['restore.noise']({ picture }, {}, context)) as Facts;
    const toned = await restoreOps['restore.tones']({ picture }, { levels: 1, cast: 1, fading: 1 }, context);
    return [facts, [...seen(toned as Pixels)]];
  });
  const [black, ...others] = await Promise.all(results);
  for (const other of others) expect(other).toEqual(black);
  expect(Number(Object.values(black![0] as object)[0])).toBeGreaterThan(1);
});
