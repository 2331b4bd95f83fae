import type { Outcome, ToolError } from '../engine/errors.ts';
import type { Watch } from '../engine/workers/engine.ts';
import { isLackOfMemory } from './attempts.ts';
import { attemptsFor, type PictureRequest, type ToolContext } from './picture-request.ts';
import { type AttemptRequest, type PictureResult, runAttempt } from './run-attempt.ts';
import { measureItem } from './run-plan.ts';

/** A result; `retries` counts the attempts that failed before it. */
export type ToolResult = PictureResult & { readonly retries: number };

/**
 * Plans the work and runs it. If memory runs out, the next attempt with less memory follows (`attempts.ts`); if a
 * network cannot be loaded and the plan permits it, a plan without that network.
 */
export async function runTool(
  context: ToolContext,
  request: PictureRequest,
  watch: Watch,
): Promise<Outcome<ToolResult>> {
  const measured = await withMeasured(context, request, watch);
  return attempt(context, { request: measured, watch }, { notes: [], retries: 0 });
}

/** Notes and number of the attempts that failed so far. */
type Failures = { readonly notes: readonly ToolError[]; readonly retries: number };

async function attempt(
  { tool, session }: ToolContext,
  run: AttemptRequest,
  failures: Failures,
): Promise<Outcome<ToolResult>> {
  const attempts = attemptsFor(tool, session, run.request);
  if (!attempts.ok) return attempts;
  let { retries } = failures;
  let outcome: Outcome<PictureResult> | null = null;
  for (const next of attempts.value) {
    if (outcome) retries += 1;
    outcome = await runAttempt({ tool, session }, next, run);
    if (outcome.ok) {
      const ownNotes = next.note ? [next.note] : [];
      // The site has the models that could not be loaded.
      const notes = outcome.value.notes.filter(({ code }) => code !== 'model.missing' || failures.notes.length === 0);
      return { ok: true, value: { ...outcome.value, notes: [...ownNotes, ...failures.notes, ...notes], retries } };
    }
    const name = next.plan.withoutNetworks ? unloaded(outcome.error) : null;
    const models = session.manifest.models.filter(({ title }) => title !== name);
    if (name !== null && models.length < session.manifest.models.length) {
      const rest = { ...session, manifest: { ...session.manifest, models } };
      const withoutModel = await attempt({ tool, session: rest }, run, {
        notes: [...failures.notes, { code: 'model.unloaded', name }],
        retries: retries + 1,
      });
      return withoutModel.ok || withoutModel.error.code !== 'model.missingNoFallback' ? withoutModel : outcome;
    }
    if (!isLackOfMemory(outcome.error)) return outcome;
  }
  return outcome ?? { ok: false, error: { code: 'job.failed', details: 'No attempt was planned.' } };
}

/** The name of the network that cannot be loaded; null for other errors. */
function unloaded(error: ToolError): string | null {
  switch (error.code) {
    case 'model.download':
    case 'model.offline':
    case 'model.check':
      return error.name;
    default:
      return null;
  }
}

/** Adds the measurements that a tool needs before it plans, unless it has them. */
async function withMeasured(context: ToolContext, request: PictureRequest, watch: Watch): Promise<PictureRequest> {
  if (!context.tool.findings || request.preview !== null) return request;
  const found = await measureItem(context, request, watch);
  return found.ok ? { ...request, kept: { ...request.kept, ...found.value } } : request;
}
