import { escapeXml } from '../lib/escape.ts';
import type { Feed, FeedEntry } from './feed-model.ts';

/** Atom wants a time in a feed without entries too. */
const never = '1970-01-01T00:00:00Z';

/** Atom 1.0 (RFC 4287). */
export function atomFeed(feed: Feed, self: string): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${escapeXml(feed.language)}">`,
    element('id', feed.id),
    element('title', feed.title),
    ...(feed.description === '' ? [] : [element('subtitle', feed.description)]),
    `<link rel="self" type="application/atom+xml" href="${escapeXml(self)}"/>`,
    `<link rel="alternate" type="text/html" hreflang="${escapeXml(feed.language)}" href="${escapeXml(feed.homeUrl)}"/>`,
    element('updated', feed.updated ?? never),
    author(feed.publisher),
    ...feed.entries.flatMap(entryLines),
    '</feed>',
    '',
  ].join('\n');
}

function entryLines(entry: FeedEntry): readonly string[] {
  return [
    '<entry>',
    element('id', entry.id),
    element('title', entry.title),
    `<link rel="alternate" type="text/html" href="${escapeXml(entry.url)}"/>`,
    element('published', entry.published),
    element('updated', entry.updated),
    ...(entry.author === null ? [] : [author(entry.author)]),
    ...entry.tags.map((tag) => `<category term="${escapeXml(tag)}"/>`),
    element('summary', entry.summary),
    ...(entry.html === null ? [] : [`<content type="html">${escapeXml(entry.html)}</content>`]),
    '</entry>',
  ];
}

function author(name: string): string {
  return `<author>${element('name', name)}</author>`;
}

function element(name: string, text: string): string {
  return `<${name}>${escapeXml(text)}</${name}>`;
}
