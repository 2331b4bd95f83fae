import type { BuildOptions, StartedBuild } from './build-options.ts';
import type { Bundle } from './bundle/bundle.ts';
import type { CardRenderer } from './cards/draw.ts';
import type { CardPlan } from './cards/plan.ts';
import { pagesWithCorrectLinks } from './check/correct-links.ts';
import { checkLinks } from './check/links.ts';
import { checkMessages } from './check/messages.ts';
import { checkByPlugins } from './check/plugins.ts';
import type { Diagnostic } from './contract.ts';
import { recordFile } from './emit/outputs.ts';
import { type BuildRecord, recordedSources } from './incremental/record.ts';
import { collectGarbage } from './lib/garbage.ts';
import { keepForNextBuild } from './output/keep.ts';
import { reportOf } from './output/report.ts';
import { type WriteInput, type WrittenSite, writeSite } from './output/write-site.ts';
import { writeShard } from './parts/write.ts';
import { budgetProblems } from './render/budgets.ts';
import { markdownFileOf } from './render/jobs.ts';
import type { BuildReport } from './report/build-report.ts';
import { fail, ok, type Result, settle } from './report/result.ts';
import { entrySources, movedEntries } from './routes/aliases.ts';
import type { SitePlan } from './routes/site-plan.ts';
import type { RouteTable } from './routes/types.ts';

/** A site whose pages are rendered, with everything that its other files are made from. */
export type FinishInput = Omit<WriteInput, 'plan' | 'bundle' | 'cards' | 'cache' | 'jobs' | 'timestamp' | 'signal'> & {
  readonly options: BuildOptions;
  readonly started: StartedBuild;
  /** The plan without refused pages. */
  readonly plan: SitePlan;
  /** The route table with refused pages. */
  readonly fullTable: RouteTable;
  readonly bundle: Bundle;
  readonly isBundleReused: boolean;
  readonly cards: CardRenderer & Pick<CardPlan, 'imageOf'>;
  /** Source file of a page component, by its key. */
  readonly sourceFileOf: (page: string) => string | undefined;
  /** Saves the caches of the plan. */
  readonly saveMemory: () => void;
  readonly bundlingPeakBytes: number;
  /** Warnings of planning the site. */
  readonly planWarnings: readonly Diagnostic[];
  /** Warnings of rendering the pages. */
  readonly pageWarnings: readonly Diagnostic[];
  /** Warnings of all stages so far. */
  readonly warnings: readonly Diagnostic[];
};

/** Writes all files but the pages, checks the site, makes it the current output, and saves what the next build reuses. */
export async function finishSite(input: FinishInput): Promise<Result<BuildReport>> {
  const { options, started, plan, bundle, pages, cards, plugins, stage, out, work, last } = input;
  const { table, records } = pages;
  const exceeded = budgetProblems({
    budgets: plan.config.site.budgets,
    manifest: bundle.manifest,
    base: plan.site.base,
    routes: table.routes,
    records,
    locate: stage.locate,
    sourceOf: input.sourceFileOf,
  });
  if (exceeded.length > 0) return fail([...input.warnings, ...exceeded]);

  // After an edit it would take longer than the rest.
  const collect = options.parts || pages.rendered > pages.reused ? collectGarbage : () => {};
  collect();
  started.time.stage('Writing');
  const shownCards = new Set(table.routes.map((route) => cards.imageOf(route)?.src));
  const written = await writeSite({
    ...options,
    ...input,
    cards: { ...cards, cards: cards.cards.filter(({ path }) => shownCards.has(`/${path}`)) },
  });
  if (!written.ok) return fail([...input.planWarnings, ...written.problems]);
  collect();
  const dead = checkLinks({
    ...plan,
    table: input.fullTable,
    pages: records.values(),
    correct: pagesWithCorrectLinks({
      // The links of parts are checked when these are merged.
      last: options.parts ? null : last,
      structure: input.structure,
      pages,
      plugins,
      hasFile: written.value.hasFile,
    }),
    sourceOf: (path) => markdownFileOf({ ...plan, table: input.fullTable }, path),
    hasFile: written.value.hasFile,
  });
  const unknown = checkMessages({ ...plan, pages: records.values() });
  const added = await checkByPlugins(plugins, { plan, locate: stage.locate });
  const checked = settle(() => null, [...unknown, ...dead, ...(added.ok ? added.warnings : added.problems)]);
  if (!checked.ok) return fail([...input.warnings, ...checked.problems]);
  options.signal?.throwIfAborted();
  const committed = stage.commit(written.value.paths);
  if (!committed.ok) return fail([...input.planWarnings, ...committed.problems]);
  collect();
  const { bytesOf } = written.value;
  options.built?.({ plan, records, manifest: bundle.manifest, out, work, bytesOf });
  // With the same structure there are the same pages.
  const isSame = !options.parts && last?.structure.key === input.structure.key && pages.refused.size === 0;
  const moved = !last || isSame ? [] : movedSince(last, input);
  const warnings = [...input.warnings, ...written.warnings, ...checked.warnings];
  const kept = keepForNextBuild({
    work,
    plan,
    plugins,
    pages,
    cache: options.cache,
    save: () => {
      written.value.save(isSame ? last.sources : recordedSources(entrySources(plan.content, table)));
      collect();
      input.saveMemory();
      collect();
    },
    requested: options,
    started,
    bundle: bundle.folder,
    out,
    list: recordFile,
    files: written.value.paths,
    writtenFile: committed.value.keepsTimes && !options.parts ? written.value.writtenFile : () => undefined,
    report: report(input, written.value, {}),
    warnings,
  });
  return ok(report(input, written.value, started.time.end()), [...warnings, ...committed.warnings, ...moved, ...kept]);
}

function movedSince(last: BuildRecord, { plan, fullTable, structure }: FinishInput): readonly Diagnostic[] {
  const before = { sources: last.sources.read(), texts: last.structure.texts };
  return movedEntries(before, { sources: entrySources(plan.content, fullTable), ...structure }, plan.config);
}

/** Writes the part of a shard. What depends on all pages is left to the merge. */
export async function finishShard(input: FinishInput): Promise<Result<BuildReport>> {
  const { options, started, stage } = input;
  started.time.stage('Writing');
  const written = await writeShard({ ...options, ...input, shard: options.parts?.shard ?? { index: 1, count: 1 } });
  if (!written.ok) return fail([...input.planWarnings, ...written.problems]);
  options.signal?.throwIfAborted();
  const committed = stage.commit(written.value.paths);
  if (!committed.ok) return fail([...input.planWarnings, ...committed.problems]);
  input.saveMemory();
  return ok(report(input, written.value, started.time.end()), [...input.warnings, ...written.warnings]);
}

const report = (
  { plan, bundle, isBundleReused, pages, out, bundlingPeakBytes }: FinishInput,
  written: Pick<WrittenSite, 'id' | 'files' | 'bytes'>,
  stages: BuildReport['stages'],
): BuildReport =>
  reportOf({
    plan,
    bundle,
    isBundleReused,
    pages,
    written,
    out,
    stages,
    peakBytes: Math.max(process.resourceUsage().maxRSS * 1024, bundlingPeakBytes),
  });
