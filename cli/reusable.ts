import type { SiteConfig } from './config/types.ts';
import { updateContent } from './content/collect.ts';
import type { ContentIndex } from './content/content-index.ts';
import type { EntryMemory, IndexedEntry } from './content/read.ts';
import type { SiteInfo } from './contract.ts';
import { positionReader } from './incremental/positions.ts';
import type { Catalogues } from './locales/compile.ts';
import type { PlanMemory, PlanOptions, StoredPlan } from './plan-memory.ts';
import { ok, type Result } from './report/result.ts';
import type { LinkTables, PlanFacts, SitePlan } from './routes/site-plan.ts';
import type { RouteTable } from './routes/types.ts';
import { entryFiles, isPatternOrFile } from './schema/files.ts';
import { kindOf, type SourceFile, type SourceTree } from './sources/tree.ts';

/** The parts of the last plan that are still valid; null for the others. */
export type Reusable = {
  readonly config: Result<SiteConfig> | null;
  readonly catalogues: Result<Catalogues> | null;
  readonly content: (config: SiteConfig) => Result<ContentIndex> | null;
  readonly table: () => Result<RouteTable> | null;
  /** Returns the configuration with the redirects of entries. */
  readonly complete: (config: SiteConfig) => Result<SiteConfig> | null;
  readonly site: () => SiteInfo | null;
  readonly media: SitePlan['media'] | null;
  /** Returns the entries that differ from those of the last plan, if everything that they name is as it was. */
  readonly replaced: () => readonly IndexedEntry[] | null;
  readonly facts: () => PlanFacts | null;
  readonly tables: () => LinkTables | null;
};

const nothingReusable: Reusable = {
  config: null,
  catalogues: null,
  content: () => null,
  table: () => null,
  complete: () => null,
  site: () => null,
  media: null,
  replaced: () => null,
  facts: () => null,
  tables: () => null,
};

/**
 * Returns the parts of the last plan in the memory that are still valid after edits of existing files. Nothing is reused if
 * a file was added or removed, or if the configuration changed.
 */
export function reusable(tree: SourceTree, options: PlanOptions, memory: PlanMemory): Reusable {
  const { changed } = options;
  const last = memory.last.plan;
  if (!last || !changed || !sameOptions(options, last.options)) return nothingReusable;
  const { plan, warnings } = last;
  const paths = [...changed];
  const existsInBoth = (path: string) => tree.files.has(path) && plan.tree.files.has(path);
  const kinds = new Set(paths.map((path) => (isEntryFile(path) ? 'entry' : kindOf(path))));
  if (kinds.has('config') || !paths.every(existsInBoth)) return nothingReusable;
  const entries = paths.filter(isEntryFile);
  let hasMoved = true;
  return {
    ...nothingReusable,
    config: ok(last.config, warnings.config),
    catalogues: kinds.has('locale') ? null : ok(plan.catalogues, warnings.catalogues),
    content: (config) => {
      // Records of data files may move, and are too few to replace them one by one.
      if (paths.some((path) => !isEntryFile(path) && containsEntries(path, config))) return null;
      const content = updateContent({
        tree,
        config,
        options: { ...options, memory: memory.entries },
        last: {
          content: plan.content,
          warnings: warnings.content,
          entriesOf: (_collection, path) => {
            const read = memory.entries.get(plan.tree.files.get(path) as SourceFile)?.result;
            return read?.ok ? read.value : null;
          },
        },
        changed: entries,
      });
      hasMoved = content === null;
      return content;
    },
    // The number of pages of a route may depend on a data file.
    table: () => (hasMoved || kinds.has('data') || kinds.has('content') ? null : ok(plan.table, warnings.table)),
    complete: () => ok(plan.config),
    site: () => (hasMoved ? null : plan.site),
    media: kinds.has('public') || kinds.has('content') ? null : plan.media,
  };
}

type StoredInput = {
  readonly tree: SourceTree;
  readonly options: PlanOptions;
  readonly entries: EntryMemory;
  readonly config: SiteConfig;
};

/** Returns the parts of a stored plan that are still valid after edits of texts. */
export function storedReusable(stored: StoredPlan, { tree, options, entries, config }: StoredInput): Reusable {
  const { content, warnings, changed, entriesOf, table, hasAliases, facts, tables } = stored;
  const replaced: IndexedEntry[] = [];
  const position = positionReader(config);
  let areSamePositions = true;
  let hasMoved = true;
  return {
    ...nothingReusable,
    content: () => {
      const updated = updateContent({
        tree,
        config,
        options: { ...options, memory: entries },
        last: { content, warnings: warnings.content, entriesOf },
        changed,
        onReplaced: (name, old, entry) => {
          replaced.push(entry);
          areSamePositions &&= position(name, old) === position(name, entry);
        },
      });
      hasMoved = updated === null;
      return updated;
    },
    table: () => (hasMoved ? null : ok(table, warnings.table)),
    complete: () => (hasAliases ? null : ok(config)),
    replaced: () => (hasMoved ? null : replaced),
    facts: () => (hasMoved || !areSamePositions ? null : facts),
    tables: () => (hasMoved ? null : tables()),
  };
}

/** True for a file that a collection with a pattern or a file reads. */
function containsEntries(path: string, { content, locales }: SiteConfig): boolean {
  return Object.values(content.collections).some(
    ({ from }) =>
      from !== undefined && isPatternOrFile(from) && entryFiles(from, locales.allCodes).entryOf(path) !== null,
  );
}

const isEntryFile = (path: string): boolean => path.startsWith('content/') && path.endsWith('.md');

const sameOptions = (a: PlanOptions, b: PlanOptions): boolean =>
  a.drafts === b.drafts &&
  a.today === b.today &&
  a.commits === b.commits &&
  a.loaded === b.loaded &&
  a.overrides === b.overrides;
