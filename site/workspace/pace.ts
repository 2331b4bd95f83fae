import {
  ANY_STEP,
  learnedStepFactors,
  type StepFactors,
  type TimedJob,
  type TimedPlan,
} from '../engine/capability/expected-times.ts';
import { measurePace } from '../engine/capability/probe.ts';
import { readStored, writeStored } from './stored-values.ts';

const STEPS = 'safelight-step-paces';

let probed: number | null = null;

/** Factors between this device's time for kinds of steps and their expected time: from a probe, and from earlier jobs. */
export function stepPaces(): StepFactors {
  const stored = readStored(STEPS);
  const learned = typeof stored === 'object' && stored !== null ? Object.entries(stored).filter(isPace) : [];
  probed ??= measurePace(() => performance.now());
  return { [ANY_STEP]: probed, ...Object.fromEntries(learned) };
}

/** Remembers how long the steps of a job took, and how long encoding. Nothing of the picture is stored. */
export const rememberSteps = (plan: TimedPlan, job: TimedJob): void =>
  writeStored(STEPS, learnedStepFactors(stepPaces(), plan, job));

const isPace = (entry: [string, unknown]): entry is [string, number] =>
  typeof entry[1] === 'number' && entry[1] > 0 && Number.isFinite(entry[1]);
