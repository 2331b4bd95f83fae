import type { PageRecord } from '../incremental/page-record.ts';
import type { BuildRecord } from '../incremental/record.ts';
import type { Structure } from '../incremental/structure.ts';
import type { Plugin } from '../plugins/types.ts';

type CorrectLinksInput = {
  /** Record of the last build whose links were checked. */
  readonly last: BuildRecord | null;
  readonly structure: Structure;
  readonly pages: {
    readonly records: ReadonlyMap<string, PageRecord>;
    readonly refused: ReadonlyMap<string, unknown>;
  };
  readonly plugins: readonly Plugin[];
  /** Returns whether the output has a file, by its path below the output folder. */
  readonly hasFile: (path: string) => boolean;
};

/**
 * Returns the pages that the last build checked, if each target of their links still exists: then these links are correct
 * again. The last build had no broken links, since one with an error leaves no record.
 */
export function pagesWithCorrectLinks(input: CorrectLinksInput): ReadonlySet<PageRecord> {
  const { last, structure, pages, plugins, hasFile } = input;
  const none = new Set<PageRecord>();
  // With the same structure there are the same pages, redirects and generated files, but not those of plugins.
  if (last?.structure.key !== structure.key || pages.refused.size > 0) return none;
  if (plugins.some(({ files }) => files)) return none;
  const exists = (path: string) => hasFile(path) || hasFile(path.replace(/\.(?:br|gz)$/, ''));
  for (const path of last.copied.keys()) if (!exists(path)) return none;
  const correct = new Set<PageRecord>();
  for (const [path, page] of pages.records) {
    const before = last.pages.get(path);
    if (before === page) correct.add(page);
    else if (!before || !hasIds(page, before.ids)) return none;
  }
  return correct;
}

/** Returns whether links to ids of the page still find these. */
function hasIds(page: PageRecord, ids: readonly string[]): boolean {
  const present = new Set(page.ids);
  return ids.every((id) => present.has(id));
}
