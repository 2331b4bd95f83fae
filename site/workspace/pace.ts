import {
  ANY_STEP,
  learnedStepFactors,
  type StepFactors,
  type TimedJob,
  type TimedPlan,
} from '../engine/capability/expected-times.ts';
import { lowestPace, measurePace } from '../engine/capability/probe.ts';
import { readStored, writeStored } from './stored-values.ts';

const STEPS = 'safelight-step-paces';

const probe = lowestPace(() => measurePace(() => performance.now()));

/** Factors between this device's time for kinds of steps and their expected time: from a probe, and from earlier jobs. */
export function stepPaces(): StepFactors {
  const stored = readStored(STEPS);
  const learned = typeof stored === 'object' && stored !== null ? Object.entries(stored).filter(isPace) : [];
  return { [ANY_STEP]: probe(), ...Object.fromEntries(learned) };
}

/**
 * Remembers how long the steps of a job took, and how long encoding, but not the probe, which each visit repeats. Nothing of
 * the picture is stored.
 */
export function rememberSteps(plan: TimedPlan, job: TimedJob): void {
  const { [ANY_STEP]: _probe, ...learned } = learnedStepFactors(stepPaces(), plan, job);
  writeStored(STEPS, learned);
}

const isPace = (entry: [string, unknown]): entry is [string, number] =>
  typeof entry[1] === 'number' && entry[1] > 0 && Number.isFinite(entry[1]);
