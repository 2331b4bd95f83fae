import { attemptPlan, choosePlan } from '../engine/capability/choose.ts';
import type { TimedPlan } from '../engine/capability/expected-times.ts';
import { done, type Outcome, type ToolError } from '../engine/errors.ts';
import { type Manifest, NO_MODELS, withSmallModels } from '../engine/manifest.ts';
import type { Device, DevicePlan, EncodeType } from '../engine/types.ts';
import type { Session } from './session.ts';
import type { ToolPlan } from './tool.ts';

/** One attempt to do a tool's work. `note`: shown to the visitor if it ran. */
export type Attempt = {
  readonly plan: ToolPlan;
  readonly device: DevicePlan;
  readonly note: ToolError | null;
};

type Candidate = { readonly plan: ToolPlan; readonly note: ToolError | null };

export type AttemptContext = { readonly device: Device; readonly manifest: Manifest };

/**
 * The ways to do a tool's work, each with less memory than the one before: the best networks, the same in the smallest
 * tiles, the small networks, none. Starts with the first that fits the device's estimated memory; where none fits, the
 * least demanding is attempted all the same. `planWith` plans with the models of a manifest. Fails only if the tool has no
 * plan at all, or no browser could hold the least demanding one.
 */
export function attemptsOf(
  planWith: (manifest: Manifest) => Outcome<ToolPlan>,
  { device, manifest }: AttemptContext,
): Outcome<readonly Attempt[]> {
  const best = planWith(manifest);
  if (!best.ok) return best;
  const small = withSmallModels(manifest);
  const candidates = [
    { plan: best.value, note: null },
    ...inSmallestTiles(best.value),
    ...(small ? otherPlan(best.value, planWith(small), { code: 'device.smallerModel' }) : []),
    ...otherPlan(best.value, planWith(NO_MODELS), { code: 'device.classicalMethod' }),
  ];
  const fitting = candidates.flatMap(({ plan, note }): readonly Attempt[] => {
    const chosen = choosePlan(plan.needs, device);
    return chosen.ok ? [{ plan, note, device: chosen.value }] : [];
  });
  if (fitting.length > 0) return done(distinct(fitting));
  const last = candidates.at(-1) as Candidate;
  const chosen = attemptPlan(last.plan.needs, device);
  return chosen.ok ? done([{ ...last, device: chosen.value }]) : chosen;
}

function inSmallestTiles(plan: ToolPlan): readonly Candidate[] {
  const { tile } = plan.needs;
  if (!tile) return [];
  const needs = { ...plan.needs, tile: { min: tile.min, max: tile.min } };
  return [{ plan: { ...plan, needs }, note: { code: 'device.smallerParts' } }];
}

/** The plan with other models; none if it is the same or impossible with them. */
function otherPlan(best: ToolPlan, other: Outcome<ToolPlan>, note: ToolError): readonly Candidate[] {
  if (!other.ok || JSON.stringify(other.value.steps) === JSON.stringify(best.steps)) return [];
  // The site has the models: the device lacks the memory for them.
  const notes = other.value.notes.filter(({ code }) => code !== 'model.missing');
  return [{ plan: { ...other.value, notes }, note }];
}

/** Excludes plans whose tiles are not smaller than in the attempt before. */
const distinct = (attempts: readonly Attempt[]): readonly Attempt[] =>
  attempts.filter(({ plan, device }, index) => {
    const before = attempts[index - 1];
    return !before || before.plan.steps !== plan.steps || before.device.tileSide !== device.tileSide;
  });

/** Whether an error means that memory ran out, so that another attempt with less of it may succeed. */
export const isLackOfMemory = ({ code }: ToolError): boolean =>
  code === 'device.outOfMemory' || code === 'device.workerStopped';

/** What the time of an attempt depends on; `encode`: the format of its file, null if none is encoded. */
export function timedPlanOf(
  { plan, device: { tileSide } }: Pick<Attempt, 'plan'> & { readonly device: Pick<DevicePlan, 'tileSide'> },
  { manifest, engine }: Session,
  encode: EncodeType | null,
): TimedPlan {
  const { steps, needs } = plan;
  const { source, output } = needs;
  return { steps, models: manifest.models, source, output, tileSide, started: engine.started(), encode };
}
