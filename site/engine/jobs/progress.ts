import type { Parts, Progress, Stage, Step } from '../types.ts';

/** Where a plan stands: which step runs, how far it is, and when it began. */
export type Standing = {
  readonly weights: readonly number[];
  readonly index: number;
  /** Of the running step, 0..1. */
  readonly done: number;
  /** Milliseconds since the running step began. */
  readonly elapsedMs: number;
};

export const weightsOf = (steps: readonly Step[]): readonly number[] => steps.map(({ weight = 1 }) => weight);

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** How much of the whole plan is done, 0..1. */
export function doneOf({ weights, index, done }: Standing): number {
  const total = sum(weights);
  return total > 0 ? Math.min(1, (sum(weights.slice(0, index)) + (weights[index] ?? 0) * done) / total) : 1;
}

/**
 * Milliseconds left, from the pace of the running step; null until it has done a measurable part. Later steps are
 * reckoned by their weight.
 */
export function timeLeft({ weights, index, done, elapsedMs }: Standing): number | null {
  if (done <= 0 || elapsedMs <= 0) return null;
  const whole = elapsedMs / done;
  const weight = weights[index] ?? 0;
  const later = weight > 0 ? (sum(weights.slice(index + 1)) / weight) * whole : 0;
  return Math.round(whole - elapsedMs + later);
}

export type Reporter = {
  /** Begins a stage, unless it is the one that runs; its time is counted from here. */
  readonly stage: (stage: Stage) => void;
  /** 0..1 of the stage; says the time left from the pace so far. */
  readonly done: (done: number, parts?: Parts) => void;
  /** A plan's standing, for stages of several steps. */
  readonly standing: (standing: Standing, parts?: Parts) => void;
};

const BETWEEN_MS = 50;

/** Turns what the work says into progress for the page, at most every 50 ms, but never without the first and the last. */
export function reporter(send: (progress: Progress) => void, now: () => number): Reporter {
  let stage: Stage = 'waiting';
  let began = now();
  let sent = Number.NEGATIVE_INFINITY;
  const offer = (progress: Progress) => {
    if (progress.done < 1 && now() - sent < BETWEEN_MS) return;
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
    standing: (standing, parts) =>
      offer({ stage, done: doneOf(standing), etaMs: timeLeft(standing), ...(parts && { parts }) }),
  };
}
