import type { SiteConfig } from '../config/types.ts';
import type { Diagnostic } from '../contract.ts';
import { ok, type Result } from '../report/result.ts';
import type { SourceFile, SourceTree } from '../sources/tree.ts';
import {
  type CollectionIndex,
  type CollectOptions,
  type ContentIndex,
  entryReader,
  type IndexedEntry,
  isShown,
  type LocaleIndex,
} from './collect.ts';

export type UpdateInput = {
  readonly tree: SourceTree;
  readonly config: SiteConfig;
  readonly options: CollectOptions;
  readonly last: {
    readonly tree: SourceTree;
    readonly content: ContentIndex;
    readonly warnings: readonly Diagnostic[];
  };
  /** Files that differ between the last tree and this one, in text only. */
  readonly changed: Iterable<string>;
};

/**
 * The content after edits that move no entry: those of texts, titles and descriptions. Null where an entry comes, goes,
 * is broken, or changes its address, date or tags: then all of it is collected again.
 */
export function updateContent(input: UpdateInput): Result<ContentIndex> | null {
  const { tree, config, options, last } = input;
  const paths = new Set(input.changed);
  const warnings = last.warnings.filter(({ file }) => file === undefined || !paths.has(file));
  const content = new Map(last.content);
  for (const [name, index] of last.content) {
    const read = entryReader({ tree, config, options, name });
    const replaced = new Map<IndexedEntry, IndexedEntry>();
    for (const path of paths) {
      const now = read(tree.files.get(path) as SourceFile);
      if (now === null) continue;
      const before = options.known?.get(last.tree.files.get(path) as SourceFile)?.result;
      if (!before?.ok || !now.ok || !staysInPlace(before.value, now.value, options)) return null;
      warnings.push(...now.warnings);
      if (isShown(now.value, options)) replaced.set(before.value, now.value);
    }
    if (replaced.size > 0) content.set(name, replaceIn(index, replaced));
  }
  return ok(content, warnings);
}

/** Whether lists, tags, addresses and dates are the same with the one as with the other. */
function staysInPlace(a: IndexedEntry, b: IndexedEntry, options: CollectOptions): boolean {
  const place = ({ slug, date, updated, tags, folder, locale }: IndexedEntry) =>
    JSON.stringify([slug, date, updated, tags, folder, locale]);
  return isShown(a, options) === isShown(b, options) && place(a) === place(b);
}

function replaceIn(index: CollectionIndex, replaced: ReadonlyMap<IndexedEntry, IndexedEntry>): CollectionIndex {
  const locales = new Map(index.locales);
  for (const code of new Set([...replaced.keys()].map(({ locale }) => locale))) {
    const locale = index.locales.get(code);
    if (locale) locales.set(code, replaceInLocale(locale, replaced));
  }
  return { ...index, locales };
}

function replaceInLocale(locale: LocaleIndex, replaced: ReadonlyMap<IndexedEntry, IndexedEntry>): LocaleIndex {
  const swap = (entry: IndexedEntry): IndexedEntry => replaced.get(entry) ?? entry;
  const tags = new Set([...replaced.keys()].flatMap((entry) => entry.tags));
  return {
    ...locale,
    entries: locale.entries.map(swap),
    tags: locale.tags.map((tag) => (tags.has(tag.tag) ? { ...tag, entries: tag.entries.map(swap) } : tag)),
  };
}
