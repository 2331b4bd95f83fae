import { join } from 'node:path';
import { type ConfigOverrides, deepFreeze, type SiteConfig } from './config/types.ts';
import { viteConfigIn } from './config/vite-config.ts';
import type { ContentIndex } from './content/content-index.ts';
import { publishedEntries } from './content/media.ts';
import type { IndexedEntry } from './content/read.ts';
import { indexFrom, type StoredIndex, storedIndex } from './content/stored-index.ts';
import { filesKey } from './incremental/positions.ts';
import { domainFile } from './lib/cache-file.ts';
import { collectGarbage } from './lib/garbage.ts';
import { hashOf } from './lib/hash.ts';
import { lazy } from './lib/lazy.ts';
import {
  bufferOf,
  listOf,
  listSection,
  loadSections,
  type Sections,
  saveSections,
  textReader,
  textSections,
} from './lib/sections.ts';
import { SharedTable } from './lib/shared-table.ts';
import { sitegenHash } from './lib/version.ts';
import {
  type KeptPlan,
  loadMemory,
  type Memory,
  type PlanOptions,
  type PlanStore,
  type StoredPlan,
} from './plan-memory.ts';
import type { PlanFacts } from './routes/site-plan.ts';
import { type StoredTable, storedTable, tableFrom } from './routes/stored-table.ts';
import type { StatCache } from './sources/stat-cache.ts';
import type { SourceFile, SourceTree } from './sources/tree.ts';

type Header = Pick<StoredPlan, 'config' | 'warnings' | 'hasAliases'> &
  Pick<StoredIndex, 'collections'> &
  Pick<StoredTable, 'shared'> & {
    /** Hash of the site's folder, what is read there beside the sources, the options and the commit. */
    readonly key: string;
    /** Days on which the same entries are published: from the first, and before the second if there is one. */
    readonly days: readonly [from: string, until: string | null];
    readonly facts: Omit<PlanFacts, 'texts'>;
  };

const format = `plan ${sitegenHash}`;

/** With a larger fraction of changed texts, planning again takes no longer. */
const MAX_CHANGED = 0.01;

type MemoryOptions = { readonly cache: boolean; readonly overrides: ConfigOverrides };

/** Opens the memory of a build in the site's `.sitegen` folder, with the plan of the last one. */
export function openMemory(work: string, { cache, overrides }: MemoryOptions, stats: StatCache): Memory {
  const memory = loadMemory(work, cache, stats);
  if (!cache) return memory;
  const plans = openPlanStore(join(work, domainFile('plan.bin', overrides.domain)));
  const save = () => {
    memory.save();
    plans.save();
  };
  return { ...memory, plans, save };
}

/** Opens the store in a file. */
export function openPlanStore(file: string): PlanStore {
  let kept: KeptPlan | null = null;
  return {
    restore: (tree, options) => {
      const stored = loadSections<Header>({ file, format });
      return stored && storedPlan(stored, tree, options);
    },
    keep: (plan) => {
      kept = plan;
    },
    save: () => {
      if (!kept) return;
      collectGarbage();
      savePlan(file, kept);
      kept = null;
    },
  };
}

const keyOf = (root: string, { overrides, drafts, commits }: PlanOptions): string =>
  hashOf(JSON.stringify([root, viteConfigIn(root) ?? null, overrides, drafts, [...commits]]));

function savePlan(file: string, { plan, config, options, warnings }: KeptPlan): void {
  const { tree, content, table } = plan;
  const index = storedIndex(content);
  const routes = storedTable(table);
  const { texts, ...facts } = plan.facts();
  const textFiles = [...tree.files.keys()].filter((path) => texts.has(path));
  const { links, entries, hidden } = plan.tables();
  const header: Header = {
    key: keyOf(tree.root, options),
    days: [options.today, facts.nextChange?.date ?? null],
    config,
    warnings,
    facts,
    hasAliases: publishedEntries(content).some(({ aliases }) => aliases.length > 0),
    collections: index.collections,
    shared: routes.shared,
  };
  saveSections({ file, format }, header, [
    listSection(textFiles),
    listSection(textFiles.map((path) => texts.get(path) as string)),
    listSection(index.folders),
    listSection(index.files),
    listSection(routes.paths),
    routes.sharedOf.buffer,
    ...textSections(index.entries),
    ...textSections(routes.own),
    ...[links, entries, hidden].map(({ memory }) => memory),
  ]);
}

function storedPlan({ header, section }: Sections<Header>, tree: SourceTree, options: PlanOptions): StoredPlan | null {
  const [from, until] = header.days;
  const { today } = options;
  if (today < from || (until !== null && today >= until) || header.key !== keyOf(tree.root, options)) return null;
  const textFiles = listOf(section(0));
  const hashes = listOf(section(1));
  const textHashes = new Map(textFiles.map((path, index) => [path, hashes[index] as string]));
  if (header.facts.files !== filesKey(tree, textHashes)) return null;
  const texts = new Map(textFiles.map((path) => [path, (tree.files.get(path) as SourceFile).hash]));
  const changed = textFiles.filter((path) => texts.get(path) !== textHashes.get(path));
  if (changed.length > textFiles.length * MAX_CHANGED + 1) return null;
  const config = deepFreeze(header.config) as SiteConfig;
  const folders = listOf(section(2));
  const content = indexFrom({
    collections: header.collections,
    folders,
    entry: textReader(section(6), section(7)),
    config,
    fileOf: (path) => tree.files.get(path) as SourceFile,
  });
  const table = tableFrom({
    paths: listOf(section(4)),
    shared: header.shared,
    sharedOf: new Uint32Array(bufferOf(section(5))),
    own: textReader(section(8), section(9)),
  });
  return {
    config,
    warnings: header.warnings,
    hasAliases: header.hasAliases,
    content,
    table,
    changed,
    entriesOf: entryFinder(content, () => listOf(section(3))),
    tables: () => ({
      links: tableOf(section(10)),
      entries: tableOf(section(11)),
      hidden: tableOf(section(12)),
    }),
    facts: { ...header.facts, texts },
  };
}

/** Copies a table into memory that threads share. */
function tableOf<Value>(section: Buffer): SharedTable<Value> {
  const memory = new SharedArrayBuffer(section.length);
  section.copy(new Uint8Array(memory));
  return new SharedTable(memory);
}

/** Returns a function that returns the entries of a file in a collection. `files`: those of all entries, in their order. */
function entryFinder(content: ContentIndex, files: () => readonly string[]): StoredPlan['entriesOf'] {
  const allFiles = lazy(files);
  return (collection, file) => {
    const found: IndexedEntry[] = [];
    let start = 0;
    for (const { name, locales, hidden } of content.values()) {
      for (const entries of [
        ...Array.from(locales.values(), (locale) => locale.entries),
        hidden.map((one) => one.entry),
      ]) {
        const at = name === collection ? allFiles().indexOf(file, start) - start : -1;
        if (at >= 0 && at < entries.length) found.push(entries[at] as IndexedEntry);
        start += entries.length;
      }
    }
    return found;
  };
}
