import type { Feed, FeedEntry } from './feed-model.ts';

/** JSON Feed 1.1 (https://www.jsonfeed.org/version/1.1/). */
export function jsonFeed(feed: Feed, self: string): string {
  const document = {
    version: 'https://jsonfeed.org/version/1.1',
    title: feed.title,
    home_page_url: feed.homeUrl,
    feed_url: self,
    ...(feed.description === '' ? {} : { description: feed.description }),
    language: feed.language,
    authors: [{ name: feed.publisher }],
    items: feed.entries.map((entry) => item(entry, feed.language)),
  };
  return `${JSON.stringify(document, null, 1)}\n`;
}

function item(entry: FeedEntry, language: string) {
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
