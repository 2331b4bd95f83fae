import { escapeXml } from '../lib/escape.ts';
import type { Feed, FeedEntry } from './feed-model.ts';

/** RSS 2.0 (https://www.rssboard.org/rss-specification) with its own address, authors and full content as modules. */
export function rssFeed(feed: Feed, self: string): string {
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
    ...feed.entries.flatMap(item),
    '</channel>',
    '</rss>',
    '',
  ].join('\n');
}

function item(entry: FeedEntry): readonly string[] {
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

function element(name: string, text: string): string {
  return `<${name}>${escapeXml(text)}</${name}>`;
}

function rfc822(time: string): string {
  return new Date(time).toUTCString();
}
