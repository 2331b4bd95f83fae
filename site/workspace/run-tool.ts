import type { Outcome, ToolError } from '../engine/errors.ts';
import type { Watch } from '../engine/workers/engine.ts';
import { isLackOfMemory } from './attempts.ts';
import { attemptsFor, type Bench, type Made, measureItem, type Order, runAttempt, type Wanted } from './work.ts';

/** A result; `retries` counts the attempts that failed before it. */
export type Done = Made & { readonly retries: number };

/**
 * Plans the work and runs it. If memory runs out, the next attempt with less memory follows (`attempts.ts`); if a
 * network cannot be loaded and the plan permits it, a plan without that network.
 */
export async function runTool(bench: Bench, request: Wanted, watch: Watch): Promise<Outcome<Done>> {
  const wanted = await withMeasured(bench, request, watch);
  return attempt(bench, { wanted, watch }, { notes: [], retries: 0 });
}

type Past = { readonly notes: readonly ToolError[]; readonly retries: number };

async function attempt({ tool, session }: Bench, order: Order, past: Past): Promise<Outcome<Done>> {
  const attempts = attemptsFor(tool, session, order.wanted);
  if (!attempts.ok) return attempts;
  let { retries } = past;
  let made: Outcome<Made> | null = null;
  for (const next of attempts.value) {
    if (made) retries += 1;
    made = await runAttempt({ tool, session }, next, order);
    if (made.ok) {
      const own = next.note ? [next.note] : [];
      // The site has the models that could not be loaded.
      const notes = made.value.notes.filter(({ code }) => code !== 'model.missing' || past.notes.length === 0);
      return { ok: true, value: { ...made.value, notes: [...own, ...past.notes, ...notes], retries } };
    }
    const name = next.plan.withoutNetworks ? unloaded(made.error) : null;
    const models = session.manifest.models.filter(({ title }) => title !== name);
    if (name !== null && models.length < session.manifest.models.length) {
      const rest = { ...session, manifest: { ...session.manifest, models } };
      const without = await attempt({ tool, session: rest }, order, {
        notes: [...past.notes, { code: 'model.unloaded', name }],
        retries: retries + 1,
      });
      return without.ok || without.error.code !== 'model.missingNoFallback' ? without : made;
    }
    if (!isLackOfMemory(made.error)) return made;
  }
  return made ?? { ok: false, error: { code: 'job.failed', details: 'No attempt was planned.' } };
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

/** Adds the measurements that a tool needs before it plans, unless they are known. */
async function withMeasured(bench: Bench, wanted: Wanted, watch: Watch): Promise<Wanted> {
  if (!bench.tool.findings || wanted.preview !== null) return wanted;
  const found = await measureItem(bench, wanted, watch);
  return found.ok ? { ...wanted, kept: { ...wanted.kept, ...found.value } } : wanted;
}
