import { describe, expect, it } from 'vitest';
import { createRestorer, inpaintSmooth, type RestoreOptions } from '../../../../../../site/engine/ops/video/restore.ts';
import { createRemover, opaqueModel } from '../../../../../../site/engine/ops/video/unblend.ts';
import type { Yuv } from '../../../../../../site/engine/ops/video/yuv.ts';
import { cameraOver, marked, psnrAt } from './clips.ts';

const SIZE = { width: 128, height: 96 };
const inMark = (at: number) => {
  const [x, y] = [at % SIZE.width, Math.floor(at / SIZE.width)];
  return x >= 44 && x < 84 && y >= 40 && y < 56;
};
const hole = Uint8Array.from({ length: SIZE.width * SIZE.height }, (_, at) => (inMark(at) ? 1 : 0));
const mark = { alpha: Float32Array.from(hole), colour: [200, 100, 150] } as const;
const camera = cameraOver(SIZE, 9);

async function restored(frames: readonly Yuv[], change: Partial<RestoreOptions> = {}): Promise<readonly Yuv[]> {
  const remover = createRemover(opaqueModel(SIZE, hole));
  const checkpoint = async () => undefined;
  const common = {
    remover,
    useNeighbours: true,
    reuseLast: true,
    inpaint: inpaintSmooth,
    maxFrames: 16,
    lookahead: 8,
    checkpoint,
  };
  const restorer = createRestorer({ ...common, ...change });
  const out: Yuv[] = [];
  for (const frame of frames) {
    const valid = new Uint8Array(SIZE.width * SIZE.height).fill(1);
    out.push(...(await restorer.push({ yuv: marked(frame, mark), valid })));
  }
  return [...out, ...(await restorer.flush())];
}

/** Mean change from frame to frame inside the watermark. */
function flicker(frames: readonly Yuv[]): number {
  let [sum, count] = [0, 0];
  for (let t = 1; t < frames.length; t++)
    for (let at = 0; at < hole.length; at++)
      if (hole[at]) [sum, count] = [sum + Math.abs(frames[t]!.data[at]! - frames[t - 1]!.data[at]!), count + 1];
  return sum / count;
}

describe('createRestorer with an opaque watermark', () => {
  it('fills pixels with values from other frames', async () => {
    const clean = Array.from({ length: 20 }, (_, t) => camera(2.7 * t, -1.8 * t));
    const [filled, alone] = [await restored(clean), await restored(clean, { useNeighbours: false, reuseLast: false })];
    expect(filled).toHaveLength(clean.length);
    const worst = Math.min(...filled.map((frame, t) => psnrAt(frame, clean[t]!, inMark)));
    const single = Math.max(...alone.map((frame, t) => psnrAt(frame, clean[t]!, inMark)));
    expect(worst).toBeGreaterThan(31);
    expect(worst).toBeGreaterThan(single + 5);
    expect(flicker(filled)).toBeLessThan(1.1 * flicker(clean));
  });

  it('reuses one filling while the picture is static', async () => {
    const clean = Array.from({ length: 6 }, () => camera(0, 0));
    let invented = 0;
    const filled = await restored(clean, {
      inpaint: (crop, chosen) => {
        invented++;
        return inpaintSmooth(crop, chosen);
      },
    });
    expect(invented).toBe(1);
    expect(flicker(filled)).toBe(0);
  });

  it('uses no frames from before a cut', async () => {
    const other = cameraOver(SIZE, 31);
    const clean = [0, 1, 2, 3, 4, 5].map((t) => (t < 3 ? camera(4 * t, 0) : other(0, 0)));
    let cuts = 0;
    await restored(clean, {
      inpaint: (crop, chosen) => {
        cuts++;
        return inpaintSmooth(crop, chosen);
      },
    });
    expect(cuts).toBe(2);
  });

  it('leaves all other pixels unchanged', async () => {
    const clean = [0, 1, 2].map((t) => camera(3 * t, t));
    for (const [t, frame] of (await restored(clean)).entries())
      expect(psnrAt(frame, clean[t]!, (at) => !inMark(at))).toBeGreaterThan(100);
  });
});
