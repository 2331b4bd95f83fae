import type { Job, Step, Value, Values } from '../types.ts';

/** Maximum bytes that are kept: a plane of 16 megapixels. */
const MAX_BYTES = 64e6;

/** Output of the last step with `Step.remember`, for the next job on the same picture. */
export type Memory = {
  /** The cached values of a job, and its remaining steps. */
  readonly recall: (job: Job) => { readonly cached: Values; readonly steps: readonly Step[] };
  /** Keeps the output of steps with `remember`. */
  readonly keep: (job: Job, values: Values) => void;
  /** Whether a buffer is kept here and must not be transferred. */
  readonly owns: (buffer: ArrayBufferLike) => boolean;
};

/** Names of the values that later jobs may reuse. */
export const rememberedNames = (steps: readonly Step[]): readonly string[] =>
  steps.filter(({ remember }) => remember).map(({ output }) => output);

export function createMemory(): Memory {
  let last: { readonly key: string; readonly value: Value } | null = null;
  const isCached = (job: Job, step: Step) => step.remember === true && last?.key === keyOf(job, step);
  return {
    recall: (job) => {
      const found = job.steps.filter((step) => isCached(job, step));
      return {
        cached: Object.fromEntries(found.map(({ output }) => [output, last!.value])),
        steps: job.steps.filter((step) => !found.includes(step)),
      };
    },
    keep: (job, values) => {
      for (const step of job.steps) {
        const value = step.remember && job.source.kind === 'file' ? values[step.output] : undefined;
        if (value && 'data' in value && value.data.byteLength <= MAX_BYTES) last = { key: keyOf(job, step), value };
      }
    },
    owns: (buffer) => last !== null && 'data' in last.value && last.value.data.buffer === buffer,
  };
}

const keyOf = ({ source, longSide }: Job, { op, params }: Step): string =>
  JSON.stringify([source.id, longSide ?? null, op, params]);
