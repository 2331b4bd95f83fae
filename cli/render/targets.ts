import type { SiteInfo } from '../contract.ts';
import { attributesOf, eachStartTag } from '../lib/html-tags.ts';
import { candidateUrl, srcsetCandidates } from '../lib/srcset.ts';
import { decodePart } from '../lib/url.ts';

/** The targets of a page's links within the site, and the ids in it that links can target. */
export type PageTargets = {
  /** Paths without base, with a fragment if the link has one; `#id` for a fragment that the page itself lacks. Sorted. */
  readonly targets: readonly string[];
  /** Ids, and names of anchors. */
  readonly ids: readonly string[];
};

export type TargetScope = { readonly path: string; readonly site: Pick<SiteInfo, 'url' | 'base'> };

/**
 * Returns the link targets and ids of a page's HTML. Links with `rel="external"` are not checked. `headUrls`: URLs in the
 * head, which are targets too.
 */
export function targetsOf(html: string, scope: TargetScope, headUrls: readonly string[] = []): PageTargets {
  const targetOf = targetResolver(scope);
  const targets = new Set(headUrls.flatMap((href) => targetOf(href) ?? []));
  const ids = new Set<string>();
  const add = (url: string): void => {
    const target = targetOf(url);
    if (target !== null) targets.add(target);
  };
  eachStartTag(html, (tag) => {
    const isLink = /^<(?:a|area)[\s/>]/i.test(tag);
    const isMedia = /^<(?:img|source|video|audio|track)\s/i.test(tag);
    if (!isLink && !isMedia && !/\sid\s*=/i.test(tag)) return;
    const attributes = attributesOf(tag);
    if (isMedia) for (const url of mediaUrls(attributes)) add(url);
    const [id, name, href] = [attributes.get('id'), attributes.get('name'), attributes.get('href')];
    if (id) ids.add(id);
    if (isLink && name) ids.add(name);
    if (!isLink || href === undefined || /\bexternal\b/.test(attributes.get('rel') ?? '')) return;
    add(href);
  });
  const unresolved = [...targets].filter((target) => !target.startsWith('#') || !ids.has(target.slice(1)));
  return { targets: unresolved.sort(), ids: [...ids].sort() };
}

/** Returns the URLs of the files that an image, video or sound loads. */
function mediaUrls(attributes: ReadonlyMap<string, string>): readonly string[] {
  const [src, poster, srcset = ''] = [attributes.get('src'), attributes.get('poster'), attributes.get('srcset')];
  const candidates = srcsetCandidates(srcset).map(candidateUrl);
  return [src, poster, ...candidates].filter((url) => url !== undefined && url !== '') as readonly string[];
}

/** An absolute path with or without a fragment that resolves to itself. */
const plainHref = /^(\/|(?:\/[\w-][\w.-]*)+\/?)(#[\w-]+)?$/;

/**
 * Returns a function that resolves a link of a page to a target within the site: a decoded path without base, in which `#`
 * stays `%23`, with its decoded fragment. `#id` is a part of the page itself. The function returns null for URLs outside of
 * the site, and for the top of the page itself.
 */
export function targetResolver({ path, site }: TargetScope): (href: string) => string | null {
  const { origin } = new URL(site.url);
  const start = new URL(`${origin}${encodeURI(site.base + path)}`);
  const targetOf = (pathname: string, hash: string): string | null => {
    if (pathname !== site.base && !pathname.startsWith(`${site.base}/`)) return null;
    const target =
      decodePart(pathname.slice(site.base.length))
        .replaceAll('#', '%23')
        .replace(/(.)\/+$/, '$1') || '/';
    const fragment = decodePart(hash.slice(1).replace(/:~:.*$/s, ''));
    const part = fragment === '' || /^top$/i.test(fragment) ? '' : `#${fragment}`;
    if (target === path) return part === '' ? null : part;
    return target + part;
  };
  return (href) => {
    const plain = plainHref.exec(href);
    if (plain) return targetOf(plain[1] as string, plain[2] ?? '');
    if (!URL.canParse(href, start)) return null;
    const url = new URL(href, start);
    return url.origin === origin ? targetOf(url.pathname, url.hash) : null;
  };
}
