import type { Locale } from '../contract.ts';

/** Path of a page in a locale: `/de` + `/blog`; the home page of `/de` is `/de`. */
export function localePath(locale: Pick<Locale, 'prefix'>, path: string): string {
  return path === '/' ? locale.prefix || '/' : locale.prefix + path;
}

/** The path without the locale's prefix: what a link in a text says. */
export function plainPath(locale: Pick<Locale, 'prefix'>, path: string): string {
  return path.slice(locale.prefix.length) || '/';
}

/** `/blog/{slug}` filled; values are put in as they are. */
export function fillPath(pattern: string, params: Readonly<Record<string, string>>): string {
  return pattern.replace(/\{(\w+)\}/g, (whole, name: string) => params[name] ?? whole);
}

/** `fillPath` for a pattern with one placeholder that is filled again and again. */
export function pathFiller(pattern: string, name: string): (value: string) => string {
  const parts = pattern.split(`{${name}}`);
  return parts.length === 2 ? (value) => `${parts[0]}${value}${parts[1]}` : (value) => parts.join(value);
}

/** Path of page `page` (from 1) of a list: the first has the list's own path. */
export function listPagePath(path: string, page: number): string {
  return page === 1 ? path : `${path === '/' ? '' : path}/page/${page}`;
}

/**
 * Output file of a page, below the output folder. Hosts show `404.html` for everything missing in its folder, so only a
 * not-found page gets that name: a post whose slug is `404` does not.
 */
export function htmlFile({ path, status }: { readonly path: string; readonly status: number }): string {
  if (status === 404) return `${path.slice(1)}.html`;
  return path === '/' ? 'index.html' : `${path.slice(1)}/index.html`;
}

export function payloadFile(path: string): string {
  return path === '/' ? '_payload.json' : `${path.slice(1)}/_payload.json`;
}

/** Tag as a path segment: lower case, runs of anything but letters, marks and digits become one hyphen. */
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
