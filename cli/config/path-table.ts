import type { Diagnostic, Locale } from '../contract.ts';
import { localePath } from '../lib/paths.ts';
import type { Location } from '../sources/yaml.ts';
import { problemAt, warningAt } from './problem.ts';
import type { CollectionConfig, RouteConfig } from './types.ts';

/** Something that gives pages at a path. */
export type Claim = {
  /** In words, such as "the route `home`". */
  readonly by: string;
  /** Without locale prefix; may hold a placeholder such as `{slug}`. */
  readonly path: string;
  /** Prefixes of the locales that the path exists in. */
  readonly prefixes: readonly string[];
  /** Whether further pages follow below the path: `/blog/page/2`. */
  readonly paged: boolean;
  readonly where: Location | { readonly file: string };
};

/** Which paths the site has. Paths are without base. */
export type PathTable = {
  /** True for a path with its locale prefix that a page, list or entry may stand at. */
  readonly has: (path: string) => boolean;
  /** The same for a path without locale prefix. */
  readonly hasPlain: (path: string) => boolean;
  /** All fixed paths without locale prefix. */
  readonly plain: readonly string[];
};

export function prefixesOf(route: Pick<RouteConfig, 'locales'>, locales: readonly Locale[]): readonly string[] {
  if (route.locales === 'none') return [''];
  const codes = route.locales;
  return locales.filter((locale) => codes === 'all' || codes.includes(locale.code)).map((locale) => locale.prefix);
}

/** The claims of a collection: its list and the patterns of entries and tags, in all locales. */
export function collectionClaims(
  name: string,
  collection: CollectionConfig,
  at: { readonly locales: readonly Locale[]; readonly where: (key: 'path' | 'list' | 'tags') => Claim['where'] },
): readonly Claim[] {
  const prefixes = at.locales.map((locale) => locale.prefix);
  const claim = (key: 'path' | 'list' | 'tags', what: string, path: string | undefined): Claim[] =>
    path === undefined
      ? []
      : [{ by: `${what} of the collection \`${name}\``, path, prefixes, paged: key !== 'path', where: at.where(key) }];
  return [
    ...claim('list', 'the list', collection.list?.path),
    ...claim('path', 'the entries', collection.path),
    ...claim('tags', 'the tags', collection.tags?.path),
  ];
}

const shapeOf = (path: string): string => path.replace(/\{\w+\}/g, '{}');

/** Two claims on one path, once per pair; paths that differ in case only are warnings. */
export function checkClaims(claims: readonly Claim[]): readonly Diagnostic[] {
  const byPath = new Map<string, { readonly claim: Claim; readonly path: string }>();
  const problems: Diagnostic[] = [];
  const told = new Map<Claim, Set<Claim>>();
  for (const claim of claims) {
    for (const prefix of claim.prefixes) {
      const path = shapeOf(localePath({ prefix }, claim.path));
      const first = byPath.get(path.toLowerCase());
      if (first === undefined) byPath.set(path.toLowerCase(), { claim, path });
      else if (first.claim !== claim && !told.get(first.claim)?.has(claim)) {
        told.set(first.claim, new Set([...(told.get(first.claim) ?? []), claim]));
        problems.push(clash(first, { claim, path }));
      }
    }
  }
  return problems;
}

type Held = { readonly claim: Claim; readonly path: string };

function clash(first: Held, second: Held): Diagnostic {
  const place = 'line' in first.claim.where ? `${first.claim.where.file}:${first.claim.where.line}` : null;
  const other = place === null ? first.claim.by : `${first.claim.by} (${place})`;
  if (first.path === second.path) {
    const text = `Two pages claim the path \`${second.path}\`: ${other} and ${second.claim.by}.`;
    return problemAt(second.claim.where, 'CONFIG_PATH_CLASH', [text, 'Give one of them another path.']);
  }
  const text = `\`${second.path}\` and \`${first.path}\` differ in case only: ${other} and ${second.claim.by}.`;
  const hint = 'Some file systems hold them for the same. Give one of them another path.';
  return warningAt(second.claim.where, 'CONFIG_PATH_CASE', [text, hint]);
}

/** What `/blog/{slug}` can become, and the further pages of a list. */
function patternOf(path: string, paged: boolean): RegExp {
  const escaped = path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+');
  return new RegExp(`^${escaped === '/' ? '' : escaped}${paged ? '(?:/page/\\d+)?' : ''}/?$`);
}

export function pathTable(claims: readonly Claim[]): PathTable {
  const full = new Set<string>();
  const plain = new Set<string>();
  const patterns: RegExp[] = [];
  const plainPatterns: RegExp[] = [];
  for (const claim of claims) {
    const isPattern = claim.path.includes('{') || claim.paged;
    if (!claim.path.includes('{')) plain.add(claim.path);
    if (isPattern) plainPatterns.push(patternOf(claim.path, claim.paged));
    for (const prefix of claim.prefixes) {
      const path = localePath({ prefix }, claim.path);
      if (!claim.path.includes('{')) full.add(path);
      if (isPattern) patterns.push(patternOf(path, claim.paged));
    }
  }
  return {
    has: (path) => full.has(path) || patterns.some((pattern) => pattern.test(path)),
    hasPlain: (path) => plain.has(path) || plainPatterns.some((pattern) => pattern.test(path)),
    plain: [...plain],
  };
}
