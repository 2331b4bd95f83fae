import { targetResolver } from '../render/targets.ts';
import { isMdx } from '../schema/files.ts';
import type { SourceFile, SourceTree } from '../sources/tree.ts';

export type LinkPlace = { readonly file: string; readonly line: number; readonly column: number };

const kinds: ReadonlySet<string> = new Set([
  'site',
  'template',
  'plugin',
  'config',
  'data',
] satisfies SourceFile['kind'][]);

/** What encloses an address in code or data, and in the text of MDX, which may have a title after it. */
const enclosures = ['""', "''", '``', '()', '( '] as const;

/** The longest source that is searched, in bytes: longer ones are data. */
const maxBytes = 2 ** 20;

/**
 * Returns a function that returns the first place in the sources that names one of some addresses; null if none does,
 * since code composes it.
 */
export function linkSources(
  tree: Pick<SourceTree, 'files' | 'text'>,
): (addresses: readonly string[]) => LinkPlace | null {
  let sources: readonly string[] | null = null;
  return (addresses) => {
    sources ??= [...tree.files.values()].filter(isSearched).map(({ path }) => path);
    for (const file of sources) {
      const text = tree.text(file);
      for (const address of addresses) {
        const found = enclosures
          .map(([open, close]) => text.indexOf(`${open}${address}${close}`))
          .filter((at) => at >= 0);
        if (found.length > 0) return placeIn(file, text, Math.min(...found) + 1);
      }
    }
    return null;
  };
}

/** Matches addresses in code and in links of MDX that are relative to the page. */
const relativeAddress = /(?:["'`]|\]\(\s*)(?![/#]|[a-z][a-z0-9+.-]*:)([^\s"'`()]+)/gi;

/** Returns the first place in a file that names a target by an address relative to the page; null if none does. */
export function relativePlace(
  tree: Pick<SourceTree, 'text'>,
  file: string,
  { path, target }: { readonly path: string; readonly target: string },
): LinkPlace | null {
  const text = tree.text(file);
  const targetOf = targetResolver({ path, site: { url: 'https://site.invalid', base: '' } });
  for (const { 0: found, 1: address = '', index } of text.matchAll(relativeAddress))
    if (targetOf(address) === target) return placeIn(file, text, index + found.length - address.length);
  return null;
}

const isSearched = ({ path, kind, size }: SourceFile): boolean =>
  (kinds.has(kind) || isMdx(path)) && size <= maxBytes && /\.(?:[jt]sx?|mdx?|ya?ml|json)$/.test(path);

function placeIn(file: string, text: string, offset: number): LinkPlace {
  const before = text.slice(0, offset).split('\n');
  return { file, line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
