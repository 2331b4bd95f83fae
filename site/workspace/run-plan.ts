import { expectedTimes } from '../engine/capability/expected-times.ts';
import { done, failed, type Outcome, type ToolError } from '../engine/errors.ts';
import type { Encoding, JobResult, Mask, Size, Source, StoredPixels, Values } from '../engine/types.ts';
import type { Watch } from '../engine/workers/engine.ts';
import { timedPlanOf } from './attempts.ts';
import { rememberSteps, stepPaces } from './pace.ts';
import {
  firstAttempt,
  longSideOf,
  type PictureRequest,
  sourceOf,
  type ToolContext,
  valuesOf,
} from './picture-request.ts';
import type { ToolPlan } from './tool.ts';

type PlanRun = ToolContext & {
  readonly plan: ToolPlan;
  readonly tileSide: number;
  readonly start?: Start | null;
  readonly encode?: Encoding | null;
};

export async function runPlan(
  { tool, session, plan, tileSide, start = null, encode = null }: PlanRun,
  request: PictureRequest,
  watch: Watch,
): Promise<Outcome<JobResult>> {
  const { steps, result, keeps, needs } = plan;
  const longSide = longSideOf(request);
  const pictures = Object.entries(request.pictures).map(([name, file]): [string, Source] => [
    name,
    { kind: 'file', id: `${name}:${file.name}:${file.size}:${file.lastModified}`, name: file.name, blob: file },
  ]);
  const job = {
    source: start ? { kind: 'pixels' as const, id: crypto.randomUUID(), pixels: start.pixels } : sourceOf(request.item),
    ...(longSide === null ? {} : { longSide }),
    values: { ...valuesOf(tool, request), ...(start && { mask: start.mask }) },
    pictures: Object.fromEntries(pictures),
    steps,
    results: [...new Set([...(encode ? [] : [result]), ...(request.preview === null ? keeps : [])])],
    ...(encode && { encode }),
  };
  const timed = timedPlanOf({ plan, device: { tileSide } }, session, encode ? encode.options.type : null);
  const expected = expectedTimes(timed, session.device, stepPaces());
  const outcome = await session.engine.run(
    { job: { ...job, expected }, tileSide, preview: request.preview !== null },
    watch,
  );
  if (!outcome.ok) return failed(withSuggestedSize(outcome.error, needs.output));
  rememberSteps(timed, { device: session.device, measured: outcome.value });
  return outcome;
}

/** The last result and the mask drawn since, from which a job continues. */
export type Start = { readonly pixels: StoredPixels; readonly mask: Mask };

/** If memory runs out during the work, no size is known to fit: suggest half. */
function withSuggestedSize(error: ToolError, { width, height }: Size): ToolError {
  if (error.code !== 'device.outOfMemory' || error.suggestedSize || Math.max(width, height) < 256) return error;
  return { ...error, suggestedSize: { width: Math.floor(width / 2), height: Math.floor(height / 2) } };
}

/** Runs the measurements of a plan, without networks; returns values that the job receives again. */
export async function measureItem(
  { tool, session }: ToolContext,
  request: PictureRequest,
  watch: Watch,
): Promise<Outcome<Values>> {
  const planned = firstAttempt(tool, session, request);
  if (!planned.ok) return planned;
  const { plan } = planned.value;
  const steps = plan.steps.filter(({ op, stage }) => stage === 'analyse' && !op.startsWith('net.'));
  const [first, ...keeps] = plan.keeps.filter((name) => steps.some(({ output }) => output === name));
  if (first === undefined) return done({});
  const measuring = { ...plan, steps, result: first, keeps };
  const outcome = await runPlan({ tool, session, plan: measuring, tileSide: 0 }, request, watch);
  return outcome.ok ? done(outcome.value.values) : outcome;
}
