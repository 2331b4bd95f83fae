import type { BuildMeta, LatestBuild, Message, Messages, PageAssets } from '../contract.ts';
import { matcherOf, type Rules } from '../lib/path-rules.ts';
import type { OutputFile, RouteTable } from '../routes/types.ts';

/** A page with a payload. */
export type PrerenderedPage = {
  /** With locale prefix, without base. */
  readonly path: string;
  /** Key of `pages`. */
  readonly page: string;
  /** Hash of the payload, hexadecimal; the manifest contains the first 8 digits. */
  readonly hash: string;
};

export type BuildMetaInput = {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly timestamp: number;
  readonly rules: Rules;
  readonly pages: Readonly<Record<string, PageAssets>>;
  /** In any order; each path once. */
  readonly prerendered: readonly PrerenderedPage[];
  /** Pages without output because their validity check failed, by path. */
  readonly refused?: NonNullable<BuildMeta['refused']>;
};

export const latestBuildPath = '/builds/latest.json';

/** Returns the build manifest. Everything in it is sorted, so that it does not depend on the order of rendering. */
export function buildMeta(input: BuildMetaInput): BuildMeta {
  const pages = input.prerendered.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const pageKeys = [...new Set(pages.map(({ page }) => page))].sort();
  const indexOf = new Map(pageKeys.map((key, i) => [key, i]));
  return {
    id: input.id,
    timestamp: input.timestamp,
    matcher: matcherOf(browserRules(input.rules)),
    pages: Object.fromEntries(Object.entries(input.pages).sort(([a], [b]) => (a < b ? -1 : 1))),
    prerendered: pages.map(({ path }) => path),
    pageKeys,
    pageOf: pages.map(({ page }) => indexOf.get(page) as number),
    hashes: pages.map(shortHash).join(''),
    ...(Object.keys(input.refused ?? {}).length > 0 ? { refused: input.refused } : {}),
  };
}

/** Returns rules by paths as browsers decode them: `#` and `?` stay escaped. */
const browserRules = (rules: Rules): Rules =>
  Object.fromEntries(Object.entries(rules).map(([path, rule]) => [path.replace(/[#?]/g, encodeURIComponent), rule]));

function shortHash({ hash, path }: PrerenderedPage): string {
  if (hash.length < 8) throw new RangeError(`The payload hash of ${path} has fewer than 8 digits: "${hash}"`);
  return hash.slice(0, 8);
}

/** Returns midnight of the day of the last change of any page, so that the same sources give the same timestamp. */
export function newestDay({ routes }: RouteTable): number {
  let newest = '1970-01-01';
  for (const { lastmod } of routes) if (lastmod !== null && lastmod > newest) newest = lastmod;
  return Date.parse(newest.slice(0, 10));
}

/** Returns `builds/meta/{id}.json` and `builds/latest.json`, in the order to write them: the second names the first. */
export function buildFiles(meta: BuildMeta): readonly OutputFile[] {
  const latest: LatestBuild = { id: meta.id, timestamp: meta.timestamp };
  return [
    { path: `builds/meta/${meta.id}.json`, content: JSON.stringify(meta) },
    { path: latestBuildPath.slice(1), content: JSON.stringify(latest) },
  ];
}

/** A message of a locale; `from` is the locale in which it is written, another one for a fallback. */
export type LocalMessage = { readonly key: string; readonly message: Message; readonly from: string };

export const messagesPath = (locale: string): string => `_i18n/${locale}/messages.json`;

/**
 * Returns `_i18n/{locale}/messages.json`: locale -> messages. The locale's own messages come first, then fallbacks by the
 * locale in which they are written, so that a reader can mark their language.
 */
export function messagesFile(locale: string, messages: Iterable<LocalMessage>): OutputFile {
  const groups = new Map<string, [string, Message][]>([[locale, []]]);
  for (const { key, message, from } of messages) {
    const group = groups.get(from);
    if (group) group.push([key, message]);
    else groups.set(from, [[key, message]]);
  }
  const [ownMessages, ...fallbacks] = Array.from(groups, ([from, entries]) => [from, sortedMessages(entries)] as const);
  const content = JSON.stringify(Object.fromEntries([ownMessages ?? [locale, {}], ...fallbacks.sort(byName)]));
  return { path: messagesPath(locale), content };
}

function sortedMessages(entries: readonly (readonly [string, Message])[]): Messages {
  return Object.fromEntries(entries.toSorted(byName));
}

function byName(a: readonly [string, unknown], b: readonly [string, unknown]): number {
  if (a[0] === b[0]) return 0;
  return a[0] < b[0] ? -1 : 1;
}

type Icon = { readonly body: string; readonly width: number; readonly height: number };

/**
 * Returns `_icons/{set}.json` for each icon set in use, with only the icons in use, in Iconify's format. The browser
 * requests `?icons=a,b`; a static host responds with the whole file, which contains them.
 */
export function iconFiles(icons: Readonly<Record<string, Icon>>): readonly OutputFile[] {
  const sets = new Map<string, Record<string, Icon>>();
  for (const [name, icon] of Object.entries(icons)) {
    const [prefix = '', short = ''] = name.split(':');
    sets.set(prefix, { ...sets.get(prefix), [short]: icon });
  }
  return Array.from(sets, ([prefix, all]) => ({
    path: `_icons/${prefix}.json`,
    content: JSON.stringify({ prefix, icons: all }),
  }));
}
