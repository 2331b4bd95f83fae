import type { SiteInfo } from '../contract.ts';
import { attributesOf, eachStartTag } from '../lib/html-tags.ts';

/** Where links of a page lead within the site, and what links can lead to in it. */
export type PageTargets = {
  /** Paths without base, with a fragment where the link has one; `#id` is one that the page itself lacks. Sorted. */
  readonly targets: readonly string[];
  /** Ids, and names of anchors. */
  readonly ids: readonly string[];
};

export type TargetScope = { readonly path: string; readonly site: Pick<SiteInfo, 'url' | 'base'> };

/**
 * Finds the links and ids of a page's HTML. A link with `rel="external"` is the author's own affair. `others`: addresses
 * that the head names.
 */
export function targetsOf(html: string, scope: TargetScope, others: readonly string[] = []): PageTargets {
  const targets = new Set(others.flatMap((href) => internalTarget(href, scope) ?? []));
  const ids = new Set<string>();
  eachStartTag(html, (tag) => {
    const isLink = /^<(?:a|area)[\s/>]/i.test(tag);
    if (!isLink && !/\sid\s*=/i.test(tag)) return;
    const attributes = attributesOf(tag);
    const [id, name, href] = [attributes.get('id'), attributes.get('name'), attributes.get('href')];
    if (id) ids.add(id);
    if (isLink && name) ids.add(name);
    if (!isLink || href === undefined || /\bexternal\b/.test(attributes.get('rel') ?? '')) return;
    const target = internalTarget(href, scope);
    if (target !== null) targets.add(target);
  });
  const open = [...targets].filter((target) => !target.startsWith('#') || !ids.has(target.slice(1)));
  return { targets: open.sort(), ids: [...ids].sort() };
}

/**
 * The part of the site that an address on a page means: path without base, with its decoded fragment. `#id` is a part
 * of the page itself. Null for an address outside of the site, and for the top of the page itself.
 */
export function internalTarget(href: string, { path, site }: TargetScope): string | null {
  const own = encodeURI(site.base + path);
  const start = `${new URL(site.url).origin}${own}`;
  if (!URL.canParse(href, start)) return null;
  const url = new URL(href, start);
  if (url.origin !== new URL(site.url).origin) return null;
  if (url.pathname !== site.base && !url.pathname.startsWith(`${site.base}/`)) return null;
  const there = decode(url.pathname.slice(site.base.length)).replace(/(.)\/+$/, '$1') || '/';
  const fragment = decode(url.hash.slice(1).replace(/:~:.*$/s, ''));
  const part = fragment === '' || /^top$/i.test(fragment) ? '' : `#${fragment}`;
  if (there === path) return part === '' ? null : part;
  return there + part;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
