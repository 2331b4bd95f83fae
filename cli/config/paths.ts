import type { z } from 'zod';
import type { Diagnostic, Locale } from '../contract.ts';
import { type LocalisedPath, localePath, pathFor } from '../lib/paths.ts';
import { suggest } from '../lib/suggest.ts';
import type { SourceTree } from '../sources/tree.ts';
import type { DataPath, Location } from '../sources/yaml.ts';
import { didYouMean, problemAt, warningAt } from './explain.ts';
import type { LoadedFile } from './load.ts';
import type { navigationSchema } from './schema/routes.ts';
import { trimSlash } from './schema/shared.ts';
import type { CollectionConfig, RouteConfig } from './types.ts';

/** A route or a part of a collection, with the path of its pages. */
export type PathOwner = {
  /** For messages: "the route `home`". */
  readonly description: string;
  /** Without locale prefix; may contain a placeholder such as `{slug}`. */
  readonly path: string;
  /** Prefixes of the locales in which the path exists. */
  readonly prefixes: readonly string[];
  /** Whether it has further pages below the path, as lists do: `/blog/page/2`. */
  readonly paged: boolean;
  readonly location: Location | { readonly file: string };
};

/** The paths of the site, without base. */
export type PathTable = {
  /** Returns whether a page, list or entry may have a path, which includes the locale prefix. */
  readonly has: (path: string) => boolean;
  /** Like `has`, for a path without locale prefix. */
  readonly hasUnprefixed: (path: string) => boolean;
  /** All paths without placeholder and locale prefix. */
  readonly unprefixed: readonly string[];
};

/** Returns the locales in which a route exists; null if it has no locale. */
export function localesOf(route: Pick<RouteConfig, 'locales'>, locales: readonly Locale[]): readonly Locale[] | null {
  const { locales: codes } = route;
  if (codes === 'none') return null;
  return locales.filter((locale) => codes === 'all' || codes.includes(locale.code));
}

type UnresolvedOwner = Omit<PathOwner, 'path' | 'prefixes'> & { readonly paths: LocalisedPath };

/** Returns the owners of a path that differs in some locales, one for each form. `locales`: null for a route without locale. */
export function ownersOf(
  { paths, ...owner }: UnresolvedOwner,
  locales: readonly Locale[] | null,
): readonly PathOwner[] {
  if (locales === null) return [{ ...owner, path: paths.path, prefixes: [''] }];
  const byPath = new Map<string, string[]>([[paths.path, []]]);
  for (const { code, prefix } of locales) {
    const path = pathFor(paths, code);
    byPath.set(path, [...(byPath.get(path) ?? []), prefix]);
  }
  return Array.from(byPath, ([path, prefixes]) => ({ ...owner, path, prefixes }));
}

/** Returns the paths of a collection in all locales: its list, and the patterns of entries and terms. */
export function collectionPaths(
  name: string,
  collection: CollectionConfig,
  scope: {
    readonly locales: readonly Locale[];
    readonly locate: (key: readonly string[]) => PathOwner['location'];
  },
): readonly PathOwner[] {
  const ownerOf = (key: readonly string[], what: string, paths: LocalisedPath | undefined): readonly PathOwner[] => {
    if (paths === undefined) return [];
    const description = `${what} of the collection \`${name}\``;
    return ownersOf({ description, paths, paged: key[0] !== 'path', location: scope.locate(key) }, scope.locales);
  };
  const { path, paths, list, tags, taxonomies } = collection;
  return [
    ...ownerOf(['list', 'path'], 'the list', list),
    ...ownerOf(['path'], 'the entries', path === undefined ? undefined : { path, paths }),
    ...ownerOf(['tags', 'path'], 'the tags', tags),
    ...Object.entries(taxonomies).flatMap(([taxonomy, settings]) =>
      ownerOf(['taxonomies', taxonomy, 'path'], `the taxonomy \`${taxonomy}\``, settings),
    ),
  ];
}

const withAnonymousPlaceholders = (path: string): string => path.replace(/\{\w+\}/g, '{}');

/** Reports each pair of owners of one path. Paths that differ only in case are a warning. */
export function checkPathClashes(owners: readonly PathOwner[]): readonly Diagnostic[] {
  const byPath = new Map<string, OwnedPath>();
  const problems: Diagnostic[] = [];
  const reported = new Map<PathOwner, Set<PathOwner>>();
  for (const owner of owners) {
    for (const prefix of owner.prefixes) {
      const path = withAnonymousPlaceholders(localePath({ prefix }, owner.path));
      const first = byPath.get(path.toLowerCase());
      if (first === undefined) byPath.set(path.toLowerCase(), { owner, path });
      else if (first.owner !== owner && !reported.get(first.owner)?.has(owner)) {
        reported.set(first.owner, new Set([...(reported.get(first.owner) ?? []), owner]));
        problems.push(clashProblem(first, { owner, path }));
      }
    }
  }
  return problems;
}

type OwnedPath = { readonly owner: PathOwner; readonly path: string };

function clashProblem(first: OwnedPath, second: OwnedPath): Diagnostic {
  const position = 'line' in first.owner.location ? `${first.owner.location.file}:${first.owner.location.line}` : null;
  const other = position === null ? first.owner.description : `${first.owner.description} (${position})`;
  if (first.path === second.path) {
    const text = `Two pages have the path \`${second.path}\`: ${other} and ${second.owner.description}.`;
    return problemAt(second.owner.location, 'CONFIG_PATH_CLASH', [text, 'Give one of them another path.']);
  }
  const text = `\`${second.path}\` and \`${first.path}\` differ only in case: ${other} and ${second.owner.description}.`;
  const hint = 'Give one of them another path: some file systems do not distinguish case.';
  return warningAt(second.owner.location, 'CONFIG_PATH_CASE', [text, hint]);
}

/** Returns an expression that matches the paths of a pattern such as `/blog/{slug}`, and the further pages of a list. */
function patternOf(path: string, paged: boolean): RegExp {
  const escaped = path
    .replace(/[.*+?^$()|[\]\\]/g, '\\$&')
    // Slugs of nested entries have several segments; that of the entry of the folder itself has none.
    .replace(/(?<=.)\/\{slug\}$/, '(?:/.+)?')
    .replaceAll('{slug}', '.+')
    .replace(/\{\w+\}/g, '[^/]+');
  return new RegExp(`^${escaped === '/' ? '' : escaped}${paged ? '(?:/page/\\d+)?' : ''}/?$`);
}

/** Creates the table of the paths of all owners. */
export function pathTable(owners: readonly PathOwner[]): PathTable {
  const paths = new Set<string>();
  const unprefixed = new Set<string>();
  const patterns: RegExp[] = [];
  const unprefixedPatterns: RegExp[] = [];
  for (const owner of owners) {
    const isPattern = owner.path.includes('{') || owner.paged;
    if (!owner.path.includes('{')) unprefixed.add(owner.path);
    if (isPattern) unprefixedPatterns.push(patternOf(owner.path, owner.paged));
    for (const prefix of owner.prefixes) {
      const path = localePath({ prefix }, owner.path);
      if (!owner.path.includes('{')) paths.add(path);
      if (isPattern) patterns.push(patternOf(path, owner.paged));
    }
  }
  return {
    has: (path) => paths.has(path) || patterns.some((pattern) => pattern.test(path)),
    hasUnprefixed: (path) => unprefixed.has(path) || unprefixedPatterns.some((pattern) => pattern.test(path)),
    unprefixed: [...unprefixed],
  };
}

type File = z.output<typeof navigationSchema>;

/** Returns whether a URL path is that of a file in a public folder, which is copied to the output. */
export function isPublicFile(tree: SourceTree, path: string): boolean {
  return tree.files.has(`site/public${path}`) || tree.files.has(`public${path}`);
}

/** Returns a path without query, fragment and trailing slash. */
export function withoutQuery(path: string): string {
  return trimSlash(path.replace(/[?#].*$/, ''));
}

/** Checks the paths of the navigation against those of the site; null: the paths are not completely known. */
export function checkNavigation(
  tree: SourceTree,
  { value, locate }: LoadedFile<File>,
  paths: PathTable | null,
): readonly Diagnostic[] {
  const names = new Set<string>();
  const problems: Diagnostic[] = [];
  const check = (entry: File[number], position: DataPath): void => {
    const { name, path, contents } = entry;
    if (names.has(name)) {
      const text = [`The navigation has two entries named \`${name}\`.`, 'Rename one of them.'] as const;
      problems.push(problemAt(locate([...position, 'name']), 'CONFIG_DUPLICATE_NAME', text));
    }
    names.add(name);
    if (path === undefined && contents === undefined) {
      const text = [`The entry \`${name}\` has no target.`, 'Add `path`, or `contents` for a group.'] as const;
      problems.push(problemAt(locate(position), 'CONFIG_EMPTY_ENTRY', text));
    }
    if (
      path?.startsWith('/') &&
      paths &&
      !paths.hasUnprefixed(withoutQuery(path)) &&
      !isPublicFile(tree, withoutQuery(path))
    ) {
      const hint = didYouMean(suggest(path, paths.unprefixed), 'Add a route with this path to config/routes.yaml.');
      const text = [`No route or collection has the path \`${path}\`.`, hint] as const;
      problems.push(problemAt(locate([...position, 'path']), 'CONFIG_UNKNOWN_PATH', text));
    }
    for (const [index, inner] of (contents ?? []).entries()) check(inner, [...position, 'contents', index]);
  };
  for (const [index, entry] of value.entries()) check(entry, [index]);
  return problems;
}
