import type { Job, Step, Value, Values } from '../types.ts';

/** Bytes that are kept at most: a plane of 16 megapixels. */
const MOST_BYTES = 64e6;

/** What the last steps that are to be remembered (`Step.remember`) gave of a picture, so that the next job has it. */
export type Memory = {
  /** The values that are known already, and the steps that are left to do. */
  readonly recall: (job: Job) => { readonly known: Values; readonly steps: readonly Step[] };
  /** Keeps what those steps gave. */
  readonly keep: (job: Job, values: Values) => void;
  /** Whether a buffer is kept here, so that it must not be moved away. */
  readonly owns: (buffer: ArrayBufferLike) => boolean;
};

/** Names of the values that are worth keeping. */
export const toRemember = (steps: readonly Step[]): readonly string[] =>
  steps.filter(({ remember }) => remember).map(({ output }) => output);

export function createMemory(): Memory {
  let last: { readonly key: string; readonly value: Value } | null = null;
  const isKnown = (job: Job, step: Step) => step.remember === true && last?.key === keyOf(job, step);
  return {
    recall: (job) => {
      const found = job.steps.filter((step) => isKnown(job, step));
      return {
        known: Object.fromEntries(found.map(({ output }) => [output, last!.value])),
        steps: job.steps.filter((step) => !found.includes(step)),
      };
    },
    keep: (job, values) => {
      for (const step of job.steps) {
        const value = step.remember && job.source.kind === 'file' ? values[step.output] : undefined;
        if (value && 'data' in value && value.data.byteLength <= MOST_BYTES) last = { key: keyOf(job, step), value };
      }
    },
    owns: (buffer) => last !== null && 'data' in last.value && last.value.data.buffer === buffer,
  };
}

const keyOf = ({ source, longSide }: Job, { op, params }: Step): string =>
  JSON.stringify([source.id, longSide ?? null, op, params]);
