import { attemptPlan } from '../engine/capability/choose.ts';
import { attempt, done, failed, type Outcome } from '../engine/errors.ts';
import { cropMask } from '../engine/ops/crop.ts';
import { boundsOf, resizeSoftMask } from '../engine/ops/mask/change.ts';
import type { Mask, Values } from '../engine/types.ts';
import type { Watch } from '../engine/workers/engine.ts';
import { drawnInto } from './mask/choice.ts';
import { type PictureRequest, planRequestOf, type ToolContext } from './picture-request.ts';
import { runPlan } from './run-plan.ts';
import type { MaskEdit } from './state/edits.ts';
import { editsOf } from './state/state.ts';
import { autoOf, brushesOf, type MaskSuggestion } from './tool.ts';

/** The mask that a tool suggests as the first step of a picture; null if it finds none or has no suggestion. */
export async function firstEdit(
  { tool, session }: ToolContext,
  request: PictureRequest,
  watch: Watch,
): Promise<Outcome<MaskEdit | null>> {
  const suggestion = autoOf(tool);
  if (!suggestion || editsOf(request.settings, request.item.id)) return done(null);
  const found = await runSuggestion({ tool, session, suggestion }, request, watch);
  // The tool's plan works without the suggestion.
  if (!found.ok) return found.error.code === 'model.missingNoFallback' ? done(null) : found;
  const box = boundsOf(found.value);
  if (!box) return done(null);
  const data = cropMask(found.value, box).data;
  return done({ kind: 'found', ...drawnInto(brushesOf(tool), 'add'), box, data });
}

/** Runs a suggestion of a tool; returns a mask of the picture's own size. */
export async function runSuggestion(
  { tool, session, suggestion }: ToolContext & { readonly suggestion: MaskSuggestion },
  request: PictureRequest,
  watch: Watch,
): Promise<Outcome<Mask>> {
  const planRequest = planRequestOf(tool, session, request);
  if (!planRequest.ok) return planRequest;
  const plan = attempt(() => suggestion.plan(planRequest.value));
  if (!plan.ok) return plan;
  const chosen = attemptPlan(plan.value.needs, session.device);
  if (!chosen.ok) return chosen;
  const { tileSide } = chosen.value;
  const found = maskIn(await runPlan({ tool, session, plan: plan.value, tileSide }, request, watch), plan.value.result);
  return found.ok && request.item.info ? done(resizeSoftMask(found.value, request.item.info)) : found;
}

/** The mask that a job returned. */
export function maskIn(outcome: Outcome<{ readonly values: Values }>, name: string): Outcome<Mask> {
  if (!outcome.ok) return outcome;
  const value = outcome.value.values[name];
  if (value && 'data' in value && value.data instanceof Uint8Array) return done(value as Mask);
  return failed({ code: 'job.failed', details: `“${name}” is not a mask.` });
}
