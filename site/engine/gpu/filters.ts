import { mapTo } from '../ops/map-to.ts';
import type { FlowKernel } from '../ops/stylise/flow.ts';
import { acrossWeights, alongKernel, type LineOptions } from '../ops/stylise/lines.ts';
import { type PaintInput, type PaintOptions, tableIndexAt, VARIANCE_SCALE } from '../ops/stylise/paint.ts';
import { sectorTables } from '../ops/stylise/sectors.ts';
import {
  equaliseHistogram,
  hatchFlow,
  type StrokeOptions,
  strokeKernels,
  strokeNoise,
} from '../ops/stylise/strokes.ts';
import type { Plane, Planes } from '../types.ts';
import type { Gpu, TextureSize } from './context.ts';
import { ACROSS, ALONG, MAX_KERNEL_WEIGHTS, PAINT, TABLE_WIDTH } from './shaders.ts';

/** The slowest filters of `ops/stylise`, on the GPU. */
export type GpuFilters = {
  readonly paint: (input: PaintInput, options: PaintOptions, onStrip: OnStrip) => Promise<Planes>;
  readonly lines: (input: { tone: Plane; flow: Planes }, options: LineOptions, onStrip: OnStrip) => Promise<Plane>;
  readonly strokes: (
    flow: Planes,
    options: StrokeOptions & { readonly turn: number },
    onStrip: OnStrip,
  ) => Promise<Plane>;
};

/** Awaited after each strip with the fraction done (0..1). May throw, which cancels the filter. */
export type OnStrip = (done: number) => Promise<void>;

/** Creates the filters on an open context. */
export function createGpuFilters(gpu: Gpu): GpuFilters {
  const run = createRunner(gpu);
  return {
    paint: async ({ picture, flow, fine }, { radius }, onStrip) => {
      if (radius < 1) return picture;
      const { starts, dx, dy, weights } = sectorTables(radius);
      const [r, g, b] = picture.planes as readonly [Float32Array, Float32Array, Float32Array];
      const squares = mapTo(Float32Array, r, (value, i) => value * value + g[i]! * g[i]! + b[i]! * b[i]!);
      const { width, height } = picture;
      const inputs = {
        picture: { size: picture, data: interleave(r, g, b, squares) },
        tables: {
          size: picture,
          data: interleave(mapTo(Float32Array, fine.data, (_, i) => tableIndexAt(flow, fine, i))),
        },
        starts: listTexture(Float32Array.from(starts)),
        samples: listTexture(Float32Array.from(dx), Float32Array.from(dy), weights),
      };
      const out = await run({ program: PAINT, inputs, integers: { sharpness: VARIANCE_SCALE }, floats: {} }, onStrip);
      return { width, height, planes: [0, 1, 2].map((channel) => deinterleave(out, channel)) };
    },
    lines: async ({ tone, flow }, { sigma, along }, onStrip) => {
      const narrow = { weights: acrossWeights(sigma), stepPx: 1 };
      const across = await run(pass(ACROSS, withTangents(tone, flow), narrow), (done) => onStrip(done / 2));
      const smoothing = pass(ALONG, { size: tone, data: across }, alongKernel(along));
      return { ...tone, data: deinterleave(await run(smoothing, (done) => onStrip(0.5 + done / 2)), 0) };
    },
    strokes: async (flow, options, onStrip) => {
      const noise = strokeNoise(flow, options);
      let input = withTangents(noise, hatchFlow(flow, options.turn));
      for (const kernel of strokeKernels(options))
        input = { size: noise, data: await run(pass(ALONG, input, kernel), onStrip) };
      return equaliseHistogram({ ...noise, data: deinterleave(input.data, 0) });
    },
  };
}

type Input = { readonly size: TextureSize; readonly data: Float32Array };
type Pass = {
  readonly program: string;
  /** Input textures by uniform name; the first one has the size of the result. */
  readonly inputs: { readonly [name: string]: Input };
  readonly integers: { readonly [name: string]: number };
  readonly floats: { readonly [name: string]: Float32Array };
};

/** A pass with one kernel, truncated to `MAX_KERNEL_WEIGHTS`; the weights beyond are negligible. */
const pass = (program: string, source: Input, { weights, stepPx }: FlowKernel): Pass => ({
  program,
  inputs: { source },
  integers: { count: Math.min(MAX_KERNEL_WEIGHTS, weights.length), stride: stepPx },
  floats: { weights: weights.subarray(0, MAX_KERNEL_WEIGHTS) },
});

/** Returns a function that runs a pass and reads its result, four floats per pixel. */
function createRunner(gpu: Gpu): (work: Pass, onStrip: OnStrip) => Promise<Float32Array> {
  return async ({ program, inputs, integers, floats }, onStrip) => {
    const size = Object.values(inputs)[0]!.size;
    const textures = Object.entries(inputs).map(
      ([name, input]) => [name, gpu.texture(input.size, input.data)] as const,
    );
    const target = gpu.texture(size, null);
    try {
      const work = { program: gpu.program(program), target, size, integers, floats };
      await gpu.draw({ ...work, textures: Object.fromEntries(textures) }, onStrip);
      return gpu.read(target, size);
    } finally {
      gpu.free(target, ...textures.map(([, texture]) => texture));
    }
  };
}

/** Interleaves up to four planes to four floats per pixel. */
function interleave(...planes: readonly Float32Array[]): Float32Array {
  const out = new Float32Array(4 * planes[0]!.length);
  for (const [channel, plane] of planes.entries())
    for (let i = 0; i < plane.length; i++) out[4 * i + channel] = plane[i]!;
  return out;
}

/** One channel of interleaved data. */
const deinterleave = (data: Float32Array, channel: number): Float32Array<ArrayBuffer> => {
  const out = new Float32Array(data.length / 4);
  for (let i = 0; i < out.length; i++) out[i] = data[4 * i + channel]!;
  return out;
};

/** A plane with the tangents of a flow, in one texture. */
const withTangents = (source: Plane, flow: Planes): Input => ({
  size: source,
  data: interleave(source.data, flow.planes[0]!, flow.planes[1]!),
});

/** A list of up to four numbers per entry as a texture `TABLE_WIDTH` wide. */
function listTexture(...planes: readonly Float32Array[]): Input {
  const height = Math.max(1, Math.ceil(planes[0]!.length / TABLE_WIDTH));
  const data = new Float32Array(4 * TABLE_WIDTH * height);
  data.set(interleave(...planes));
  return { size: { width: TABLE_WIDTH, height }, data };
}
