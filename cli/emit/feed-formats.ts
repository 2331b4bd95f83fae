import { escapeXml } from '../lib/escape.ts';

/** A feed independent of its format. URLs are absolute, times are RFC 3339 in UTC. */
export type Feed = {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly language: string;
  readonly homeUrl: string;
  readonly publisher: string;
  /** Time of the last change of any entry; null in an empty feed. */
  readonly updated: string | null;
  /** Newest first. */
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

/** Functions that return a feed in each format. `self` is the absolute URL of the file. */
export const feedFormats: Readonly<Record<'rss' | 'atom' | 'json', (feed: Feed, self: string) => string>> = {
  rss: rssFeed,
  atom: atomFeed,
  json: jsonFeed,
};

/** Returns RSS 2.0 (https://www.rssboard.org/rss-specification), with modules for the feed's own URL, authors and full texts. */
function rssFeed(feed: Feed, self: string): string {
  const newest = feed.entries[0];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/">',
    '<channel>',
    element('title', feed.title),
    element('link', feed.homeUrl),
    element('description', feed.description || feed.title),
    element('language', feed.language.toLowerCase()),
    ...(newest ? [element('pubDate', rfc822(newest.published))] : []),
    ...(feed.updated === null ? [] : [element('lastBuildDate', rfc822(feed.updated))]),
    `<atom:link href="${escapeXml(self)}" rel="self" type="application/rss+xml"/>`,
    ...feed.entries.flatMap(rssItem),
    '</channel>',
    '</rss>',
    '',
  ].join('\n');
}

function rssItem(entry: FeedEntry): readonly string[] {
  return [
    '<item>',
    element('title', entry.title),
    element('link', entry.url),
    `<guid isPermaLink="false">${escapeXml(entry.id)}</guid>`,
    element('pubDate', rfc822(entry.published)),
    ...(entry.author === null ? [] : [element('dc:creator', entry.author)]),
    ...entry.tags.map((tag) => element('category', tag)),
    element('description', entry.summary),
    ...(entry.html === null ? [] : [element('content:encoded', entry.html)]),
    '</item>',
  ];
}

function rfc822(time: string): string {
  return new Date(time).toUTCString();
}

/** The `updated` time of a feed without entries, since Atom requires one. */
const emptyFeedTime = '1970-01-01T00:00:00Z';

/** Returns Atom 1.0 (RFC 4287). */
function atomFeed(feed: Feed, self: string): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${escapeXml(feed.language)}">`,
    element('id', feed.id),
    element('title', feed.title),
    ...(feed.description === '' ? [] : [element('subtitle', feed.description)]),
    `<link rel="self" type="application/atom+xml" href="${escapeXml(self)}"/>`,
    `<link rel="alternate" type="text/html" hreflang="${escapeXml(feed.language)}" href="${escapeXml(feed.homeUrl)}"/>`,
    element('updated', feed.updated ?? emptyFeedTime),
    atomAuthor(feed.publisher),
    ...feed.entries.flatMap(atomEntry),
    '</feed>',
    '',
  ].join('\n');
}

function atomEntry(entry: FeedEntry): readonly string[] {
  return [
    '<entry>',
    element('id', entry.id),
    element('title', entry.title),
    `<link rel="alternate" type="text/html" href="${escapeXml(entry.url)}"/>`,
    element('published', entry.published),
    element('updated', entry.updated),
    ...(entry.author === null ? [] : [atomAuthor(entry.author)]),
    ...entry.tags.map((tag) => `<category term="${escapeXml(tag)}"/>`),
    element('summary', entry.summary),
    ...(entry.html === null ? [] : [`<content type="html">${escapeXml(entry.html)}</content>`]),
    '</entry>',
  ];
}

function atomAuthor(name: string): string {
  return `<author>${element('name', name)}</author>`;
}

/** Returns JSON Feed 1.1 (https://www.jsonfeed.org/version/1.1/). */
function jsonFeed(feed: Feed, self: string): string {
  const document = {
    version: 'https://jsonfeed.org/version/1.1',
    title: feed.title,
    home_page_url: feed.homeUrl,
    feed_url: self,
    ...(feed.description === '' ? {} : { description: feed.description }),
    language: feed.language,
    authors: [{ name: feed.publisher }],
    items: feed.entries.map((entry) => jsonItem(entry, feed.language)),
  };
  return `${JSON.stringify(document, null, 1)}\n`;
}

function jsonItem(entry: FeedEntry, language: string) {
  return {
    id: entry.id,
    url: entry.url,
    title: entry.title,
    summary: entry.summary,
    ...(entry.html === null ? { content_text: entry.summary } : { content_html: entry.html }),
    ...(entry.image === null ? {} : { image: entry.image }),
    date_published: entry.published,
    date_modified: entry.updated,
    ...(entry.author === null ? {} : { authors: [{ name: entry.author }] }),
    ...(entry.tags.length === 0 ? {} : { tags: entry.tags }),
    language,
  };
}

function element(name: string, text: string): string {
  return `<${name}>${escapeXml(text)}</${name}>`;
}
