import { lazy } from '../lib/lazy.ts';
import { targetResolver } from '../render/targets.ts';
import { isMdx } from '../schema/files.ts';
import { positionAt } from '../sources/encoding.ts';
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
        const found = firstLink(text, offsetsOf(text, address));
        if (found !== undefined) return { file, ...positionAt(text, found) };
      }
    }
    return null;
  };
}

/** Returns the offsets of an address in a text, in ascending order. */
function offsetsOf(text: string, address: string): readonly number[] {
  const offsets = enclosures.flatMap(([open, close]) => {
    const enclosed = `${open}${address}${close}`;
    const found: number[] = [];
    for (let at = text.indexOf(enclosed); at >= 0; at = text.indexOf(enclosed, at + 1)) found.push(at + 1);
    return found;
  });
  return offsets.sort((a, b) => a - b);
}

/** Matches what precedes the address of a link or picture, in elements and in Markdown. */
const linkStart = /(?:\]\(\s*|\b(?:href|src|to)=\{?["'`])$/;

/** Returns the offset of the first link; if none is one, such as where a variable holds the address, the first offset. */
const firstLink = (text: string, offsets: readonly number[]): number | undefined =>
  offsets.find((at) => linkStart.test(text.slice(text.lastIndexOf('\n', at) + 1, at))) ?? offsets[0];

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
  const offsets = Array.from(text.matchAll(relativeAddress), ({ 0: found, 1: address = '', index }) =>
    targetOf(address) === target ? index + found.length - address.length : -1,
  ).filter((offset) => offset >= 0);
  const found = firstLink(text, offsets);
  return found === undefined ? null : { file, ...positionAt(text, found) };
}

/** A link of a component by an address relative to the page. */
export type RelativeLink = { readonly place: LinkPlace; readonly address: string };

/** Matches attributes of components and elements whose address is relative to the page. */
const relativeAttribute = /\b(?:href|src|to)=\{?["'`](?![/#?]|[a-z][a-z0-9+.-]*:)([^\s"'`{}<>$]+)["'`]/gi;

/** Returns a function that returns the first link of the sources that leads from a page to a target; null for none. */
export function relativeLinks(
  tree: Pick<SourceTree, 'files' | 'text'>,
): (link: { readonly path: string; readonly target: string }) => RelativeLink | null {
  const links = lazy(() =>
    [...tree.files.values()].filter(isSearched).flatMap(({ path: file }) => {
      const text = tree.text(file);
      return Array.from(text.matchAll(relativeAttribute), ({ 0: found, 1: address = '', index }): RelativeLink => {
        const offset = index + found.length - 1 - address.length;
        return { place: { file, ...positionAt(text, offset) }, address };
      });
    }),
  );
  return ({ path, target }) => {
    const targetOf = targetResolver({ path, site: { url: 'https://site.invalid', base: '' } });
    return links().find(({ address }) => targetOf(address) === target) ?? null;
  };
}

const isSearched = ({ path, kind, size }: SourceFile): boolean =>
  (kinds.has(kind) || isMdx(path)) && size <= maxBytes && /\.(?:[jt]sx?|mdx?|ya?ml|json)$/.test(path);
