import type { SiteConfig } from '../config/types.ts';
import type { ContentIndex } from '../content/content-index.ts';
import { frontImageKeys } from '../content/media.ts';
import type { IndexedEntry } from '../content/read.ts';
import { nextChange } from '../content/schedule.ts';
import { collectionsOfTerms } from '../content/terms.ts';
import { hashOf } from '../lib/hash.ts';
import type { PlanFacts } from '../routes/site-plan.ts';
import type { RouteTable } from '../routes/types.ts';
import type { SourceTree } from '../sources/tree.ts';

/** Returns a function that returns what pages other than those that show an entry may depend on, as a text. */
export function positionReader(
  config: Pick<SiteConfig, 'content'>,
): (collection: string, entry: IndexedEntry) => string {
  const titledTerms = collectionsOfTerms(config);
  return (name, entry) => {
    const { tree, sort } = config.content.collections[name] as SiteConfig['content']['collections'][string];
    const isByTitle = tree || /title|description/.test(sort) || titledTerms.has(name);
    return JSON.stringify(isByTitle || !isText(entry) ? entry : positionOf(entry));
  };
}

/** Returns whether an entry is a text, whose title, description and body change only pages that show it. */
export const isText = ({ file }: Pick<IndexedEntry, 'file'>): boolean => file.endsWith('.md');

/** An entry without what only its own page and its summaries show. */
function positionOf({ title: _title, description: _description, ...position }: IndexedEntry): unknown {
  return position;
}

type FactsInput = {
  readonly tree: SourceTree;
  readonly config: Pick<SiteConfig, 'content'>;
  readonly table: RouteTable;
  readonly today: string;
  readonly drafts: boolean;
};

/** Returns the facts of a plan that follow from all entries and files. */
export function planFacts(content: ContentIndex, { tree, config, table, today, drafts }: FactsInput): PlanFacts {
  const texts = textsOf(content, tree);
  return {
    positions: positionsKey(content, config),
    files: filesKey(tree, texts),
    texts,
    frontImages: frontImageKeys(content),
    routes: routesKey(table),
    nextChange: nextChange(content, { today, drafts }),
  };
}

/** Returns the hash of what sitemaps say of pages. */
function routesKey({ routes }: RouteTable): string {
  const lines = routes.map(({ path, locale, alternates, index, status, lastmod }) =>
    JSON.stringify([path, locale, alternates, index, status, lastmod]),
  );
  return hashOf(lines.join('\n'));
}

/** Returns the hash of the positions of all entries. */
function positionsKey(content: ContentIndex, config: Pick<SiteConfig, 'content'>): string {
  const position = positionReader(config);
  const lines: string[] = [];
  for (const { name, locales, hidden } of content.values()) {
    lines.push(name);
    for (const [code, { entries }] of locales) {
      lines.push(code);
      for (const entry of entries) lines.push(position(name, entry));
    }
    lines.push('hidden');
    for (const { entry } of hidden) lines.push(position(name, entry));
  }
  return hashOf(lines.join('\n'));
}

/** Returns the texts among the entries of a site: file -> hash of its content. */
function textsOf(content: ContentIndex, { files }: Pick<SourceTree, 'files'>): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const { locales, hidden } of content.values()) {
    const entries = [...locales.values()].flatMap((locale) => locale.entries);
    for (const { file } of [...entries, ...hidden.map(({ entry }) => entry)])
      if (isText({ file })) texts.set(file, files.get(file)?.hash ?? '');
  }
  return texts;
}

/** Returns the hash of the paths of all files, and of the contents of those that are no texts. */
export function filesKey(
  { files }: Pick<SourceTree, 'files'>,
  texts: { readonly has: (path: string) => boolean },
): string {
  const lines: string[] = [];
  for (const file of files.values()) lines.push(texts.has(file.path) ? file.path : `${file.path} ${file.hash}`);
  return hashOf(lines.join('\n'));
}
