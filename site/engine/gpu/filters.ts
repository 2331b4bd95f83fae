import type { Kernel } from '../ops/stylise/along.ts';
import { acrossWeights, alongKernel, type LineOptions } from '../ops/stylise/lines.ts';
import { type PaintInput, type PaintOptions, SHARPNESS, tableFor } from '../ops/stylise/paint.ts';
import { sectorTables } from '../ops/stylise/sectors.ts';
import { hatchFlow, ranked, type StrokeOptions, strokeKernels, strokeNoise } from '../ops/stylise/strokes.ts';
import type { Plane, Planes } from '../types.ts';
import type { Gpu, Sides } from './context.ts';
import { ACROSS, ALONG, MOST, PAINT, ROW } from './shaders.ts';

/** The filters of `ops/stylise` that take the most time, on a graphics chip. */
export type Filters = {
  readonly paint: (input: PaintInput, options: PaintOptions, between: Between) => Promise<Planes>;
  readonly lines: (input: { tone: Plane; flow: Planes }, options: LineOptions, between: Between) => Promise<Plane>;
  readonly strokes: (
    flow: Planes,
    options: StrokeOptions & { readonly turn: number },
    between: Between,
  ) => Promise<Plane>;
};

/** Awaited between strips, with the share done, 0..1. It may throw. */
export type Between = (done: number) => Promise<void>;

export function filtersOn(gpu: Gpu): Filters {
  const run = runner(gpu);
  return {
    paint: async ({ picture, flow, fine }, { radius }, between) => {
      if (radius < 1) return picture;
      const { starts, dx, dy, weights } = sectorTables(radius);
      const [r, g, b] = picture.planes as readonly [Float32Array, Float32Array, Float32Array];
      const squares = Float32Array.from(r, (value, i) => value * value + g[i]! * g[i]! + b[i]! * b[i]!);
      const { width, height } = picture;
      const inputs = {
        picture: { size: picture, data: woven(r, g, b, squares) },
        tables: { size: picture, data: woven(Float32Array.from(fine.data, (_, i) => tableFor(flow, fine, i))) },
        starts: list(Float32Array.from(starts)),
        samples: list(Float32Array.from(dx), Float32Array.from(dy), weights),
      };
      const out = await run({ program: PAINT, inputs, integers: { sharpness: SHARPNESS }, floats: {} }, between);
      return { width, height, planes: [0, 1, 2].map((channel) => unwoven(out, channel)) };
    },
    lines: async ({ tone, flow }, { sigma, along }, between) => {
      const narrow = { weights: acrossWeights(sigma), step: 1 };
      const across = await run(pass(ACROSS, directed(tone, flow), narrow), (done) => between(done / 2));
      const smooth = pass(ALONG, { size: tone, data: across }, alongKernel(along));
      return { ...tone, data: unwoven(await run(smooth, (done) => between(0.5 + done / 2)), 0) };
    },
    strokes: async (flow, options, between) => {
      const noise = strokeNoise(flow, options);
      let input = directed(noise, hatchFlow(flow, options.turn));
      for (const kernel of strokeKernels(options))
        input = { size: noise, data: await run(pass(ALONG, input, kernel), between) };
      return ranked({ ...noise, data: unwoven(input.data, 0) });
    },
  };
}

type Input = { readonly size: Sides; readonly data: Float32Array };
type Pass = {
  readonly program: string;
  /** The first one is as large as the result. */
  readonly inputs: { readonly [name: string]: Input };
  readonly integers: { readonly [name: string]: number };
  readonly floats: { readonly [name: string]: Float32Array };
};

/** A pass with one kernel; longer ones than a program takes are cut, where they are next to nothing. */
const pass = (program: string, source: Input, { weights, step }: Kernel): Pass => ({
  program,
  inputs: { source },
  integers: { count: Math.min(MOST, weights.length), stride: step },
  floats: { weights: weights.subarray(0, MOST) },
});

/** Carries out a pass and gives its numbers, four a pixel. */
function runner(gpu: Gpu): (work: Pass, between: Between) => Promise<Float32Array> {
  return async ({ program, inputs, integers, floats }, between) => {
    const size = Object.values(inputs)[0]!.size;
    const textures = Object.entries(inputs).map(
      ([name, input]) => [name, gpu.texture(input.size, input.data)] as const,
    );
    const target = gpu.texture(size, null);
    try {
      const work = { program: gpu.program(program), target, size, integers, floats };
      await gpu.draw({ ...work, textures: Object.fromEntries(textures) }, between);
      return gpu.read(target, size);
    } finally {
      gpu.free(target, ...textures.map(([, texture]) => texture));
    }
  };
}

/** Up to four planes as one of four numbers a pixel. */
function woven(...planes: readonly Float32Array[]): Float32Array {
  const out = new Float32Array(4 * planes[0]!.length);
  for (const [channel, plane] of planes.entries())
    for (let i = 0; i < plane.length; i++) out[4 * i + channel] = plane[i]!;
  return out;
}

const unwoven = (data: Float32Array, channel: number): Float32Array<ArrayBuffer> => {
  const out = new Float32Array(data.length / 4);
  for (let i = 0; i < out.length; i++) out[i] = data[4 * i + channel]!;
  return out;
};

const directed = (source: Plane, flow: Planes): Input => ({
  size: source,
  data: woven(source.data, flow.planes[0]!, flow.planes[1]!),
});

/** A long list as a texture of full rows. */
function list(...planes: readonly Float32Array[]): Input {
  const height = Math.max(1, Math.ceil(planes[0]!.length / ROW));
  const data = new Float32Array(4 * ROW * height);
  data.set(woven(...planes));
  return { size: { width: ROW, height }, data };
}
