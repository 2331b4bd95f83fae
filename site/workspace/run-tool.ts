import type { Outcome, ToolError } from '../engine/errors.ts';
import type { Watch } from '../engine/workers/engine.ts';
import type { ToolPlan } from './tool.ts';
import { type Bench, type Made, measureItem, type Order, planOf, runPlan, type Wanted } from './work.ts';

/** Plans the work and does it; without the networks that cannot be loaded where the plan allows it. */
export async function runTool(bench: Bench, request: Wanted, watch: Watch): Promise<Outcome<Made>> {
  const wanted = await withMeasured(bench, request, watch);
  const plan = planOf(bench.tool, bench.session, wanted);
  return plan.ok ? attempt(bench, plan.value, { wanted, watch }) : plan;
}

/** Does what is planned, and where a network is missing on the way, what is planned without that one. */
async function attempt({ tool, session }: Bench, plan: ToolPlan, order: Order): Promise<Outcome<Made>> {
  const made = await runPlan({ tool, session }, plan, order);
  const name = made.ok || !plan.withoutNetworks ? null : unloaded(made.error);
  const models = session.manifest.models.filter(({ title }) => title !== name);
  if (name === null || models.length === session.manifest.models.length) return made;
  const rest = { ...session, manifest: { ...session.manifest, models } };
  const next = planOf(tool, rest, order.wanted);
  if (!next.ok) return made;
  const earlier = plan.notes.filter(({ code }) => code === 'model.unloaded');
  return attempt(
    { tool, session: rest },
    { ...next.value, notes: [...earlier, { code: 'model.unloaded', name }] },
    order,
  );
}

/** The name of the network that cannot be had; null where something else went wrong. */
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

/** With what a tool that goes by its findings must know before it plans, where that is not known yet. */
async function withMeasured(bench: Bench, wanted: Wanted, watch: Watch): Promise<Wanted> {
  if (!bench.tool.findings || wanted.preview !== null) return wanted;
  const found = await measureItem(bench, wanted, watch);
  return found.ok ? { ...wanted, kept: { ...wanted.kept, ...found.value } } : wanted;
}
