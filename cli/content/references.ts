import type { SiteConfig } from '../config/types.ts';
import type { Diagnostic } from '../contract.ts';
import { suggest } from '../lib/suggest.ts';
import type { CollectionIndex, ContentIndex } from './content-index.ts';
import { hiddenHint, hiddenReason } from './links.ts';
import type { IndexedEntry } from './read.ts';

/** Reports each reference of published entries to an entry that does not exist or is not published. */
export function missingReferences(
  entries: readonly IndexedEntry[],
  content: ContentIndex,
  { locales }: Pick<SiteConfig, 'locales'>,
): readonly Diagnostic[] {
  const problems = new Map<string, Diagnostic>();
  for (const entry of entries) {
    for (const { key, to, id, line, column } of entry.references) {
      const index = content.get(to);
      if (!index || hasEntry(index, id, [entry.locale, locales.default])) continue;
      const { file } = entry;
      problems.set(`${file}:${line}:${column}`, { ...missingProblem(index, key, id), file, line, column });
    }
  }
  return [...problems.values()];
}

const hasEntry = ({ locales }: CollectionIndex, id: string, codes: readonly string[]): boolean =>
  codes.some((code) => locales.get(code)?.indexOfFolder.has(id));

function missingProblem(index: CollectionIndex, key: string, id: string): Omit<Diagnostic, 'file'> {
  const code = 'CONTENT_REFERENCE_MISSING';
  const hidden = index.hidden.find(({ entry }) => entry.folder === id);
  if (hidden) {
    const message = `\`${key}\` names the entry ${hidden.entry.file}, which ${hiddenReason(hidden)} and is not published.`;
    return { code, severity: 'error', message, hint: hiddenHint };
  }
  const ids = [...new Set([...index.locales.values()].flatMap(({ indexOfFolder }) => [...indexOfFolder.keys()]))];
  const similar = suggest(id, ids);
  return {
    code,
    severity: 'error',
    message: `\`${key}\` names the entry \`${id}\` of ${index.name}, which does not exist.`,
    hint: similar
      ? `Did you mean \`${similar}\`?`
      : `Entries of ${index.name}: ${ids.slice(0, 12).join(', ') || 'none'}.`,
  };
}
