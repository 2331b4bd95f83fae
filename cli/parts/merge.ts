import type { PageRecord } from '../incremental/page-record.ts';
import { planRender } from '../incremental/plan.ts';
import { type BuildRecord, recordedSources } from '../incremental/record.ts';
import type { Structure } from '../incremental/structure.ts';
import { sitegenHash } from '../lib/version.ts';
import type { Stage } from '../output/stage.ts';
import { linkCheck, type RenderedSite, type RenderInput, sharedData, sortProblems } from '../render/run.ts';
import { fail, ok, type Result } from '../report/result.ts';
import { withoutPages } from '../routes/refused.ts';
import { foreignParts, incompleteParts, type Parts, partKey } from './part.ts';

/** Returns the parts as the record of a last build. */
export const recordOf = ({ record, refused }: Parts, structure: Structure): BuildRecord => ({
  ...record,
  out: '',
  sources: recordedSources(new Map()),
  // A page without a refused version has another job than the structure says.
  structure: refused.size === 0 ? structure : { ...structure, key: null },
});

/** Returns a stage that keeps files of parts instead of those of the last output. */
export const stageWithParts = (stage: Stage, { files }: Parts): Stage => ({
  ...stage,
  keep: (path) => stage.link(path, files.get(path) as string),
});

/** Takes all pages from the parts. Fails if these were not built from the same site. */
export function mergePages(input: Omit<RenderInput, 'pool'>, parts: Parts, folder: string): Result<RenderedSite> {
  if (partKey(input.structure) !== parts.key) return fail([foreignParts(folder)]);
  const table = withoutPages(input.table, parts.refused);
  const { changed, unchanged } = planRender({
    routes: table.routes,
    jobOf: input.jobOf,
    shown: input.shown,
    structure: input.structure,
    shared: sharedData(input.scope),
    messages: input.scope.messages,
    linksHold: linkCheck(input.scope),
    bundle: input.bundle.manifest,
    version: sitegenHash,
    last: input.last,
    isIntact: ([path]) => parts.files.has(path),
  });
  const plans = [changed, unchanged()];
  const missing = plans.flatMap(({ render }) => render.map(({ path }) => path));
  if (missing.length > 0) return fail([incompleteParts(folder, missing)]);
  const reuse = plans.flatMap((plan) => plan.reuse);
  for (const { files } of reuse) for (const [path] of files) input.stage.keep(path);
  const records = new Map<string, PageRecord>(reuse.map((record) => [record.path, record]));
  const site: RenderedSite = {
    table,
    refused: parts.refused,
    records,
    pageTable: parts.record.pageTable,
    rendered: 0,
    reused: reuse.length,
    slowest: [],
  };
  return ok(site, sortProblems(parts.warnings));
}
