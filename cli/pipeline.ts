import { join, resolve } from 'node:path';
import { cachedBundle, hasBundles } from './bundle/bundle.ts';
import { type Bundler, createBundler } from './bundle/queue.ts';
import { bundleRequest, pageFiles } from './bundle/request.ts';
import { type CardRenderer, startCardRenderer } from './cards/draw.ts';
import { planCards } from './cards/plan.ts';
import { checkLinks } from './check/links.ts';
import { checkMessages } from './check/messages.ts';
import { checkByPlugins } from './check/plugins.ts';
import type { BuiltSite } from './check/run.ts';
import { componentKeys } from './config/components.ts';
import { recordFile } from './emit/outputs.ts';
import { loadRecord } from './incremental/record.ts';
import { structureOf } from './incremental/structure.ts';
import type { Requested, Started } from './incremental/unchanged.ts';
import { interruptible } from './lib/pause.ts';
import { sitegenHash } from './lib/version.ts';
import { writeEditorFiles } from './output/editor-files.ts';
import { keepForNextBuild } from './output/keep.ts';
import { reportOf } from './output/report.ts';
import { openStage, recover, type Stage } from './output/stage.ts';
import { writeSite } from './output/write-site.ts';
import { addColors } from './pictures/colors.ts';
import { loadMemory, planLoaded } from './plan.ts';
import { loadPlugins } from './plugins/load.ts';
import { budgetProblems } from './render/budgets.ts';
import { bodyJobs, pageJob, propsSource, renderScope, scopeTables, sourceOf } from './render/jobs.ts';
import { withPlugins } from './render/plugins.ts';
import { createPool } from './render/pool.ts';
import { renderPages, sharedData } from './render/run.ts';
import type { BuildReport, Timings } from './report/build-report.ts';
import type { Progress } from './report/progress.ts';
import { fail, ok, type Result, settle } from './report/result.ts';
import { systemProblem } from './report/system-error.ts';
import { entrySources, movedEntries } from './routes/aliases.ts';
import { dataProblems } from './routes/data.ts';
import type { PlannedRoute } from './routes/types.ts';
import { commitDates } from './sources/git.ts';

export type BuildOptions = Requested & {
  /** Worker threads. */
  readonly jobs: number;
  /** False: nothing of earlier builds is reused. */
  readonly cache: boolean;
  readonly progress: Progress;
  readonly signal?: AbortSignal;
  /** Receives the finished site, for checks of it. */
  readonly built?: (site: BuiltSite) => void;
};

/** A build whose sources are listed, and that measures its stages. */
export type StartedBuild = Started & { readonly time: Timings };

/**
 * Builds a site: sources -> plan -> bundle -> render plan -> pages -> files, each stage from the ones before.
 * The output folder is replaced in one step at the end, or not touched at all.
 */
export async function buildSite(options: BuildOptions, started: StartedBuild): Promise<Result<BuildReport>> {
  const bundler = createBundler();
  try {
    return await runStages(options, started, bundler);
  } catch (error) {
    const problem = systemProblem(error);
    if (!problem) throw error;
    return fail([problem]);
  } finally {
    bundler.close();
  }
}

async function runStages(options: BuildOptions, started: StartedBuild, bundler: Bundler): Promise<Result<BuildReport>> {
  const { root, signal } = options;
  const work = join(root, '.sitegen');
  recover(work);
  // A cached bundle is often current, and then starting the bundler would only take time.
  if (!options.cache || !hasBundles(work, 'production')) bundler.prepare();
  const { tree, stats, time } = started;
  const memory = loadMemory(work, options.cache, stats);
  const commits = await interruptible(commitDates(root, options.cache ? work : null), signal);

  time.stage('Planning');
  const loading = planLoaded(tree, { ...options, commits, work, mode: 'production' }, memory);
  const planned = await interruptible(loading, signal);
  if (!planned.ok) return planned;
  const plan = planned.value;
  const dataErrors = dataProblems(plan);
  if (dataErrors.length > 0) return fail([...planned.warnings, ...dataErrors]);
  const plugins = await loadPlugins(plan.plugins);
  if (!plugins.ok) return fail([...planned.warnings, ...plugins.problems]);
  // The scope holds references to pictures with their colours, so the colours come first.
  await addColors(tree, plan.config.site.pictures, memory.colors);
  const scoped = await withPlugins(
    renderScope(plan, options.cache ? join(work, 'cache/body') : null, scopeTables(plan)),
  );
  if (!scoped.ok) return fail([...planned.warnings, ...scoped.problems]);
  const scope = scoped.value;
  const cards = await interruptible(planCards(plan), signal);
  if (!cards.ok) return fail([...planned.warnings, ...cards.problems]);
  await writeEditorFiles(work, plan);

  const out = resolve(root, plan.config.site.output.dir);
  const opened = openStage({ root, out, work });
  if (!opened.ok) return opened;
  const stage: Stage = opened.value;
  const shown = new Set<string>();
  const source = { ...propsSource(plan), shown };
  const jobOf = (route: PlannedRoute) => ({ ...pageJob(plan, route, source), card: cards.value.imageOf(route) });
  const last = options.cache ? loadRecord(join(work, 'record.ndjson'), out) : null;
  const { timeoutSeconds, memoryMb } = plan.config.site.render;
  const pageKeys = plan.table.routes.map(({ page }) => page);
  const sources = pageFiles(pageKeys, plan.tree);
  const pool = createPool({
    size: poolSize(options.jobs, plan.table.routes.length),
    scope,
    stage: stage.folder,
    timeoutMs: timeoutSeconds * 1000,
    memoryMb,
    sourceOf: (page) => sources.get(page),
  });
  let cardRenderer: CardRenderer | null = null;
  try {
    time.stage('Bundling');
    const request = bundleRequest({
      mode: 'production',
      base: plan.site.base,
      site: plan.site,
      plugins: plan.plugins,
      components: componentKeys(plan.config),
      tree,
      pages: pageKeys,
    });
    const cached = options.cache ? cachedBundle(request, work) : null;
    // While the bundler runs, the workers render Markdown ahead of the pages.
    const bodies = cached || !scope.cache ? null : pool.bodies(bodyJobs(plan));
    const bundle = cached ? ok(cached) : await interruptible(bundler.bundle(request), signal);
    if (!bundle.ok) return fail([...planned.warnings, ...bundle.problems]);
    if (bodies) await interruptible(bodies, signal);

    time.stage('Rendering');
    const bundlingPeakBytes = process.memoryUsage.rss() + bundler.peakBytes();
    // Pictures are drawn while pages are rendered and written, once the memory of the bundler is free.
    cardRenderer = startCardRenderer({
      ...options,
      plan: cards.value,
      folder: join(work, 'cache/cards'),
      threads: options.jobs,
    });
    const { manifest } = bundle.value;
    const structure = structureOf({
      plan,
      bundle: manifest,
      shared: [sharedData(scope), cards.value.code],
      version: sitegenHash,
    });
    const rendering = renderPages({
      ...options,
      table: plan.table,
      jobOf,
      shown,
      structure,
      scope,
      bundle: bundle.value,
      pool,
      stage,
      out,
      last,
    });
    const rendered = await interruptible(rendering, signal);
    if (!rendered.ok) return fail([...planned.warnings, ...rendered.problems]);
    signal?.throwIfAborted();
    // Frees the memory of its threads.
    await pool.close();

    const { table, records } = rendered.value;
    const exceeded = budgetProblems({
      budgets: plan.config.site.budgets,
      manifest: bundle.value.manifest,
      base: plan.site.base,
      routes: table.routes,
      records,
      locate: stage.locate,
      sourceOf: (page) => sources.get(page),
    });
    if (exceeded.length > 0) return fail([...planned.warnings, ...rendered.warnings, ...exceeded]);

    time.stage('Writing');
    const existing = { ...plan, table };
    const shownCards = new Set(table.routes.map((route) => cards.value.imageOf(route)?.src));
    const written = await writeSite({
      ...options,
      plan: existing,
      scope,
      bundle: bundle.value,
      pages: rendered.value,
      cards: { ...cardRenderer, cards: cardRenderer.cards.filter(({ path }) => shownCards.has(`/${path}`)) },
      plugins: plugins.value,
      stage,
      out,
      work,
      last,
      structure,
    });
    if (!written.ok) return fail([...planned.warnings, ...written.problems]);
    const dead = checkLinks({
      ...plan,
      pages: rendered.value.records.values(),
      sourceOf: (path) => sourceOf(plan, path),
      hasFile: written.value.hasFile,
    });
    const unknown = checkMessages({ ...plan, pages: rendered.value.records.values() });
    const added = await checkByPlugins(plugins.value, { plan: existing, locate: stage.locate });
    const checked = settle(() => null, [...unknown, ...dead, ...(added.ok ? added.warnings : added.problems)]);
    if (!checked.ok) return fail([...planned.warnings, ...rendered.warnings, ...checked.problems]);
    signal?.throwIfAborted();
    const committed = stage.commit(written.value.paths);
    if (!committed.ok) return fail([...planned.warnings, ...committed.problems]);
    const { bytesOf } = written.value;
    options.built?.({ plan: existing, records, manifest: bundle.value.manifest, out, work, bytesOf });
    const moved = movedEntries(last?.sources ?? new Map(), entrySources(plan.content, plan.table), plan.config);
    const warnings = [planned, scoped, rendered, written, checked].flatMap((one) => one.warnings);
    const report = (stages: BuildReport['stages']) =>
      reportOf({
        plan: existing,
        bundle: bundle.value,
        isBundleReused: cached !== null,
        pages: rendered.value,
        written: written.value,
        out,
        stages,
        peakBytes: Math.max(process.resourceUsage().maxRSS * 1024, bundlingPeakBytes),
      });
    const kept = keepForNextBuild({
      work,
      plan,
      pages: rendered.value,
      cache: options.cache,
      save: () => {
        written.value.save();
        memory.save();
      },
      requested: options,
      started,
      bundle: bundle.value.folder,
      cards: cards.value,
      out,
      list: recordFile,
      files: written.value.paths,
      report: report({}),
      warnings,
    });
    return ok(report(time.end()), [...warnings, ...committed.warnings, ...moved, ...kept]);
  } finally {
    // Workers write into the stage, so they end before it is removed.
    await Promise.all([pool.close(), cardRenderer?.close()]);
    stage.discard();
  }
}

/** Number of render workers: one for each 16 pages, since starting one takes tens of milliseconds. */
function poolSize(wanted: number, pages: number): number {
  return Math.max(1, Math.min(wanted, Math.ceil(pages / 16)));
}
