import { emptyPlane, planeOf } from '../ops/planes.ts';
import { runToEnd } from '../ops/progress.ts';
import { edgeTangentFlow } from '../ops/stylise/flow.ts';
import { lineResponse } from '../ops/stylise/lines.ts';
import { paint } from '../ops/stylise/paint.ts';
import { hashNoise } from '../ops/stylise/strokes.ts';
import type { Planes } from '../types.ts';
import type { GpuFilters } from './filters.ts';

/** Maximum mean absolute difference from the CPU's results, for values in 0..1. */
export const MAX_MEAN_DIFFERENCE = 2 / 255;

/** Whether the GPU's filters match the CPU's on a small picture of smooth noise. */
export async function matchesCpu(filters: GpuFilters): Promise<boolean> {
  const size = { width: 40, height: 32 };
  const plane = (seed: number) =>
    Float32Array.from({ length: size.width * size.height }, (_, i) =>
      hashNoise(Math.floor((i % size.width) / 4), Math.floor(i / size.width / 4), seed),
    );
  const picture: Planes = { ...size, planes: [plane(1), plane(2), plane(3)] };
  const flow = edgeTangentFlow(picture, 2);
  const fine = { ...emptyPlane(size), data: plane(4) };
  const onStrip = async () => undefined;
  const tone = planeOf(picture, 0);
  const lineOptions = { sigma: 1, along: 3 };
  const painted = await filters.paint({ picture, flow, fine }, { radius: 4 }, onStrip);
  const lines = await filters.lines({ tone, flow }, lineOptions, onStrip);
  const expected = runToEnd(paint({ picture, flow, fine }, { radius: 4 }));
  const pairs = [
    ...painted.planes.map((found, channel) => [found, expected.planes[channel]!] as const),
    [lines.data, runToEnd(lineResponse(tone, flow, lineOptions)).data] as const,
  ];
  return pairs.every(([found, reference]) => meanDifference(found, reference) < MAX_MEAN_DIFFERENCE);
}

function meanDifference(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += Math.abs(a[i]! - b[i]!);
  return sum / a.length;
}
