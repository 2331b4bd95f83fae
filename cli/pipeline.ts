import { join, resolve } from 'node:path';
import type { BuildOptions, StartedBuild } from './build-options.ts';
import { cachedBundle } from './bundle/bundle.ts';
import { bundleRequest, pageFiles } from './bundle/request.ts';
import { loadSharedBundle, saveSharedBundle } from './bundle/shared.ts';
import { type CardRenderer, startCardRenderer } from './cards/draw.ts';
import { planCards } from './cards/plan.ts';
import type { SiteConfig } from './config/types.ts';
import { componentKeys } from './content/components.ts';
import { finishShard, finishSite } from './finish.ts';
import { intactChecker } from './incremental/plan.ts';
import { loadRecord, type WrittenFile } from './incremental/record.ts';
import { structureOf } from './incremental/structure.ts';
import { domainFile } from './lib/cache-file.ts';
import { collectGarbage } from './lib/garbage.ts';
import { memoryLimit } from './lib/memory-limit.ts';
import { interruptible } from './lib/pause.ts';
import { sitegenHash } from './lib/version.ts';
import { writeEditorFiles } from './output/editor-files.ts';
import { recover } from './output/journal.ts';
import { openStage, type Stage } from './output/stage.ts';
import { mergePages, recordOf, stageWithParts } from './parts/merge.ts';
import { readParts } from './parts/part.ts';
import { partName, routesOf } from './parts/shard.ts';
import { addPlaceholders } from './pictures/placeholders.ts';
import { planLoaded } from './plan.ts';
import { openMemory } from './plan-store.ts';
import { loadPlugins } from './plugins/load.ts';
import { type BodyStore, openBodyStore } from './render/body-store.ts';
import { bodyJobs, pageJob, propsSource, renderScope, scopeTables } from './render/jobs.ts';
import { withPlugins } from './render/plugins.ts';
import { createPool } from './render/pool.ts';
import { renderPages, sharedData } from './render/run.ts';
import { loadSharedBodies } from './render/shared-bodies.ts';
import { LIMITED_THREAD_MB } from './render/thread.ts';
import type { BuildReport } from './report/build-report.ts';
import { fail, ok, type Result } from './report/result.ts';
import { systemProblem } from './report/system-error.ts';
import { dataProblems } from './routes/data.ts';
import type { PlannedRoute } from './routes/types.ts';
import { commitDates } from './sources/git.ts';
import { openSharedCache, type SharedCache } from './storage/shared-cache.ts';

/**
 * Builds a site: sources -> plan -> bundle -> render plan -> pages -> files, each stage from the ones before.
 * The output folder is replaced in one step at the end, or not touched at all.
 */
export async function buildSite(options: BuildOptions, started: StartedBuild): Promise<Result<BuildReport>> {
  const shared = await openSharedCache(options.cache ? options.store : undefined);
  if (!shared.ok) return shared;
  try {
    const result = await runStages(options, started, shared.value);
    const warnings = shared.value.warnings();
    return result.ok ? ok(result.value, [...result.warnings, ...warnings]) : fail([...result.problems, ...warnings]);
  } catch (error) {
    const problem = systemProblem(error);
    if (!problem) throw error;
    return fail([problem]);
  } finally {
    await shared.value.close();
  }
}

async function runStages(
  options: BuildOptions,
  started: StartedBuild,
  shared: SharedCache,
): Promise<Result<BuildReport>> {
  const { root, signal } = options;
  const limit = memoryLimit(options.maxMemoryMb);
  const work = join(root, '.sitegen');
  recover(work);
  const shard = options.parts?.shard ?? null;
  const parts = options.parts && shard === null ? readParts(options.parts.folder) : null;
  if (parts?.ok === false) return parts;
  const { tree, stats, time, bundler, thread } = started;
  const memory = openMemory(work, options, stats);
  const commits = await interruptible(commitDates(root, options.cache ? work : null), signal);

  time.stage('Planning');
  const onConfig = ({ site }: SiteConfig) => {
    if (!parts && !limit.isSet) thread.start(site.render.memoryMb);
  };
  const loading = planLoaded(tree, { ...options, commits, work, mode: 'production', onConfig }, memory);
  const planned = await interruptible(loading, signal);
  if (!planned.ok) return planned;
  const plan = planned.value;
  const pageKeys = plan.table.routes.map(({ page }) => page);
  const request = bundleRequest({
    mode: 'production',
    base: plan.site.base,
    site: plan.site,
    plugins: plan.plugins,
    components: componentKeys(plan.config, tree),
    tree,
    pages: pageKeys,
  });
  const cached = options.cache
    ? (cachedBundle(request, work) ?? (await loadSharedBundle(shared, request, work)))
    : null;
  // The code of the site is bundled while the rest is planned.
  const bundling = cached || limit.isSet ? null : bundler.bundle(request);
  const dataErrors = dataProblems(plan);
  if (dataErrors.length > 0) return fail([...planned.warnings, ...dataErrors]);
  const plugins = await loadPlugins(plan.plugins);
  if (!plugins.ok) return fail([...planned.warnings, ...plugins.problems]);
  // The scope holds references to pictures with their colours, so the colours come first.
  await addPlaceholders(tree, plan.config.site.pictures, memory.colors);
  const scoped = await withPlugins(renderScope(plan, scopeTables(plan)));
  if (!scoped.ok) return fail([...planned.warnings, ...scoped.problems]);
  const scope = scoped.value;
  const cards = planCards(plan, plugins.value);
  if (!cards.ok) return fail([...planned.warnings, ...cards.problems]);
  await writeEditorFiles(work, plan);

  const folder = options.parts?.folder ?? '';
  const out = shard ? join(folder, partName(shard)) : resolve(root, plan.config.site.output.dir);
  const opened = openStage({ root, out, work });
  if (!opened.ok) return opened;
  const stage: Stage = parts ? stageWithParts(opened.value, parts.value) : opened.value;
  const table = shard ? routesOf(plan.table, shard) : plan.table;
  const shown = new Set<string>();
  const source = { ...propsSource(plan), shown };
  const jobOf = (route: PlannedRoute) => ({ ...pageJob(plan, route, source), card: cards.value.imageOf(route) });
  const { timeoutSeconds, memoryMb } = plan.config.site.render;
  const sources = pageFiles(pageKeys, plan.tree);
  const store = options.cache ? openBodyStore(join(work, 'cache/body')) : null;
  const pool = createPool({
    size: limit.threads(LIMITED_THREAD_MB, poolSize(options.jobs, table.routes.length)),
    isLimited: limit.isSet,
    scope,
    store,
    stage: stage.folder,
    timeoutMs: timeoutSeconds * 1000,
    memoryMb,
    sourceOf: (page) => sources.get(page),
    thread: thread.current(),
  });
  let cardRenderer: CardRenderer | null = null;
  let onRendered = () => {};
  const pagesRendered = new Promise<void>((resolve) => {
    onRendered = resolve;
  });
  try {
    time.stage('Bundling');
    if (!cached) collectGarbage();
    const saveBodies = await loadSharedBodies(shared, store, () => (parts ? [] : bodyJobs({ ...plan, table })));
    // While the bundler runs, the workers render Markdown ahead of the pages.
    const bodies = cached || parts || limit.isSet || !store ? null : pool.bodies(bodyJobs({ ...plan, table }));
    const bundle = cached ? ok(cached) : await interruptible(bundling ?? bundler.bundle(request), signal);
    if (!bundle.ok) return fail([...planned.warnings, ...bundle.problems]);
    if (bodies) await interruptible(bodies, signal);

    time.stage('Rendering');
    const bundlingPeakBytes = process.memoryUsage.rss() + bundler.peakBytes();
    const { manifest } = bundle.value;
    const structure = structureOf({ plan, bundle: manifest, shared: sharedData(scope), version: sitegenHash });
    const last = parts ? recordOf(parts.value, structure) : lastRecord(options, { work, out });
    const isIntact = parts ? ([path]: WrittenFile) => parts.value.files.has(path) : intactChecker(out);
    // Pictures are drawn while pages are rendered and written, once the memory of the bundler is free.
    const shownCards = new Set(table.routes.map((route) => cards.value.imageOf(route)?.src));
    cardRenderer = startCardRenderer({
      ...options,
      plan: { ...cards.value, cards: cards.value.cards.filter(({ path }) => shownCards.has(`/${path}`)) },
      folder: join(work, 'cache/cards'),
      threads: options.jobs,
      limit,
      after: limit.isSet ? pagesRendered : Promise.resolve(),
      shared,
      isDrawn: ({ path, key }) => {
        const before = last?.copied.get(path);
        return before?.from === key && isIntact(before.file);
      },
    });
    const input = {
      ...options,
      table,
      jobOf,
      shown,
      structure,
      scope,
      bundle: bundle.value,
      pool,
      stage,
      out,
      isIntact,
    };
    const rendering = parts ? mergePages({ ...input, last }, parts.value, folder) : renderPages({ ...input, last });
    const rendered = await interruptible(Promise.resolve(rendering), signal);
    if (!rendered.ok) return fail([...planned.warnings, ...rendered.problems]);
    signal?.throwIfAborted();
    // Frees the memory of its threads.
    await pool.close();
    onRendered();

    const finish = shard ? finishShard : finishSite;
    const finished = await finish({
      options,
      shared,
      limit,
      started,
      plan: { ...plan, table: rendered.value.table },
      fullTable: plan.table,
      scope,
      bundle: bundle.value,
      isBundleReused: cached !== null,
      pages: rendered.value,
      cards: { ...cardRenderer, imageOf: cards.value.imageOf },
      plugins: plugins.value,
      stage,
      out,
      work,
      last,
      isIntact,
      structure,
      sourceFileOf: (page) => sources.get(page),
      store,
      saveMemory: () => {
        memory.save();
        store?.save();
      },
      bundlingPeakBytes,
      planWarnings: planned.warnings,
      pageWarnings: rendered.warnings,
      warnings: [planned, scoped, rendered].flatMap((one) => one.warnings),
    });
    if (!cached) await saveSharedBundle(shared, request, bundle.value);
    await saveBodies();
    return finished;
  } finally {
    // Workers write into the stage, so they end before it is removed.
    await Promise.all([pool.close(), cardRenderer?.close()]);
    stage.discard();
    saveQuietly(store);
  }
}

/** Saves the rendered Markdown of a failed build as well. What makes that fail is reported already. */
function saveQuietly(store: BodyStore | null): void {
  try {
    store?.save();
  } catch (error) {
    if (!systemProblem(error)) throw error;
  }
}

/** Returns the record of the last build into the output folder. A shard reuses nothing of another one. */
const lastRecord = ({ cache, parts, overrides }: BuildOptions, { work, out }: Record<'work' | 'out', string>) =>
  cache && !parts ? loadRecord(join(work, domainFile('record.bin', overrides.domain)), out) : null;

/** Returns the number of render workers: one for each 16 pages, since starting one takes tens of milliseconds. */
function poolSize(maximum: number, pages: number): number {
  return Math.max(1, Math.min(maximum, Math.ceil(pages / 16)));
}
