import type { z } from 'zod';
import type { Diagnostic } from '../contract.ts';
import { suggest } from '../lib/suggest.ts';
import type { SourceTree } from '../sources/tree.ts';
import { checkComponents, type Wanted } from './components.ts';
import type { Loaded } from './load.ts';
import { didYouMean, problemAt, warningAt } from './problem.ts';
import type { contentSchema } from './schema/content.ts';

type File = z.output<typeof contentSchema>;

/** Front matter that every entry may have; a collection's own fields have other names. */
const commonFields = 'title description date updated tags author cover draft slug'.split(' ');

/** Holds the collections to the files that are there. */
export function checkContent(tree: SourceTree, loaded: Loaded<File>): readonly Diagnostic[] {
  const names = Object.keys(loaded.value.collections);
  return [
    ...checkComponents(tree, 'templates', templatesOf(loaded)),
    ...names.flatMap((name) => [...checkFolder(tree, loaded, name), ...checkFields(loaded, name)]),
  ];
}

function templatesOf({ value, at }: Loaded<File>): Wanted[] {
  return Object.entries(value.collections).flatMap(([name, { template, list, tags }]) => {
    const here = ['collections', name];
    return [
      { name: template, where: at([...here, 'template']) },
      ...(list ? [{ name: list.template, where: at([...here, 'list', 'template']) }] : []),
      ...(tags ? [{ name: tags.template, where: at([...here, 'tags', 'template']) }] : []),
    ];
  });
}

function checkFolder(tree: SourceTree, { value, at }: Loaded<File>, name: string): Diagnostic[] {
  const from = value.collections[name]?.from ?? '';
  const where = at(['collections', name, 'from']);
  const entries = Object.entries(value.collections);
  const earlier = entries.slice(
    0,
    entries.findIndex(([other]) => other === name),
  );
  const overlap = earlier.find(
    ([, other]) => `${from}/`.startsWith(`${other.from}/`) || `${other.from}/`.startsWith(`${from}/`),
  );
  if (overlap) {
    const text = `The collections \`${overlap[0]}\` and \`${name}\` share the folder ${from}.`;
    return [problemAt(where, 'CONFIG_FOLDER_CLASH', [text, 'Give each collection a folder of its own.'])];
  }
  const folders = new Set<string>();
  for (const path of tree.files.keys()) {
    if (path.startsWith(`${from}/`)) return [];
    const folder = /^(content\/[^/]+)\//.exec(path)?.[1];
    if (folder !== undefined) folders.add(folder);
  }
  const hint = didYouMean(suggest(from, [...folders]), `Entries are ${from}/<slug>/<locale>.md.`);
  return [
    warningAt(where, 'CONFIG_NO_CONTENT', [`The collection \`${name}\` has no entries: ${from} is empty.`, hint]),
  ];
}

function checkFields({ value, at }: Loaded<File>, name: string): Diagnostic[] {
  return Object.keys(value.collections[name]?.fields ?? {})
    .filter((field) => commonFields.includes(field))
    .map((field) => {
      const text = [`Every entry has the field \`${field}\` already.`, 'Remove it, or choose another name.'] as const;
      return problemAt(at(['collections', name, 'fields', field], 'key'), 'CONFIG_FIELD_CLASH', text);
    });
}
