import type { Locale } from '../contract.ts';

/** Adds a locale's prefix to a path: `/blog` becomes `/de/blog`, `/` becomes `/de`. */
export function localePath(locale: Pick<Locale, 'prefix'>, path: string): string {
  return path === '/' ? locale.prefix || '/' : locale.prefix + path;
}

/** Removes a locale's prefix from a path, as links in texts are written. */
export function plainPath(locale: Pick<Locale, 'prefix'>, path: string): string {
  return path.slice(locale.prefix.length) || '/';
}

/** Replaces the placeholders of a pattern such as `/blog/{slug}`; values are not encoded. */
export function fillPath(pattern: string, params: Readonly<Record<string, string>>): string {
  return pattern.replace(/\{(\w+)\}/g, (whole, name: string) => params[name] ?? whole);
}

/** A path, and those of locales in which it differs. */
export type LocalPaths = { readonly path: string; readonly paths?: Readonly<Record<string, string>> | undefined };

/** The path in a locale, without its prefix. */
export const pathFor = ({ path, paths }: LocalPaths, code: string): string => paths?.[code] ?? path;

/** An entry, as far as its path depends on it. */
type PathEntry = {
  readonly slug: string;
  readonly folder: string;
  readonly fields: Readonly<Record<string, unknown>>;
};

/** Values of the placeholders of an entry's path: its slug and id, and fields as path segments. */
export function entryParams(pattern: string, { slug, folder, fields }: PathEntry): Readonly<Record<string, string>> {
  const params: Record<string, string> = { slug };
  for (const [, name = ''] of pattern.matchAll(/\{(\w+)\}/g)) {
    if (name === 'id') params.id = folder;
    else if (name !== 'slug') params[name] = tagSlug(String(fields[name] ?? ''));
  }
  return params;
}

/** Path of an entry. The entry of a collection's folder itself has an empty slug: `/docs/{slug}` becomes `/docs`. */
export function entryPath(pattern: string, entry: PathEntry): string {
  const path = fillPath(pattern, entryParams(pattern, entry));
  return entry.slug === '' ? path.replace(/\/+$/, '') || '/' : path;
}

/** Returns a quick `fillPath` for a pattern with one placeholder and many values. */
export function pathFiller(pattern: string, name: string): (value: string) => string {
  const parts = pattern.split(`{${name}}`);
  return parts.length === 2 ? (value) => `${parts[0]}${value}${parts[1]}` : (value) => parts.join(value);
}

/** Returns the path of page `page` (from 1) of a list; the first page has the path of the list. */
export function listPagePath(path: string, page: number): string {
  return page === 1 ? path : `${path === '/' ? '' : path}/page/${page}`;
}

/**
 * Returns the output path of a page. Hosts serve `404.html` for every missing file in its folder, so only a not-found page
 * gets that name: a post whose slug is `404` does not.
 */
export function htmlFile({ path, status }: { readonly path: string; readonly status: number }): string {
  if (status === 404) return `${path.slice(1)}.html`;
  return path === '/' ? 'index.html' : `${path.slice(1)}/index.html`;
}

export function payloadFile(path: string): string {
  return path === '/' ? '_payload.json' : `${path.slice(1)}/_payload.json`;
}

/** Turns a tag into a path segment: lower case, with hyphens for everything but letters, marks and digits. */
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
