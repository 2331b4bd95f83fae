import type { Model } from '../manifest.ts';
import type { Device, EncodeType, ExpectedTimes, JobResult, Size, Step } from '../types.ts';
import { clampFactor, networkMs, startMs } from './durations.ts';

/**
 * Milliseconds of operations without a network for each megapixel of the picture, on the baseline device. Measured in
 * Chromium with a photograph of 2 megapixels; operations that are missing count as `OTHER`.
 */
const MS_PER_MEGAPIXEL: { readonly [op: string]: number } = {
  'deblur.measure': 60,
  'logo.clear': 1500,
  'matte.cut-out': 270,
  'matte.clean': 100,
  'restore.noise': 60,
  'sharpen.instant': 300,
  'sketch.draw': 230,
  'sketch.strokes': 260,
  'style.areas': 280,
  'style.cel': 250,
  'style.ink': 80,
  'style.lines': 300,
  'style.paint': 540,
};
const OTHER = 150;

/** Operations that work on a reduced picture, with its longer side in pixels. */
const REDUCED_SIDE_PX: { readonly [op: string]: number } = { 'net.find-damage': 1400 };

/** Runs of a network for mattes that also predicts crops: up to four of them. */
const RUNS_OF_CROPS = 5;

/** Milliseconds that encoding takes for each megapixel. */
const ENCODE_MS: { readonly [type in EncodeType]: number } = {
  'image/png': 450,
  'image/jpeg': 60,
  'image/webp': 150,
  'image/avif': 1500,
};

/** Factors between the time of a kind of step here and on the baseline device, by `stepName`. */
export type StepFactors = { readonly [name: string]: number };

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
    return ms + first;
  });
  const factorOf = (name: string) => factors[name] ?? 1;
  const finish = encode ? ENCODE_MS[encode] * megapixels(output) * factorOf(encodeName(encode)) : 0;
  return { steps: steps.map((step) => baselineMs(step, plan, device) * factorOf(stepName(step))), starts, finish };
}

const modelsOf = (params: unknown): readonly string[] => {
  const { model, decoder } = (params ?? {}) as { readonly model?: unknown; readonly decoder?: unknown };
  return [model, decoder].filter((id) => typeof id === 'string');
};

function baselineMs(step: Step, { models, source, tileSide }: TimedPlan, device: Device): number {
  const side = REDUCED_SIDE_PX[step.op] ?? Number.POSITIVE_INFINITY;
  const factor = Math.min(1, side / Math.max(source.width, source.height));
  const size = { width: Math.ceil(source.width * factor), height: Math.ceil(source.height * factor) };
  const network = modelsOf(step.params)
    .map((id) => models.find((model) => model.id === id))
    .reduce((total, model) => total + (model ? networkMs(step, model, { source: size, tileSide, device }) : 0), 0);
  const { closer } = (step.params ?? {}) as { readonly closer?: unknown };
  if (closer === true) return RUNS_OF_CROPS * network;
  return network > 0 ? network : (MS_PER_MEGAPIXEL[step.op] ?? OTHER) * megapixels(source);
}

type Measured = Pick<JobResult, 'stepMs' | 'finishMs'>;

/** Shorter times say nothing about a device, in milliseconds. */
const MIN_LEARNED_MS = 20;

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
