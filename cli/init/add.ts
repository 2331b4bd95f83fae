import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isMap, isSeq, parseDocument } from 'yaml';
import type { SiteConfig } from '../config/types.ts';
import { fail, ok, type Result } from '../report/result.ts';
import { type AddOptions, addProblem, type CreateAddition, type YamlEntry } from './addition.ts';
import { newCollection } from './new-collection.ts';
import { newLocale } from './new-locale.ts';
import { newPage } from './new-page.ts';
import { newPost } from './new-post.ts';

export const kinds = ['post', 'page', 'locale', 'collection'] as const;
export type Kind = (typeof kinds)[number];

const creators: Readonly<Record<Kind, CreateAddition>> = {
  post: newPost,
  page: newPage,
  locale: newLocale,
  collection: newCollection,
};

/** Adds a post, page, locale or collection to a site. Returns the paths of the files that were written or changed. */
export function addToSite(
  root: string,
  [kind, name]: readonly [Kind, string],
  { config, ...options }: AddOptions & { readonly config: SiteConfig },
): Result<readonly string[]> {
  const addition = creators[kind](name, config, options);
  if (!addition.ok) return addition;
  const { files, entries = [] } = addition.value;
  const existing = Object.keys(files).filter((path) => existsSync(join(root, path)));
  if (existing.length > 0) {
    return fail(
      existing.map((file) => addProblem('NEW_FILE_EXISTS', `${file} already exists.`, 'Choose another name.')),
    );
  }
  const texts = new Map(Object.entries(files));
  for (const entry of entries) texts.set(entry.file, withEntry(root, entry, texts.get(entry.file)));
  for (const [path, text] of texts) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return ok([...texts.keys()].sort());
}

/**
 * Returns the text of a YAML file with an entry added. `pending`: its text if an earlier entry has changed it, else that
 * on disk is read.
 */
function withEntry(
  root: string,
  { file, keys, value, list, implied = [] }: YamlEntry,
  pending: string | undefined,
): string {
  const path = join(root, file);
  const text = pending ?? (existsSync(path) ? readFileSync(path, 'utf8') : null);
  const document = parseDocument(text ?? '');
  const node = document.createNode(value, { flow: list });
  if (list && !isSeq(document.getIn(keys))) {
    document.setIn(keys, document.createNode([]));
    for (const item of implied) document.addIn(keys, document.createNode(item, { flow: true }));
  }
  if (list) document.addIn(keys, node);
  else {
    const parent = keys.slice(0, -1);
    if (!isMap(document.getIn(parent))) document.setIn(parent, document.createNode({}));
    document.setIn(keys, node);
  }
  return (text === null ? schemaLine(file) : '') + document.toString({ lineWidth: 0 });
}

/** Returns the first line of a new file of settings, by which editors find its schema. */
const schemaLine = (file: string): string =>
  `# yaml-language-server: $schema=../.sitegen/schema/${basename(file, '.yaml')}.json\n`;
