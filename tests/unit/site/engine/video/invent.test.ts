import { describe, expect, it } from 'vitest';
import { createRestorer } from '../../../../../site/engine/ops/video/restore.ts';
import { createRemover, opaqueModel } from '../../../../../site/engine/ops/video/unblend.ts';
import { emptyYuv, type Yuv, yuvPlanes } from '../../../../../site/engine/ops/video/yuv.ts';
import type { Network, OpContext } from '../../../../../site/engine/types.ts';
import { inventByNetwork } from '../../../../../site/engine/video/invent.ts';

const SIZE = { width: 64, height: 48 };
const inside = (at: number) => {
  const [x, y] = [at % SIZE.width, Math.floor(at / SIZE.width)];
  return x >= 24 && x < 40 && y >= 16 && y < 32;
};
const hole = Uint8Array.from({ length: SIZE.width * SIZE.height }, (_, at) => (inside(at) ? 1 : 0));

/** A network that returns its input, with another red in the hole at each run, so that any flicker is visible. */
function restless() {
  let runs = 0;
  const network = {
    backend: 'wasm',
    model: {
      adapter: 'migan',
      inputs: [{ name: 'image' }, { name: 'mask' }],
      outputs: [{ name: 'result' }],
    },
    run: async ({ image, mask }: Record<string, { data: Uint8Array; dims: readonly number[] }>) => {
      runs++;
      const data = image!.data.slice();
      const area = mask!.data.length;
      for (let at = 0; at < area; at++)
        if (mask!.data[at] === 0)
          for (const [c, value] of [120 + 30 * runs, 40, 40].entries()) data[c * area + at] = value;
      return { result: { type: 'uint8', dims: image!.dims, data } };
    },
  } as unknown as Network;
  const context: OpContext = {
    signal: new AbortController().signal,
    progress: () => undefined,
    checkpoint: async () => undefined,
    model: async () => network,
    tileSide: 512,
  };
  return { invent: inventByNetwork('migan', context), runs: () => runs };
}

/** A static picture with the noise of a camera. */
function frame(time: number): Yuv {
  const yuv = emptyYuv(SIZE);
  for (const [index, { data, width }] of yuvPlanes(yuv).entries())
    for (let at = 0; at < data.length; at++)
      data[at] = index > 0 ? 128 : 90 + (((at % width) + 7 * time + 3 * Math.floor(at / width)) % 5);
  return yuv;
}

describe('filling video frames by a network', () => {
  it('changes luma and chroma of the hole, and nothing else', async () => {
    const source = frame(0);
    const filled = await restless().invent(source, hole);
    const [y, cb, cr] = yuvPlanes(filled);
    const centre = { luma: 24 * 64 + 32, chroma: 12 * 32 + 16 };
    expect(cr.data[centre.chroma]).toBeGreaterThan(150);
    expect(cb.data[centre.chroma]).toBeLessThan(125);
    expect(y.data[centre.luma]).toBeLessThan(90);
    for (let at = 0; at < hole.length; at++) if (!hole[at]) expect(y.data[at]).toBe(source.data[at]);
  });

  it('runs for key frames only, and does not flicker between them', async () => {
    const { invent, runs } = restless();
    const remover = createRemover(opaqueModel(SIZE, hole));
    const checkpoint = async () => undefined;
    const common = { remover, useNeighbours: false, reuseLast: true, maxFrames: 8, lookahead: 2 };
    const restorer = createRestorer({ ...common, inpaint: invent, checkpoint });
    const valid = new Uint8Array(hole.length).fill(1);
    const filled: Yuv[] = [];
    for (let time = 0; time < 16; time++) filled.push(...(await restorer.push({ yuv: frame(time), valid })));
    filled.push(...(await restorer.flush()));
    expect(filled).toHaveLength(16);
    expect(runs()).toBe(1);
    const change = (chosen: (at: number) => boolean) => {
      let [sum, count] = [0, 0];
      for (const [t, { data }] of filled.entries())
        for (let at = 0; t > 0 && at < hole.length; at++)
          if (chosen(at)) {
            sum += Math.abs(data[at]! - filled[t - 1]!.data[at]!);
            count++;
          }
      return sum / count;
    };
    expect(change(inside)).toBeLessThan(1.2 * change((at) => !inside(at)));
  });
});
