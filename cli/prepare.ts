import type { BuildOptions, StartedBuild } from './build-options.ts';
import { type Bundle, cachedBundle } from './bundle/bundle.ts';
import { type BundleRequest, bundleRequest } from './bundle/request.ts';
import { loadSharedBundle } from './bundle/shared.ts';
import { type CardPlan, planCards } from './cards/plan.ts';
import type { SiteConfig } from './config/types.ts';
import { componentKeys, publishedMdx } from './content/components.ts';
import type { Diagnostic } from './contract.ts';
import type { MemoryLimit } from './lib/memory-limit.ts';
import { interruptible } from './lib/pause.ts';
import { writeEditorFiles } from './output/editor-files.ts';
import type { Parts } from './parts/part.ts';
import { addPlaceholders } from './pictures/placeholders.ts';
import { planLoaded } from './plan.ts';
import type { Memory } from './plan-memory.ts';
import { loadPlugins } from './plugins/load.ts';
import type { Plugin } from './plugins/types.ts';
import type { RenderScope } from './render/job.ts';
import { renderScope, scopeTables } from './render/jobs.ts';
import { withPlugins } from './render/plugins.ts';
import { fail, ok, type Result } from './report/result.ts';
import { dataProblems } from './routes/data.ts';
import type { SitePlan } from './routes/site-plan.ts';
import { commitDates } from './sources/git.ts';
import type { SharedCache } from './storage/shared-cache.ts';

/** One build: what all of its stages read. */
export type Run = {
  readonly options: BuildOptions;
  readonly started: StartedBuild;
  readonly shared: SharedCache;
  readonly limit: MemoryLimit;
  /** The site's `.sitegen` folder. */
  readonly work: string;
  /** The parts that this build merges, or null. */
  readonly parts: Parts | null;
};

/** A site of which everything is known before its pages are rendered. */
export type PreparedSite = {
  readonly plan: SitePlan;
  readonly plugins: readonly Plugin[];
  readonly scope: RenderScope;
  readonly cards: CardPlan;
  readonly request: BundleRequest;
  /** The bundle of an earlier build with the same request, or null. */
  readonly cached: Bundle | null;
  /** The bundle that is being made meanwhile, or null: nothing is, because one is kept or memory is limited. */
  readonly bundling: Promise<Result<Bundle>> | null;
  readonly planWarnings: readonly Diagnostic[];
  readonly warnings: readonly Diagnostic[];
};

/** Plans the site, starts what takes long (the first render thread, the bundler), and loads plugins and pictures. */
export async function prepareSite(run: Run, memory: Memory): Promise<Result<PreparedSite>> {
  const { options, limit, started } = run;
  const planned = await planSources(run, memory);
  if (!planned.ok) return planned;
  const { value: plan, warnings: planWarnings } = planned;
  const failed = (problems: readonly Diagnostic[]) => fail([...planWarnings, ...problems]);
  const request = bundleRequest({
    mode: 'production',
    base: plan.site.base,
    site: plan.site,
    plugins: plan.plugins,
    components: componentKeys(plan.config, publishedMdx(plan.content)),
    tree: plan.tree,
    pages: plan.table.routes.map(({ page }) => page),
  });
  const cached = options.cache ? await keptBundle(run, request) : null;
  const dataErrors = dataProblems(plan);
  if (dataErrors.length > 0) return failed(dataErrors);
  // The bundler imports the plugins too: with an endless loop in one of them, its process would outlive this one.
  const plugins = await loadPlugins(plan.plugins);
  if (!plugins.ok) return failed(plugins.problems);
  // The code of the site is bundled while the rest is prepared.
  const bundling = cached || limit.isSet ? null : started.bundler.bundle(request);
  // The scope holds references to pictures with their colours, so the colours come first.
  await addPlaceholders(plan.tree, plan.config.site.pictures, memory.colors);
  const scope = await withPlugins(renderScope(plan, scopeTables(plan)));
  if (!scope.ok) return failed(scope.problems);
  const cards = planCards(plan, plugins.value);
  if (!cards.ok) return failed(cards.problems);
  await writeEditorFiles(run.work, plan);
  return ok({
    plan,
    plugins: plugins.value,
    scope: scope.value,
    cards: cards.value,
    request,
    cached,
    bundling,
    planWarnings,
    warnings: [...planWarnings, ...scope.warnings],
  });
}

async function planSources({ options, started, limit, work, parts }: Run, memory: Memory): Promise<Result<SitePlan>> {
  const { signal, cache, root } = options;
  const commits = await interruptible(commitDates(root, cache ? work : null), signal);
  started.time.stage('Planning');
  const onConfig = ({ site }: SiteConfig) => {
    if (!parts && !limit.isSet) started.thread.start(site.render.memoryMb);
  };
  const loading = planLoaded(started.tree, { ...options, commits, work, mode: 'production', onConfig }, memory);
  return interruptible(loading, signal);
}

const keptBundle = async (run: Run, request: BundleRequest): Promise<Bundle | null> =>
  cachedBundle(request, run.work) ?? (await loadSharedBundle(run, request));
