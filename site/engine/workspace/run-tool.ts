import type { Watch } from '../engine.ts';
import type { Outcome } from '../errors.ts';
import { type Bench, type Made, measureItem, planOf, runPlan, type Wanted } from './work.ts';

/** What a network that cannot be had ends with. */
const UNLOADED: ReadonlySet<string> = new Set(['model.download', 'model.offline', 'model.check']);

/** Plans the work and does it; without networks where they cannot be loaded and the plan allows it. */
export async function runTool(bench: Bench, asked: Wanted, watch: Watch): Promise<Outcome<Made>> {
  const wanted = await withMeasured(bench, asked, watch);
  const plan = planOf(bench.tool, bench.session, wanted);
  if (!plan.ok) return plan;
  const made = await runPlan(bench, plan.value, { wanted, watch });
  const { models } = plan.value.needs;
  const [model] = models;
  if (made.ok || !model || !plan.value.withoutNetworks || !UNLOADED.has(made.error.code)) return made;
  const { session } = bench;
  const manifest = {
    ...session.manifest,
    models: session.manifest.models.filter(({ id }) => !models.some((one) => one.id === id)),
  };
  const classical = planOf(bench.tool, { ...session, manifest }, wanted);
  if (!classical.ok) return made;
  return runPlan(
    bench,
    { ...classical.value, notes: [{ code: 'model.unloaded', name: model.title }] },
    { wanted, watch },
  );
}

/** With what a tool that goes by its findings must know before it plans, where that is not known yet. */
async function withMeasured(bench: Bench, wanted: Wanted, watch: Watch): Promise<Wanted> {
  if (!bench.tool.findings || wanted.preview !== null) return wanted;
  const found = await measureItem(bench, wanted, watch);
  return found.ok ? { ...wanted, kept: { ...wanted.kept, ...found.value } } : wanted;
}
