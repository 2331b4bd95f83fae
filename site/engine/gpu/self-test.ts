import { emptyPlane, planeOf } from '../ops/planes.ts';
import { tangents } from '../ops/stylise/flow.ts';
import { lineResponse } from '../ops/stylise/lines.ts';
import { paint } from '../ops/stylise/paint.ts';
import { noiseAt } from '../ops/stylise/strokes.ts';
import type { Planes } from '../types.ts';
import type { Filters } from './filters.ts';

/** Mean difference that results may have from those of the processor, of a range of 1. */
export const TOLERANCE = 2 / 255;

/** Whether a chip's filters give what the processor gives, on a small picture of soft noise. */
export async function isRight(filters: Filters): Promise<boolean> {
  const size = { width: 40, height: 32 };
  const plane = (seed: number) =>
    Float32Array.from({ length: size.width * size.height }, (_, i) =>
      noiseAt(Math.floor((i % size.width) / 4), Math.floor(i / size.width / 4), seed),
    );
  const picture: Planes = { ...size, planes: [plane(1), plane(2), plane(3)] };
  const flow = tangents(picture, 2);
  const fine = { ...emptyPlane(size), data: plane(4) };
  const between = async () => undefined;
  const tone = planeOf(picture, 0);
  const line = { sigma: 1, along: 3 };
  const painted = await filters.paint({ picture, flow, fine }, { radius: 4 }, between);
  const lines = await filters.lines({ tone, flow }, line, between);
  const own = finish(paint({ picture, flow, fine }, { radius: 4 }));
  const pairs = [
    ...painted.planes.map((found, channel) => [found, own.planes[channel]!] as const),
    [lines.data, finish(lineResponse(tone, flow, line)).data] as const,
  ];
  return pairs.every(([found, wanted]) => difference(found, wanted) < TOLERANCE);
}

function difference(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += Math.abs(a[i]! - b[i]!);
  return sum / a.length;
}

function finish<T>(work: Generator<number, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}
