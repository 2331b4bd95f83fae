import { learnedFactor, learnedPlanFactors, type PlanFactors } from '../engine/capability/durations.ts';
import {
  learnedStepFactors,
  type StepFactors,
  type TimedJob,
  type TimedPlan,
} from '../engine/capability/expected-times.ts';
import type { NetworkTime, Progress } from '../engine/types.ts';
import { readStored, writeStored } from './stored-values.ts';

const NETWORKS = 'safelight-network-pace';
const PLANS = 'safelight-plan-paces';
const STEPS = 'safelight-step-paces';

/** Pace of this device relative to the reference device: 1 until a job was measured. */
function networkPace(): number {
  const pace = readStored(NETWORKS);
  return isPace(pace) ? pace : 1;
}

/** Factor between this device's time for a plan and its expected time: from the plan's last runs, else from networks. */
export const paceHere = (plan: string): number => planPaces()[plan] ?? networkPace();

/** Remembers how long the networks of a job took. Nothing of the picture is stored. */
export const rememberPace = (run: NetworkTime): void => writeStored(NETWORKS, learnedFactor(networkPace(), run));

/** Remembers how long a plan took from the start to the file. */
export const rememberPlan = (plan: string, run: Pick<NetworkTime, 'ms' | 'expectedMs'>): void =>
  writeStored(PLANS, learnedPlanFactors(planPaces(), plan, run));

/** Factors between this device's time for kinds of steps and their expected time, from earlier jobs. */
export const stepPaces = (): StepFactors => pacesIn(STEPS);

/** Remembers how long the steps of a job took, and how long encoding. */
export const rememberSteps = (plan: TimedPlan, job: TimedJob): void =>
  writeStored(STEPS, learnedStepFactors(stepPaces(), plan, job));

const planPaces = (): PlanFactors => pacesIn(PLANS);

function pacesIn(name: string): { readonly [name: string]: number } {
  const paces = readStored(name);
  if (typeof paces !== 'object' || paces === null) return {};
  return Object.fromEntries(Object.entries(paces).filter((entry): entry is [string, number] => isPace(entry[1])));
}

const isPace = (value: unknown): value is number => typeof value === 'number' && value > 0 && Number.isFinite(value);

/** Measures the milliseconds that a job works, without waiting for other jobs or for downloads. */
export function stopwatch(now: () => number) {
  let counted = 0;
  let since = now();
  let runs = true;
  const turn = (next: boolean) => {
    if (runs) counted += now() - since;
    since = now();
    runs = next;
  };
  return {
    at: ({ stage }: Pick<Progress, 'stage'>): void => turn(stage !== 'waiting' && stage !== 'download'),
    ms: (): number => {
      turn(runs);
      return counted;
    },
  };
}
