import type { EntrySummary, FeedRef, Locale, SiteInfo } from '../contract.ts';
import { escapeHtml } from '../lib/escape.ts';
import { decodeEntities, eachStartTag } from '../lib/html-tags.ts';
import { srcsetCandidates } from '../lib/srcset.ts';
import { absoluteAsset, absoluteUrl, encodePath } from '../lib/url.ts';
import type { OutputFile } from '../routes/types.ts';
import { type Feed, type FeedEntry, feedFormats } from './feed-formats.ts';

/** An entry, with its HTML if the feed has full texts, else null. */
export type FeedItem = { readonly entry: EntrySummary; readonly html: string | null };

/** A collection in one locale. */
export type FeedInput = {
  readonly site: Pick<SiteInfo, 'url' | 'base' | 'name'>;
  readonly locale: Locale;
  readonly title: string;
  readonly description: string;
  /** Path of the collection's list, with locale prefix and without base. */
  readonly listPath: string;
  /** Author of entries without one. */
  readonly publisher: string;
  readonly feeds: readonly FeedRef[];
  readonly items: readonly FeedItem[];
};

/** Returns the feeds of a collection in one locale, one file for each of `input.feeds`. */
export function feedFiles(input: FeedInput): readonly OutputFile[] {
  const feed = feedOf(input);
  return input.feeds.map(({ kind, path }) => ({
    path: path.slice(1),
    content: feedFormats[kind](feed, absoluteUrl(input.site, path)),
  }));
}

/** Returns the feed of a collection. Its times are those of the entries, so that the same content gives the same bytes. */
function feedOf(input: FeedInput): Feed {
  const entries = input.items.map((item) => feedEntry(item, input.site)).toSorted(newestFirst);
  return {
    id: absoluteUrl(input.site, input.listPath),
    title: input.title,
    description: input.description,
    language: input.locale.language,
    homeUrl: absoluteUrl(input.site, input.listPath),
    publisher: input.publisher,
    updated: latest(entries.map((entry) => entry.updated)),
    entries,
  };
}

function feedEntry({ entry, html }: FeedItem, site: FeedInput['site']): FeedEntry {
  const url = absoluteUrl(site, entry.path);
  const published = timeOf(entry.date);
  return {
    id: entryId(entry, site.url),
    url,
    title: entry.title,
    summary: entry.description,
    html: html === null ? null : absoluteHtml(html, url),
    published,
    updated: latest([published, timeOf(entry.updated ?? entry.date)]) ?? published,
    author: entry.author,
    tags: entry.tags.map((tag) => tag.tag),
    image: entry.cover === null ? null : absoluteAsset(site, entry.cover.src),
  };
}

/**
 * Returns the tag URI (RFC 4151) of collection, slug and locale. Unlike the URL it stays the same when the paths of a
 * collection or the base change, so that feed readers do not show old entries as new.
 */
function entryId(entry: EntrySummary, siteUrl: string): string {
  const day = timeOf(entry.date).slice(0, 10);
  return `tag:${new URL(siteUrl).hostname},${day}:${encodePath(`${entry.collection}/${entry.slug}/${entry.locale}`)}`;
}

function timeOf(date: string): string {
  return new Date(date).toISOString().replace('.000Z', 'Z');
}

function latest(times: readonly string[]): string | null {
  return times.toSorted().at(-1) ?? null;
}

function newestFirst(a: FeedEntry, b: FeedEntry): number {
  if (a.published !== b.published) return a.published > b.published ? -1 : 1;
  return a.url < b.url ? -1 : 1;
}

const urlAttributes = new Set(['href', 'src', 'poster', 'srcset']);
const attribute = /[^\s"'<>/=]+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+)/g;

/**
 * Resolves every relative URL in `href`, `src`, `srcset` and `poster` against the page's absolute URL, so that links and
 * images work outside of the page. Text, comments and other attributes are unchanged.
 */
export function absoluteHtml(html: string, pageUrl: string): string {
  let out = '';
  let offset = 0;
  eachStartTag(html, (tag, start, end) => {
    out += html.slice(offset, start) + absoluteTag(tag, pageUrl);
    offset = end;
  });
  return out + html.slice(offset);
}

function absoluteTag(tag: string, pageUrl: string): string {
  return tag.replace(attribute, (match: string) => {
    const equals = match.indexOf('=');
    const name = match.slice(0, equals).trim().toLowerCase();
    if (!urlAttributes.has(name)) return match;
    const quoted = match.slice(equals + 1).trim();
    const value = decodeEntities(/^["']/.test(quoted) ? quoted.slice(1, -1) : quoted);
    const url = name === 'srcset' ? absoluteSrcset(value, pageUrl) : resolve(value.trim(), pageUrl);
    return `${name}="${escapeHtml(url)}"`;
  });
}

/** Resolves the URLs of the candidates of a `srcset`. */
function absoluteSrcset(srcset: string, pageUrl: string): string {
  const absolute = (candidate: string) => candidate.replace(/^\S+/, (url) => resolve(url, pageUrl));
  return srcsetCandidates(srcset).map(absolute).join(', ');
}

function resolve(url: string, pageUrl: string): string {
  return URL.canParse(url, pageUrl) ? new URL(url, pageUrl).href : url;
}
