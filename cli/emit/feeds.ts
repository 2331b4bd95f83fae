import { absolute } from '../lib/url.ts';
import type { OutputFile } from '../routes/types.ts';
import { atomFeed } from './atom.ts';
import { type Feed, type FeedInput, feedOf } from './feed-model.ts';
import { jsonFeed } from './json-feed.ts';
import { rssFeed } from './rss.ts';

const formats: Readonly<Record<'rss' | 'atom' | 'json', (feed: Feed, self: string) => string>> = {
  rss: rssFeed,
  atom: atomFeed,
  json: jsonFeed,
};

/** The feeds of a collection in one locale, one file for each of `input.feeds`. */
export function feedFiles(input: FeedInput): readonly OutputFile[] {
  const feed = feedOf(input);
  return input.feeds.map(({ kind, path }) => ({
    path: path.slice(1),
    content: formats[kind](feed, absolute(input.site, path)),
  }));
}
