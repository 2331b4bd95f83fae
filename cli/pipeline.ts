import { join, resolve } from 'node:path';
import type { BuildOptions, StartedBuild } from './build-options.ts';
import type { Bundle } from './bundle/bundle.ts';
import { saveSharedBundle } from './bundle/shared.ts';
import { type CardRenderer, startCardRenderer } from './cards/draw.ts';
import { withSimilarImage } from './content/missing-images.ts';
import { finishShard, finishSite } from './finish.ts';
import type { WrittenFile } from './incremental/page-record.ts';
import { intactChecker } from './incremental/plan.ts';
import { type BuildRecord, loadRecord } from './incremental/record.ts';
import { type Structure, structureOf } from './incremental/structure.ts';
import { domainFile } from './lib/cache-file.ts';
import { collectGarbage } from './lib/garbage.ts';
import { memoryLimit } from './lib/memory-limit.ts';
import { interruptible } from './lib/pause.ts';
import { sitegenHash } from './lib/version.ts';
import { recover } from './output/journal.ts';
import { openStage, type Stage } from './output/stage.ts';
import { mergePages, recordOf, stageWithParts } from './parts/merge.ts';
import { readParts } from './parts/part.ts';
import { partName, routesOf } from './parts/shard.ts';
import { openMemory } from './plan-store.ts';
import { type PreparedSite, prepareSite, type Run } from './prepare.ts';
import { type BodyStore, openBodyStore } from './render/body-store.ts';
import { bodyJobs, pageJob, propsSource } from './render/jobs.ts';
import { createPool, type RenderPool } from './render/pool.ts';
import { type RenderedSite, renderPages, sharedData } from './render/run.ts';
import { loadSharedBodies } from './render/shared-bodies.ts';
import { LIMITED_THREAD_MB } from './render/thread.ts';
import type { BuildReport } from './report/build-report.ts';
import { fail, ok, type Result } from './report/result.ts';
import { systemProblem } from './report/system-error.ts';
import type { PlannedRoute, RouteTable } from './routes/types.ts';
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
  const work = join(options.root, '.sitegen');
  recover(work);
  const parts = options.parts?.shard === null ? readParts(options.parts.folder) : ok(null);
  if (!parts.ok) return parts;
  const run: Run = { options, started, shared, work, parts: parts.value, limit: memoryLimit(options.maxMemoryMb) };
  const memory = openMemory(work, options, started.stats);
  const prepared = await prepareSite(run, memory);
  if (!prepared.ok) return prepared;
  const opened = openOutput(run, prepared.value);
  if (!opened.ok) return opened;
  const build: OpenBuild = { ...run, ...prepared.value, ...opened.value };
  const { stage, pool, store, planWarnings } = build;
  let cards: CardRenderer | null = null;
  try {
    const bundled = await bundlePages(build);
    if (!bundled.ok) return fail([...planWarnings, ...bundled.problems]);
    const { bundle, saveBodies, peakBytes } = bundled.value;
    started.time.stage('Rendering');
    const before = lastOutput(build, bundle);
    if (!build.limit.isSet) cards = startCards(build, before);
    const rendered = await interruptible(renderSite(build, bundle, before), options.signal);
    if (!rendered.ok) {
      const problems = rendered.problems.map((problem) => withSimilarImage(problem, build.plan.media));
      return fail([...planWarnings, ...problems]);
    }
    options.signal?.throwIfAborted();
    // Frees the memory of its threads.
    await pool.close();
    // Within a limit of memory, pictures are drawn once that of the threads is free.
    cards ??= startCards(build, before);
    const finish = options.parts?.shard ? finishShard : finishSite;
    const finished = await finish({
      ...build,
      ...before,
      plan: { ...build.plan, table: rendered.value.table },
      fullTable: build.plan.table,
      bundle,
      isBundleReused: build.cached !== null,
      pages: rendered.value,
      cards: { ...cards, imageOf: build.cards.imageOf },
      saveMemory: () => {
        memory.save();
        store?.save();
      },
      bundlingPeakBytes: peakBytes,
      pageWarnings: rendered.warnings,
      warnings: [...build.warnings, ...bundle.manifest.warnings, ...rendered.warnings],
    });
    if (!build.cached) await saveSharedBundle({ shared, work }, build.request, bundle);
    await saveBodies();
    return finished;
  } finally {
    // Workers write into the stage, so they end before it is removed.
    await Promise.all([pool.close(), cards?.close()]);
    stage.discard();
    saveQuietly(store);
  }
}

/** What renders and receives the pages of a build. */
type OpenOutput = {
  /** The routes that this build renders: all, or those of its shard. */
  readonly table: RouteTable;
  /** The output folder. */
  readonly out: string;
  readonly stage: Stage;
  /** Rendered Markdown, or null where none is kept. */
  readonly store: BodyStore | null;
  readonly pool: RenderPool;
  /** Source file of a page component, by its key. */
  readonly sourceFileOf: (page: string) => string | undefined;
};

type OpenBuild = Run & PreparedSite & OpenOutput;

/** Opens the stage, the store of bodies and the render workers. The caller closes them. */
function openOutput({ options, started, work, parts, limit }: Run, site: PreparedSite): Result<OpenOutput> {
  const { plan, scope, request } = site;
  const { root, cache, jobs } = options;
  const shard = options.parts?.shard ?? null;
  const out = shard ? join(options.parts?.folder ?? '', partName(shard)) : resolve(root, plan.config.site.output.dir);
  const opened = openStage({ root, out, work });
  if (!opened.ok) return opened;
  const stage = parts ? stageWithParts(opened.value, parts) : opened.value;
  const table = shard ? routesOf(plan.table, shard) : plan.table;
  const store = cache ? openBodyStore(join(work, 'cache/body')) : null;
  const files = new Map(request.pages);
  const sourceFileOf = (page: string) => files.get(page);
  const { timeoutSeconds, memoryMb } = plan.config.site.render;
  const pool = createPool({
    size: limit.threads(LIMITED_THREAD_MB, poolSize(jobs, table.routes.length)),
    isLimited: limit.isSet,
    scope,
    store,
    stage: stage.folder,
    timeoutMs: timeoutSeconds * 1000,
    memoryMb,
    sourceOf: sourceFileOf,
    thread: started.thread.current(),
  });
  return ok({ table, out, stage, store, pool, sourceFileOf });
}

type BundledPages = {
  readonly bundle: Bundle;
  /** Saves bodies for other machines. */
  readonly saveBodies: () => Promise<void>;
  /** Maximum memory of this process and the bundler, in bytes. */
  readonly peakBytes: number;
};

/** Waits for the bundle. Meanwhile the workers render Markdown ahead of the pages. */
async function bundlePages(build: OpenBuild): Promise<Result<BundledPages>> {
  const { options, started, shared, limit, parts, plan, table, store, pool, cached } = build;
  const { bundler, time } = started;
  time.stage('Bundling');
  if (!cached) collectGarbage();
  const jobs = () => (parts ? [] : bodyJobs({ ...plan, table }));
  const saveBodies = await loadSharedBodies(shared, store, jobs);
  const bodies = cached || parts || limit.isSet || !store ? null : pool.bodies(jobs());
  const bundling = cached ? ok(cached) : (build.bundling ?? bundler.bundle(build.request));
  const bundle = await interruptible(Promise.resolve(bundling), options.signal);
  if (!bundle.ok) return bundle;
  if (bodies) await interruptible(bodies, options.signal);
  const peakBytes = process.memoryUsage.rss() + bundler.peakBytes();
  return ok({ bundle: bundle.value, saveBodies, peakBytes });
}

/** What the site to render is compared with. */
type LastOutput = {
  readonly structure: Structure;
  readonly last: BuildRecord | null;
  /** True if a file of the last output is unchanged. */
  readonly isIntact: (file: WrittenFile) => boolean;
};

/** Loads the record of the last build into the output folder; a merge takes that of its parts. A shard has none. */
function lastOutput({ options, work, parts, plan, scope, out }: OpenBuild, { manifest }: Bundle): LastOutput {
  const structure = structureOf({ plan, bundle: manifest, shared: sharedData(scope), version: sitegenHash });
  if (parts) return { structure, last: recordOf(parts, structure), isIntact: ([path]) => parts.files.has(path) };
  const record = join(work, domainFile('record.bin', options.overrides.domain));
  const last = options.cache && !options.parts ? loadRecord(record, out) : null;
  return { structure, last, isIntact: intactChecker(out) };
}

/** Starts to draw the pictures for shared links of this build's pages, while these are rendered and written. */
function startCards(build: OpenBuild, { last, isIntact }: LastOutput): CardRenderer {
  const { options, work, table, limit, shared, cards } = build;
  const shown = new Set(table.routes.map((route) => cards.imageOf(route)?.src));
  return startCardRenderer({
    ...options,
    plan: { ...cards, cards: cards.cards.filter(({ path }) => shown.has(`/${path}`)) },
    folder: join(work, 'cache/cards'),
    threads: options.jobs,
    limit,
    shared,
    isDrawn: ({ path, key }) => {
      const copied = last?.copied.get(path);
      return copied?.from === key && isIntact(copied.file);
    },
  });
}

/** Renders the pages that changed; a merge takes all of them from its parts. */
async function renderSite(build: OpenBuild, bundle: Bundle, before: LastOutput): Promise<Result<RenderedSite>> {
  const { options, parts, plan, cards } = build;
  const shown = new Set<string>();
  const source = { ...propsSource(plan), shown };
  const jobOf = (route: PlannedRoute) => ({ ...pageJob(plan, route, source), card: cards.imageOf(route) });
  const input = { ...options, ...build, ...before, bundle, shown, jobOf };
  return parts ? mergePages(input, parts, options.parts?.folder ?? '') : renderPages(input);
}

/** Saves the rendered Markdown of a failed build as well. What makes that fail is reported already. */
function saveQuietly(store: BodyStore | null): void {
  try {
    store?.save();
  } catch (error) {
    if (!systemProblem(error)) throw error;
  }
}

/** Returns the number of render workers: one for each 16 pages, since starting one takes tens of milliseconds. */
function poolSize(maximum: number, pages: number): number {
  return Math.max(1, Math.min(maximum, Math.ceil(pages / 16)));
}
