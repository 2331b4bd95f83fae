import type { EntrySummary, FeedRef, Locale, SiteInfo } from '../contract.ts';
import { absolute, absoluteAsset, encodePath } from '../lib/url.ts';
import { absoluteHtml } from './absolute-html.ts';

/** An entry with its HTML where the feed holds all of it, or null for the description only. */
export type FeedItem = { readonly entry: EntrySummary; readonly html: string | null };

/** A collection in one locale. */
export type FeedInput = {
  readonly site: Pick<SiteInfo, 'url' | 'base' | 'name'>;
  readonly locale: Locale;
  readonly title: string;
  readonly description: string;
  /** Path of the collection's list, with locale prefix and without base. */
  readonly listPath: string;
  /** Stands in for an entry without author. */
  readonly publisher: string;
  readonly feeds: readonly FeedRef[];
  readonly items: readonly FeedItem[];
};

/** What the three formats say in their own words. URLs are absolute, times are RFC 3339 in UTC. */
export type Feed = {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly language: string;
  readonly homeUrl: string;
  readonly publisher: string;
  /** Last change of any entry; null in an empty feed. */
  readonly updated: string | null;
  /** The newest first. */
  readonly entries: readonly FeedEntry[];
};

export type FeedEntry = {
  readonly id: string;
  readonly url: string;
  readonly title: string;
  readonly summary: string;
  readonly html: string | null;
  readonly published: string;
  readonly updated: string;
  readonly author: string | null;
  readonly tags: readonly string[];
  readonly image: string | null;
};

/** Times come from the entries alone, so that the same content gives the same feed. */
export function feedOf(input: FeedInput): Feed {
  const entries = input.items.map((item) => feedEntry(item, input.site)).toSorted(newestFirst);
  return {
    id: absolute(input.site, input.listPath),
    title: input.title,
    description: input.description,
    language: input.locale.language,
    homeUrl: absolute(input.site, input.listPath),
    publisher: input.publisher,
    updated: latest(entries.map((entry) => entry.updated)),
    entries,
  };
}

function feedEntry({ entry, html }: FeedItem, site: FeedInput['site']): FeedEntry {
  const url = absolute(site, entry.path);
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
 * Tag URI (RFC 4151) of collection, slug and locale. Unlike the address it stays when the paths of a collection or
 * the base change, so readers do not show old entries as new.
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
