import type { z } from 'zod';
import type { Diagnostic } from '../contract.ts';
import { suggest } from '../lib/suggest.ts';
import type { SourceTree } from '../sources/tree.ts';
import { didYouMean, problemAt, warningAt } from './explain.ts';
import type { Loaded } from './load.ts';
import { type ComponentUse, checkComponents } from './routes.ts';
import type { contentSchema } from './schema/content.ts';

type File = z.output<typeof contentSchema>;

/** Front matter keys of all collections, which a collection cannot declare again. */
const commonFields = 'title description date updated tags author cover draft slug'.split(' ');

/** Checks the collections against the templates and the content folders. */
export function checkContent(tree: SourceTree, loaded: Loaded<File>): readonly Diagnostic[] {
  const names = Object.keys(loaded.value.collections);
  return [
    ...checkComponents(tree, 'templates', templatesOf(loaded)),
    ...names.flatMap((name) => [...checkFolder(tree, loaded, name), ...checkFields(loaded, name)]),
  ];
}

function templatesOf({ value, locate: at }: Loaded<File>): ComponentUse[] {
  return Object.entries(value.collections).flatMap(([name, { template, list, tags }]) => {
    const here = ['collections', name];
    return [
      { name: template, location: at([...here, 'template']) },
      ...(list ? [{ name: list.template, location: at([...here, 'list', 'template']) }] : []),
      ...(tags ? [{ name: tags.template, location: at([...here, 'tags', 'template']) }] : []),
    ];
  });
}

function checkFolder(tree: SourceTree, { value, locate: at }: Loaded<File>, name: string): Diagnostic[] {
  const from = value.collections[name]?.from ?? '';
  const location = at(['collections', name, 'from']);
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
    return [problemAt(location, 'CONFIG_FOLDER_CLASH', [text, 'Give each collection a folder of its own.'])];
  }
  const folders = new Set<string>();
  for (const path of tree.files.keys()) {
    if (path.startsWith(`${from}/`)) return [];
    const folder = /^(content\/[^/]+)\//.exec(path)?.[1];
    if (folder !== undefined) folders.add(folder);
  }
  const hint = didYouMean(suggest(from, [...folders]), `Entries are ${from}/<slug>/<locale>.md.`);
  return [
    warningAt(location, 'CONFIG_NO_CONTENT', [`The collection \`${name}\` has no entries: ${from} is empty.`, hint]),
  ];
}

function checkFields({ value, locate: at }: Loaded<File>, name: string): Diagnostic[] {
  return Object.keys(value.collections[name]?.fields ?? {})
    .filter((field) => commonFields.includes(field))
    .map((field) => {
      const text = [`Every entry has the field \`${field}\` already.`, 'Remove it, or choose another name.'] as const;
      return problemAt(at(['collections', name, 'fields', field], 'key'), 'CONFIG_FIELD_CLASH', text);
    });
}
