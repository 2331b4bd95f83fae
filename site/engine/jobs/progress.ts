import type { ExpectedTimes, Parts, Progress, Stage, Step } from '../types.ts';

/** Progress of a plan: the running step, its fraction done, and times. */
export type PlanProgress = {
  readonly times: PlanTimes;
  readonly index: number;
  /** Fraction of the running step, 0..1. */
  readonly done: number;
  /** Milliseconds of the running step, without starting its network. */
  readonly elapsedMs: number;
  /** Milliseconds of the steps before it, without starting networks. */
  readonly spentMs: number;
};

export type PlanTimes = {
  /** Expected milliseconds of each step, or numbers in the same ratios. */
  readonly steps: readonly number[];
  /** Expected milliseconds to start the networks of each step. */
  readonly starts: readonly number[];
  /** Expected milliseconds after the last step. */
  readonly finish: number;
  /** Whether the numbers are milliseconds, which count until the steps themselves were timed. */
  readonly isMeasured: boolean;
};

/** The expected times of a job, or else the steps' weights. */
export function timesOf(steps: readonly Step[], expected: ExpectedTimes | undefined): PlanTimes {
  if (expected && expected.steps.length === steps.length) return { ...expected, isMeasured: true };
  return {
    steps: steps.map(({ weight = 1 }) => weight),
    starts: steps.map(() => 0),
    finish: 0,
    isMeasured: false,
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** Fraction of the whole plan that is done, 0..1. */
export function fractionDone({ times: { steps }, index, done }: PlanProgress): number {
  const total = sum(steps);
  return total > 0 ? Math.min(1, (sum(steps.slice(0, index)) + (steps[index] ?? 0) * done) / total) : 1;
}

/**
 * What the expected times count for beside the measured ones, as a fraction of the expected time of the whole plan, and of
 * the running step. Chosen on recorded jobs: less follows the start of a step, which is slow, too closely.
 */
const PRIOR = { plan: 0.03, step: 0.1 } as const;

/**
 * Fraction of a step from which on it is extrapolated where its time is expected: a step that first runs a network and then
 * reports a hundredth would else be said to take a hundred times as long.
 */
const MIN_EXTRAPOLATED = 0.08;

/** What is left of a step that says nothing about itself, at least, as a fraction of the time that it has run. */
const MIN_LEFT_OF_ELAPSED = 0.25;

/**
 * Estimated milliseconds left. The ratio of measured to expected time so far corrects what is expected of later steps; the
 * running step is extrapolated from itself the more of it is done. Null while nothing is measured and nothing expected.
 */
export function timeLeft({ times, index, done, elapsedMs, spentMs }: PlanProgress): number | null {
  const { steps, starts, finish, isMeasured } = times;
  const step = steps[index] ?? 0;
  const saysMuch = isMeasured ? done >= MIN_EXTRAPOLATED : done > 0;
  const [countedDone, countedMs] = saysMuch ? [done, elapsedMs] : [0, 0];
  const expectedSoFar = sum(steps.slice(0, index)) + step * countedDone;
  const prior = isMeasured ? PRIOR.plan * sum(steps) : 0;
  if (expectedSoFar + prior <= 0 || (!isMeasured && (done <= 0 || elapsedMs <= 0))) return null;
  const pace = (spentMs + countedMs + prior) / (expectedSoFar + prior);
  const stepPrior = isMeasured ? PRIOR.step * step : 0;
  const stepPace =
    step * countedDone + stepPrior > 0 ? (countedMs + stepPrior * pace) / (step * countedDone + stepPrior) : pace;
  const left = step * (1 - countedDone) * stepPace;
  const running = saysMuch ? left : Math.max(MIN_LEFT_OF_ELAPSED * elapsedMs, left - elapsedMs);
  // Without expected times later steps follow the running one, with whose weight theirs are compared.
  const laterMs = sum(steps.slice(index + 1)) * (isMeasured ? pace : stepPace);
  return Math.round(running + laterMs + sum(starts.slice(index + 1)) + finish);
}

export type Reporter = {
  /** Begins a stage unless it is already running, and its time. */
  readonly stage: (stage: Stage) => void;
  /** Reports the fraction of the stage that is done, 0..1, and estimates the time left. */
  readonly done: (done: number, parts?: Parts) => void;
  /** Reports the progress of a plan with several steps. */
  readonly plan: (progress: PlanProgress, parts?: Parts) => void;
  /** Sets the milliseconds that are expected after the stages before a plan; 0 if unknown. */
  readonly expect: (ms: number) => void;
};

/** Often enough to look steady; each report redraws a part of the page, which costs a slow device its working time. */
const MIN_INTERVAL_MS = 200;

/** Sends progress to the page at most every 200 ms; always sends the first and the last. */
export function reporter(send: (progress: Progress) => void, now: () => number): Reporter {
  let stage: Stage = 'waiting';
  let began = now();
  let sent = Number.NEGATIVE_INFINITY;
  let afterMs = 0;
  const offer = (progress: Progress) => {
    if (progress.done < 1 && now() - sent < MIN_INTERVAL_MS) return;
    sent = now();
    send(progress);
  };
  return {
    expect: (ms) => {
      afterMs = ms;
    },
    stage: (next) => {
      if (next === stage) return;
      stage = next;
      began = now();
      sent = now();
      send({ stage, done: 0, etaMs: afterMs > 0 ? afterMs : null });
    },
    done: (done, parts) => {
      const elapsedMs = now() - began;
      const etaMs = done > 0 && elapsedMs > 0 ? Math.round(elapsedMs / done - elapsedMs + afterMs) : null;
      offer({ stage, done, etaMs, ...(parts && { parts }) });
    },
    plan: (progress, parts) => {
      const etaMs = timeLeft(progress);
      // A network that is loaded within a step is a stage of its own.
      if (progress.times.isMeasured) afterMs = etaMs ?? 0;
      offer({ stage, done: fractionDone(progress), etaMs, ...(parts && { parts }) });
    },
  };
}
