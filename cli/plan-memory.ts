import { join } from 'node:path';
import type { ConfigOverrides, SiteConfig } from './config/types.ts';
import type { ContentIndex } from './content/content-index.ts';
import type { SizeCache } from './content/media.ts';
import type { EntryMemory, IndexedEntry } from './content/read.ts';
import { type EntryStore, openEntryStore } from './content/store.ts';
import type { Diagnostic } from './contract.ts';
import { loadCache, saveCache } from './lib/cache-file.ts';
import type { LoadedEntries } from './loaders/load.ts';
import type { LocaleCache } from './locales/compile.ts';
import type { PlaceholderCache } from './pictures/placeholders.ts';
import type { Result } from './report/result.ts';
import type { LinkTables, PlanFacts, SitePlan } from './routes/site-plan.ts';
import type { RouteTable } from './routes/types.ts';
import type { CommitDates } from './sources/git.ts';
import { type StatCache, siteStatCache } from './sources/stat-cache.ts';
import type { SourceTree } from './sources/tree.ts';

export type PlanOptions = {
  readonly overrides: ConfigOverrides;
  readonly drafts: boolean;
  /** ISO date. */
  readonly today: string;
  readonly commits: CommitDates;
  /** The results of collections' loaders. */
  readonly loaded?: LoadedEntries;
  /** Files that differ from those of the last plan in the memory; parts that do not depend on them are reused. */
  readonly changed?: ReadonlySet<string>;
  /** Called with the configuration as soon as it is read, before the slow part. */
  readonly onConfig?: (config: SiteConfig) => void;
};

/** What a plan starts from. */
export type PlanStart = {
  /** Resolves the configuration. Not called if that of the last plan in the memory is still valid. */
  readonly resolve: () => Result<SiteConfig>;
  /** The last plan of an earlier process, if it is still valid. */
  readonly stored?: StoredPlan | undefined;
};

/** Data that one plan keeps for the next. Entries are keyed by content, so they are never outdated. */
export type PlanMemory = {
  readonly entries: EntryMemory;
  /** Entries that an earlier process read. */
  readonly stored?: EntryStore;
  readonly sizes: SizeCache;
  readonly colors: PlaceholderCache;
  readonly locales: LocaleCache;
  /** The last plan, for one with `changed`. */
  readonly last: { plan?: LastPlan };
  /** The last plan of an earlier process. */
  readonly plans?: PlanStore;
};

export type LastPlan = {
  readonly plan: SitePlan;
  /** The configuration without the redirects of entries. */
  readonly config: SiteConfig;
  readonly options: PlanOptions;
  /** By the stage that reported them. */
  readonly warnings: Readonly<Record<'config' | 'catalogues' | 'content' | 'table', readonly Diagnostic[]>>;
};

/** A site as the last build planned it, for one whose texts have changed. */
export type StoredPlan = {
  /** The configuration without the redirects of entries. */
  readonly config: SiteConfig;
  readonly content: ContentIndex;
  readonly table: RouteTable;
  readonly warnings: Readonly<Record<'config' | 'content' | 'table', readonly Diagnostic[]>>;
  /** Texts that have changed since. */
  readonly changed: readonly string[];
  /** Returns the entries of a file in a collection, as they were. */
  readonly entriesOf: (collection: string, file: string) => readonly IndexedEntry[];
  readonly hasAliases: boolean;
  readonly facts: PlanFacts;
  readonly tables: () => LinkTables;
};

export type PlanStore = {
  /** Returns the last plan of a site; null if more than texts has changed since. */
  readonly restore: (tree: SourceTree, options: PlanOptions) => StoredPlan | null;
  /** Takes a plan for `save`. */
  readonly keep: (kept: KeptPlan) => void;
  readonly save: () => void;
};

export type KeptPlan = Pick<StoredPlan, 'config' | 'warnings'> & {
  readonly plan: Pick<SitePlan, 'tree' | 'content' | 'table' | 'facts' | 'tables'>;
  readonly options: PlanOptions;
};

/** Data that one run keeps for the next in `.sitegen/cache`. All of it is keyed by content and may be deleted. */
export type Memory = PlanMemory & { readonly stats: StatCache; readonly save: () => void };

export function loadMemory(work: string, cache: boolean, stats: StatCache = siteStatCache(work, cache)): Memory {
  const folder = join(work, 'cache');
  const stored = cache ? openEntryStore(join(folder, 'entries.ndjson')) : null;
  const tables = { sizes: new Map(), colors: new Map() } satisfies Pick<PlanMemory, 'sizes' | 'colors'>;
  const saves = Object.entries(tables).map(([name, table]) => fillTable(join(folder, `${name}.json`), table, cache));
  return {
    entries: new WeakMap(),
    ...(stored && { stored }),
    last: {},
    ...tables,
    locales: new Map(),
    stats,
    save: () => {
      if (!cache) return;
      stats.save();
      stored?.save();
      for (const save of saves) save();
    },
  };
}

/** Reads a table from a file. Returns a function that writes it if it has new rows. */
function fillTable(file: string, table: Map<string, unknown>, cache: boolean): () => void {
  if (cache) for (const [key, value] of loadCache<[string, unknown][]>(file, 'table 3') ?? []) table.set(key, value);
  const previous = table.size;
  return () => {
    if (table.size !== previous) saveCache(file, 'table 3', [...table]);
  };
}
