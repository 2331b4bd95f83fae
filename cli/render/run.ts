import type { Bundle } from '../bundle/bundle.ts';
import type { Diagnostic, RefusedPage } from '../contract.ts';
import type { PageRecord, WrittenFile } from '../incremental/page-record.ts';
import { createPageTable, type PageTable } from '../incremental/page-table.ts';
import { messagesFingerprint, type PageInput, planRender, type RenderPlan } from '../incremental/plan.ts';
import { type BuildRecord, mediaReads } from '../incremental/record.ts';
import type { Structure } from '../incremental/structure.ts';
import { collectGarbage } from '../lib/garbage.ts';
import { sitegenHash } from '../lib/version.ts';
import type { Progress } from '../report/progress.ts';
import { fail, ok, type Result } from '../report/result.ts';
import { withoutPages } from '../routes/refused.ts';
import type { PlannedRoute, RouteTable } from '../routes/types.ts';
import { areLinksCurrent, linkScope } from './body.ts';
import { joinFailures, withCycleHint } from './failures.ts';
import type { PageJob, RenderScope } from './job.ts';
import type { RenderPool } from './pool.ts';

export type RenderInput = {
  readonly table: RouteTable;
  readonly jobOf: (route: PlannedRoute) => PageJob;
  /** Receives the files of the entries that a job shows. */
  readonly shown: Set<string>;
  readonly structure: Structure;
  readonly scope: RenderScope;
  readonly bundle: Pick<Bundle, 'manifest' | 'folder'>;
  readonly pool: RenderPool;
  /** Takes over files of the last output. */
  readonly stage: { readonly keep: (path: string) => void };
  readonly last: BuildRecord | null;
  /** True if a file of the last output is unchanged. */
  readonly isIntact: (file: WrittenFile) => boolean;
  readonly progress: Progress;
  readonly signal?: AbortSignal;
};

export type RenderedSite = {
  /** The pages of the input without the refused ones. */
  readonly table: RouteTable;
  /** Pages that were left out because their validity check failed, by path. */
  readonly refused: ReadonlyMap<string, RefusedPage>;
  readonly records: ReadonlyMap<string, PageRecord>;
  /** The rows of the records. */
  readonly pageTable: PageTable;
  readonly rendered: number;
  readonly reused: number;
  /** Path and milliseconds of the slowest pages of this run, slowest first. */
  readonly slowest: readonly (readonly [path: string, ms: number])[];
};

/**
 * Renders the pages that changed and reuses the others from the last output; both go to the staging folder. Omits pages
 * whose validity check fails, and renders the pages that list them as alternates again without them.
 */
export async function renderPages(input: RenderInput): Promise<Result<RenderedSite>> {
  const { bundle, pool, stage, isIntact } = input;
  const { entry, pages, islands, server } = bundle.manifest;
  // A thread that was started early loads the code while the pages to render are found.
  pool.load({ entry, pages, islands }, bundle.folder, server);
  const pageTable = input.last?.pageTable ?? createPageTable();
  const rendered: RenderResults = {
    pageTable,
    records: new Map(),
    refused: new Map(),
    problems: [],
    count: 0,
    slowest: [],
  };
  const reused = new Map<string, PageRecord>();
  let table = input.table;
  let last = input.last;
  for (let routes = table.routes; routes.length > 0; ) {
    const plan = planRender({
      routes,
      jobOf: input.jobOf,
      shown: input.shown,
      structure: input.structure,
      shared: sharedData(input.scope),
      messages: input.scope.messages,
      linksHold: linkCheck(input.scope),
      bundle: bundle.manifest,
      version: sitegenHash,
      last,
      isIntact,
    });
    const source = { ...input, inputOf: plan.inputOf };
    const rendering = renderPlanned(plan.changed.render, source, rendered);
    const plans = [plan.changed, plan.unchanged()] as const;
    for (const { reuse } of plans) for (const record of reuse) reused.set(record.path, record);
    const toRender = plans.flatMap(({ render }) => render);
    for (const { path } of toRender) reused.delete(path);
    if (toRender.length > 0) input.progress.stage('Rendering', toRender.length);
    await Promise.all([rendering, renderPlanned(plans[1].render, source, rendered)]);
    const keptTable = withoutPages(table, rendered.refused);
    const knownRoutes = new Set(table.routes);
    routes = keptTable.routes.filter((route) => !knownRoutes.has(route));
    table = keptTable;
    last = null;
  }
  if (rendered.problems.some((problem) => problem.severity === 'error'))
    return fail(joinFailures(sortProblems(rendered.problems)).map((one) => withCycleHint(one, bundle.manifest.cycles)));
  for (const record of reused.values()) {
    rendered.problems.push(...record.warnings);
    for (const [path] of record.files) stage.keep(path);
  }
  const recordOf = (path: string) => (reused.get(path) ?? rendered.records.get(path)) as PageRecord;
  const site: RenderedSite = {
    table,
    refused: rendered.refused,
    records: new Map(table.routes.map(({ path }) => [path, recordOf(path)])),
    pageTable,
    rendered: rendered.count,
    reused: reused.size,
    slowest: rendered.slowest,
  };
  return ok(site, sortProblems(rendered.problems));
}

/** Returns the data that all pages show, without messages: each page records those that it reads. */
export function sharedData(scope: RenderScope): unknown {
  const { site, organization, bootScript, heads, copies, policies, extraHead, icons, plugins, components } = scope;
  return [site, organization, bootScript, heads, copies, policies, extraHead, icons, plugins.key, components];
}

/** Returns a function that checks whether the links of a page's Markdown still resolve as recorded. */
export function linkCheck(scope: RenderScope): (record: PageRecord, job: PageJob) => boolean {
  const links = linkScope(scope);
  return ({ links: reads }, { body }) =>
    body === null || areLinksCurrent(reads, { file: body.file, locale: body.locale }, links);
}

/** The results of the workers so far. */
type RenderResults = {
  readonly pageTable: PageTable;
  readonly records: Map<string, PageRecord>;
  readonly refused: Map<string, RefusedPage>;
  readonly problems: Diagnostic[];
  /** Pages that were rendered. */
  count: number;
  /** Slowest first. */
  slowest: RenderedSite['slowest'];
};

/** Number of rendered pages after which garbage is collected: an edit renders fewer, and it would take longer than these. */
const COLLECT_AFTER = 100;

/** Number of slow pages that are reported. */
const SLOWEST = 5;

/** What a page in work is rendered from, without its job. */
type InputInWork = Omit<PageInput<PageJob>, 'job'> & { readonly route: PlannedRoute };

type RenderSource = RenderInput & Pick<RenderPlan<PageJob>, 'inputOf'>;

async function renderPlanned(routes: readonly PlannedRoute[], input: RenderSource, site: RenderResults): Promise<void> {
  const { scope, pool } = input;
  if (routes.length === 0) return;
  const inputs = new Map<string, InputInWork>();
  const jobOf = (route: PlannedRoute): PageJob => {
    const { job, ...pageInput } = input.inputOf(route);
    inputs.set(route.path, { ...pageInput, route });
    return job;
  };
  await pool.pages(routes, jobOf, (result) => {
    input.progress.tick();
    const { path } = result;
    if (result.kind === 'failed') return site.problems.push(...result.problems);
    const { warnings } = result;
    site.problems.push(...warnings);
    if (result.kind === 'refused') return site.refused.set(path, result.refusal);
    site.count += 1;
    if (site.count % COLLECT_AFTER === 0) collectGarbage();
    const { route, fingerprint, shows } = inputs.get(path) as InputInWork;
    inputs.delete(path);
    site.slowest = [...site.slowest, [route.path, result.ms] as const].sort((a, b) => b[1] - a[1]).slice(0, SLOWEST);
    const { messages: keys, ...links } = result.reads;
    const messages = messagesFingerprint(keys, scope.messages[route.locale] ?? {});
    const record: PageRecord = {
      // The route's own text: a copy of each would take memory.
      path: route.path,
      input: fingerprint,
      keys,
      messages,
      ...links,
      media: mediaReads(links.links),
      files: result.files,
      shows,
      warnings,
    };
    return site.records.set(route.path, site.pageTable.add(record));
  });
  input.signal?.throwIfAborted();
}

/**
 * Sorts problems, so that their order does not depend on which worker finishes first. What several pages report alike, such
 * as a module without a component, is reported once.
 */
export function sortProblems(problems: readonly Diagnostic[]): readonly Diagnostic[] {
  const keyed = problems.map((problem) => {
    const { message, file, line, column, code } = problem;
    return [JSON.stringify([message, file, line, column, code]), problem] as const;
  });
  return [...new Map(keyed.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))).values()];
}
