import type { Model } from '../manifest.ts';
import type { Device, EncodeType, ExpectedTimes, JobResult, Size, Step } from '../types.ts';
import { clampFactor, networkMs, startMs } from './durations.ts';

/**
 * Milliseconds of operations without a network for each megapixel of the picture, on the baseline device. Measured as
 * processor time with a photograph of 2 megapixels (`tests/bench/estimates/run.mjs --steps`; searches, which that leaves out,
 * by themselves); operations that are missing count as `OTHER`. `upscale.finish` takes 200 for a JPEG and 2000 for a clean
 * picture, which is known only once it runs: its number lies between, as far from both.
 */
const MS_PER_MEGAPIXEL: { readonly [op: string]: number } = {
  'deblur.measure': 130,
  'deblur.sparse': 430,
  'fill.holes': 2500,
  'logo.clear': 900,
  'marks.estimate': 2700,
  'marks.find': 1800,
  'marks.measure': 20,
  'marks.residue': 20,
  'marks.unblend': 20,
  'matte.clean': 90,
  'matte.cut-out': 450,
  'matte.presence': 3,
  'matte.refine': 230,
  'picture.mix': 20,
  'restore.noise': 110,
  'restore.smooth': 300,
  'restore.tones': 800,
  'sharpen.finish': 1150,
  'sharpen.instant': 600,
  'sketch.draw': 500,
  'sketch.strokes': 375,
  'style.areas': 680,
  'style.cel': 470,
  'style.flow': 220,
  'style.ink': 140,
  'style.lines': 520,
  'style.paint': 730,
  'style.prepare': 150,
  'style.structure': 500,
  'style.tone': 140,
  'upscale.finish': 600,
};
const OTHER = 150;

/** Operations that work on a reduced picture, with its longer side in pixels. */
const REDUCED_SIDE_PX: { readonly [op: string]: number } = { 'net.find-damage': 1400 };

/** Operations that work at the size of a drawing, which its first step states. */
const isDrawing = (op: string): boolean => op === 'sketch.strokes' || (op.startsWith('style.') && op !== 'style.cel');

/** The size at which a step works. */
function sizeFor({ op }: Step, { steps, source }: TimedPlan): Size {
  const drawing = isDrawing(op) ? steps.find((step) => step.op === 'style.prepare') : undefined;
  if (drawing) return drawing.params as Size;
  const longSide = Math.max(source.width, source.height);
  const factor = Math.min(1, (REDUCED_SIDE_PX[op] ?? longSide) / longSide);
  return { width: Math.ceil(source.width * factor), height: Math.ceil(source.height * factor) };
}

/** Runs of a network for mattes that also predicts crops: the median of photographs; there are up to four crops. */
const RUNS_OF_CROPS = 4;

/** Milliseconds that encoding takes for each megapixel. */
const ENCODE_MS: { readonly [type in EncodeType]: number } = {
  'image/png': 450,
  'image/jpeg': 180,
  'image/webp': 150,
  'image/avif': 1500,
  'image/jxl': 500,
};

/** Factors between the time of a kind of step here and on the baseline device, by `stepName`; that of `ANY_STEP` by a probe. */
export type StepFactors = { readonly [name: string]: number };

/** The name of the factor for all steps, which a probe measures before the first job. */
export const ANY_STEP = '*';

/**
 * The factor of a kind of step; for one that has not run here, the median of the probe's and those of other networks, or of
 * other operations without one, of two the lower one: the code of a short operation is slow at first, that of networks is not.
 */
function factorOf(factors: StepFactors, name: string): number {
  const isNetwork = name.startsWith('net.');
  const others = Object.entries(factors).filter(([key]) => key === ANY_STEP || key.startsWith('net.') === isNetwork);
  const sorted = others.map(([, factor]) => factor).sort((a, b) => a - b);
  return factors[name] ?? sorted[(sorted.length - 1) >> 1] ?? 1;
}

/** Kinds of steps differ by their operation and network. */
export const stepName = ({ op, params }: Step): string => `${op} ${modelOf(params) ?? ''}`.trim();

/** The name under which the factor of encoding is remembered. */
const encodeName = (type: EncodeType): string => `encode ${type}`;

const modelOf = (params: unknown): string | undefined => {
  const model = (params as { readonly model?: unknown } | null)?.model;
  return typeof model === 'string' ? model : undefined;
};

export type TimedPlan = {
  readonly steps: readonly Step[];
  readonly models: readonly Model[];
  readonly source: Size;
  readonly output: Size;
  /** Side of the tiles on this device, in pixels. */
  readonly tileSide: number;
  /** Ids of the networks that run already. */
  readonly started: readonly string[];
  /** Format of the result's file; null if none is encoded. */
  readonly encode: EncodeType | null;
};

const megapixels = ({ width, height }: Size): number => (width * height) / 1e6;

/** Milliseconds of each step on the baseline device, times what was learned on this one. */
export function expectedTimes(plan: TimedPlan, device: Device, factors: StepFactors): ExpectedTimes {
  const { steps, models, output, encode } = plan;
  const cold = new Set(models.filter(({ id }) => !plan.started.includes(id)));
  let runtimeStarts = plan.started.length === 0;
  const starts = steps.map(({ params }) => {
    const named = models.filter((model) => modelsOf(params).includes(model.id) && cold.delete(model));
    const ms = named.reduce((total, model) => total + startMs(model), 0);
    const first = ms > 0 && runtimeStarts ? startMs(null) : 0;
    if (ms > 0) runtimeStarts = false;
    return (ms + first) * factorOf(factors, ANY_STEP);
  });
  const finish = encode ? ENCODE_MS[encode] * megapixels(output) * factorOf(factors, encodeName(encode)) : 0;
  const times = steps.map((step) => baselineMs(step, plan, device) * factorOf(factors, stepName(step)));
  return { steps: times, starts, finish };
}

/** Milliseconds of the whole plan. */
export const totalMs = ({ steps, starts, finish }: ExpectedTimes): number =>
  [...steps, ...starts].reduce((total, ms) => total + ms, finish);

const modelsOf = (params: unknown): readonly string[] => {
  const { model, decoder } = (params ?? {}) as { readonly model?: unknown; readonly decoder?: unknown };
  return [model, decoder].filter((id) => typeof id === 'string');
};

function baselineMs(step: Step, plan: TimedPlan, device: Device): number {
  const { models, tileSide } = plan;
  const size = sizeFor(step, plan);
  const network = modelsOf(step.params)
    .map((id) => models.find((model) => model.id === id))
    .reduce((total, model) => total + (model ? networkMs(step, model, { source: size, tileSide, device }) : 0), 0);
  const { closer } = (step.params ?? {}) as { readonly closer?: unknown };
  if (closer === true) return RUNS_OF_CROPS * network;
  return network > 0 ? network : (MS_PER_MEGAPIXEL[step.op] ?? OTHER) * megapixels(size);
}

type Measured = Pick<JobResult, 'stepMs' | 'finishMs'>;

/** Shorter times say nothing about a device, in milliseconds: until then the browser has not optimised the code. */
const MIN_LEARNED_MS = 200;

/**
 * Factors after a job: that of a kind of step is the average of its factor so far and that of this job. Times of one
 * device stay on it.
 */
export function learnedStepFactors(factors: StepFactors, plan: TimedPlan, { device, measured }: TimedJob): StepFactors {
  const baseline = expectedTimes(plan, device, {});
  const names = plan.steps.map(stepName);
  const sums = new Map<string, { ms: number; expectedMs: number }>();
  const add = (name: string, ms: number, expectedMs: number) => {
    if (ms < MIN_LEARNED_MS || expectedMs <= 0) return;
    const sum = sums.get(name) ?? { ms: 0, expectedMs: 0 };
    sums.set(name, { ms: sum.ms + ms, expectedMs: sum.expectedMs + expectedMs });
  };
  for (const [index, name] of names.entries()) add(name, measured.stepMs[index] ?? 0, baseline.steps[index] ?? 0);
  if (plan.encode) add(encodeName(plan.encode), measured.finishMs, baseline.finish);
  const learned = [...sums].map(([name, { ms, expectedMs }]): [string, number] => {
    const last = clampFactor(ms / expectedMs);
    return [name, factors[name] === undefined ? last : (factors[name] + last) / 2];
  });
  return { ...factors, ...Object.fromEntries(learned) };
}

/** What a job took, and where. */
export type TimedJob = { readonly device: Device; readonly measured: Measured };
