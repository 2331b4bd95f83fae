import type { Locale } from '../contract.ts';

/**
 * Returns a path with a locale's prefix: `/blog` becomes `/de/blog`, and `/` becomes `/de`, or the root of its domain if
 * that has the pages of the locale.
 */
export function localePath({ prefix, url = '' }: Pick<Locale, 'prefix' | 'url'>, path: string): string {
  return path === '/' && prefix !== url ? prefix : prefix + path;
}

/** True for a locale whose pages are on the domain of this build. */
export const isHosted = ({ url }: Pick<Locale, 'url'>): boolean => url === undefined;

/** Returns a path without a locale's prefix, as authors write links in texts; a path without the prefix unchanged. */
export function withoutPrefix({ prefix }: Pick<Locale, 'prefix'>, path: string): string {
  const hasPrefix = path === prefix || path.startsWith(`${prefix}/`);
  return (hasPrefix ? path.slice(prefix.length) : path) || '/';
}

/**
 * Returns a pattern such as `/blog/{slug}` with its placeholders replaced. Values are not encoded; unknown placeholders
 * stay.
 */
export function fillPath(pattern: string, params: Readonly<Record<string, string>>): string {
  return pattern.replace(/\{(\w+)\}/g, (whole, name: string) => params[name] ?? whole);
}

/** A path, with exceptions by locale code. */
export type LocalisedPath = { readonly path: string; readonly paths?: Readonly<Record<string, string>> | undefined };

/** Returns the path in a locale, without the locale's prefix. */
export const pathFor = ({ path, paths }: LocalisedPath, code: string): string => paths?.[code] ?? path;

/** The properties of an entry that its path depends on. */
type PathEntry = {
  readonly slug: string;
  readonly folder: string;
  readonly fields: Readonly<Record<string, unknown>>;
};

/** Returns the values of the placeholders in an entry's path: its slug, its id, and fields as path segments. */
export function entryParams(pattern: string, { slug, folder, fields }: PathEntry): Readonly<Record<string, string>> {
  const params: Record<string, string> = { slug };
  for (const [, name = ''] of pattern.matchAll(/\{(\w+)\}/g)) {
    if (name === 'id') params.id = folder;
    else if (name !== 'slug') params[name] = tagSlug(String(fields[name] ?? ''));
  }
  return params;
}

/**
 * Returns the path of an entry. The index entry of a collection's folder has an empty slug: `/docs/{slug}` becomes
 * `/docs`.
 */
export function entryPath(pattern: string, entry: PathEntry): string {
  if (entry.slug !== '' && isSlugOnly(pattern)) return pathFiller(pattern, 'slug')(entry.slug);
  const path = fillPath(pattern, entryParams(pattern, entry));
  return entry.slug === '' ? path.replace(/\/+$/, '') || '/' : path;
}

/** True for a pattern whose only placeholder is the slug. */
const isSlugOnly = (pattern: string): boolean => {
  const at = pattern.indexOf('{');
  return at >= 0 && pattern.startsWith('{slug}', at) && !pattern.includes('{', at + 1);
};

/** Returns a function that fills in one placeholder of a pattern. It is faster than `fillPath` for many values. */
export function pathFiller(pattern: string, name: string): (value: string) => string {
  const parts = pattern.split(`{${name}}`);
  return parts.length === 2 ? (value) => `${parts[0]}${value}${parts[1]}` : (value) => parts.join(value);
}

/** Returns the path of a page of a list, counted from 1. The first page has the path of the list itself. */
export function listPagePath(path: string, page: number): string {
  return page === 1 ? path : `${path === '/' ? '' : path}/page/${page}`;
}

/**
 * Returns the output path of a page. Hosts serve `404.html` for every missing file in its folder, so only not-found
 * pages get that name; a post with the slug `404` does not.
 */
export function htmlFile({ path, status }: { readonly path: string; readonly status: number }): string {
  if (status === 404) return `${path.slice(1)}.html`;
  return path === '/' ? 'index.html' : `${path.slice(1)}/index.html`;
}

export function payloadFile(path: string): string {
  return path === '/' ? '_payload.json' : `${path.slice(1)}/_payload.json`;
}

/** Returns the output path of a page's Markdown copy. */
export function markdownFile(path: string): string {
  return path === '/' ? 'index.md' : `${path.slice(1)}.md`;
}

/**
 * Returns a tag as a path segment: in lower case, with `+` and `#` spelled out, and hyphens for everything but letters,
 * marks and digits.
 */
export function tagSlug(tag: string): string {
  return (
    tag
      .normalize('NFC')
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}+#]+/gu, '-')
      .replaceAll('#', '-sharp')
      .replaceAll('+', '-plus')
      .replace(/^-+|-+$/g, '') || 'tag'
  );
}
