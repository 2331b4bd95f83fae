import type { Parts, Progress, Stage, Step } from '../types.ts';

/** Progress of a plan: the running step, its fraction done and its time so far. */
export type PlanProgress = {
  readonly weights: readonly number[];
  readonly index: number;
  /** Fraction of the running step, 0..1. */
  readonly done: number;
  /** Milliseconds since the running step began. */
  readonly elapsedMs: number;
};

export const weightsOf = (steps: readonly Step[]): readonly number[] => steps.map(({ weight = 1 }) => weight);

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** Fraction of the whole plan that is done, 0..1. */
export function fractionDone({ weights, index, done }: PlanProgress): number {
  const total = sum(weights);
  return total > 0 ? Math.min(1, (sum(weights.slice(0, index)) + (weights[index] ?? 0) * done) / total) : 1;
}

/**
 * Estimated milliseconds left, extrapolated from the running step; null while nothing of it is done. Later steps count by
 * weight.
 */
export function timeLeft({ weights, index, done, elapsedMs }: PlanProgress): number | null {
  if (done <= 0 || elapsedMs <= 0) return null;
  const whole = elapsedMs / done;
  const weight = weights[index] ?? 0;
  const later = weight > 0 ? (sum(weights.slice(index + 1)) / weight) * whole : 0;
  return Math.round(whole - elapsedMs + later);
}

export type Reporter = {
  /** Begins a stage unless it is already running, and its time. */
  readonly stage: (stage: Stage) => void;
  /** Reports the fraction of the stage that is done, 0..1, and estimates the time left. */
  readonly done: (done: number, parts?: Parts) => void;
  /** Reports the progress of a plan with several steps. */
  readonly plan: (progress: PlanProgress, parts?: Parts) => void;
};

const MIN_INTERVAL_MS = 50;

/** Sends progress to the page at most every 50 ms; always sends the first and the last. */
export function reporter(send: (progress: Progress) => void, now: () => number): Reporter {
  let stage: Stage = 'waiting';
  let began = now();
  let sent = Number.NEGATIVE_INFINITY;
  const offer = (progress: Progress) => {
    if (progress.done < 1 && now() - sent < MIN_INTERVAL_MS) return;
    sent = now();
    send(progress);
  };
  return {
    stage: (next) => {
      if (next === stage) return;
      stage = next;
      began = now();
      sent = now();
      send({ stage, done: 0, etaMs: null });
    },
    done: (done, parts) => {
      const etaMs = timeLeft({ weights: [1], index: 0, done, elapsedMs: now() - began });
      offer({ stage, done, etaMs, ...(parts && { parts }) });
    },
    plan: (progress, parts) =>
      offer({ stage, done: fractionDone(progress), etaMs: timeLeft(progress), ...(parts && { parts }) }),
  };
}
