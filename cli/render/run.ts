import { join } from 'node:path';
import type { ReadyBundle } from '../bundle/ensure.ts';
import type { Diagnostic } from '../contract.ts';
import { intactIn, messagesFingerprint, planRender } from '../incremental/plan.ts';
import type { BuildRecord, PageRecord } from '../incremental/record.ts';
import { buildOfSitegen } from '../lib/version.ts';
import type { Stage } from '../output/stage.ts';
import type { Progress } from '../report/progress.ts';
import { fail, ok, type Result } from '../report/result.ts';
import type { PlannedRoute } from '../routes/types.ts';
import type { PageJob, RenderScope } from './job.ts';
import type { RenderPool } from './pool.ts';

export type RenderInput = {
  readonly routes: readonly PlannedRoute[];
  readonly jobOf: (route: PlannedRoute) => PageJob;
  readonly scope: RenderScope;
  readonly bundle: ReadyBundle;
  readonly pool: RenderPool;
  readonly stage: Stage;
  readonly out: string;
  readonly last: BuildRecord | null;
  readonly progress: Progress;
  readonly signal?: AbortSignal;
};

export type RenderedSite = {
  readonly records: ReadonlyMap<string, PageRecord>;
  readonly rendered: number;
  readonly reused: number;
  /** Path and milliseconds of the slowest pages of this run, slowest first. */
  readonly slowest: readonly (readonly [path: string, ms: number])[];
};

/** Renders what has to be and takes the rest from the last output; both end up in the stage. */
export async function renderPages(input: RenderInput): Promise<Result<RenderedSite>> {
  const { scope, bundle, pool, stage, out } = input;
  const plan = planRender({
    routes: input.routes,
    jobOf: input.jobOf,
    scope,
    bundle: bundle.manifest,
    version: buildOfSitegen,
    last: input.last,
    intact: intactIn(out),
  });
  const records = new Map<string, PageRecord>();
  for (const record of plan.reuse) {
    for (const [path] of record.files) stage.take(path, join(out, path), 'link');
    records.set(record.path, record);
  }
  const problems: Diagnostic[] = [];
  const times: [string, number][] = [];
  const locales = new Map(plan.render.map((route) => [route.path, route.locale]));
  input.progress.stage('Rendering', plan.render.length);
  if (plan.render.length > 0) {
    pool.load({ entry: bundle.manifest.entry, pages: bundle.manifest.pages }, bundle.folder, bundle.manifest.server);
  }
  await pool.pages(plan.render, input.jobOf, (result) => {
    input.progress.tick();
    if (result.kind === 'failed') return problems.push(...result.problems);
    problems.push(...result.warnings);
    times.push([result.path, result.ms]);
    const { messages: keys, links } = result.reads;
    const catalogue = scope.messages[locales.get(result.path) ?? ''] ?? {};
    const messages = messagesFingerprint(keys, catalogue);
    const fingerprint = plan.inputs.get(result.path) as string;
    return records.set(result.path, {
      path: result.path,
      input: fingerprint,
      keys,
      messages,
      links,
      files: result.files,
    });
  });
  input.signal?.throwIfAborted();
  if (problems.some((problem) => problem.severity === 'error')) return fail(sorted(problems));
  const ordered = new Map(input.routes.map(({ path }) => [path, records.get(path) as PageRecord]));
  const slowest = times.sort((a, b) => b[1] - a[1]).slice(0, 5);
  return ok({ records: ordered, rendered: times.length, reused: plan.reuse.length, slowest }, sorted(problems));
}

/** Workers finish in any order; what is said of their pages does not depend on it. */
const sorted = (problems: readonly Diagnostic[]): readonly Diagnostic[] =>
  problems.toSorted((a, b) => (a.message < b.message ? -1 : a.message > b.message ? 1 : 0));
