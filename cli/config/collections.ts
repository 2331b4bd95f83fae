import type { z } from 'zod';
import type { Diagnostic } from '../contract.ts';
import { suggest } from '../lib/suggest.ts';
import { coreFields, type FieldRule, isDeclarable } from '../schema/fields.ts';
import { entryFiles, isPatternOrFile } from '../schema/files.ts';
import { defaultProblem } from '../schema/values.ts';
import type { SourceTree } from '../sources/tree.ts';
import type { DataPath } from '../sources/yaml.ts';
import { didYouMean, problemAt, warningAt } from './explain.ts';
import type { Loaded } from './load.ts';
import { type ComponentUse, checkComponents } from './pages.ts';
import type { contentSchema } from './schema/content.ts';

type ContentFile = z.output<typeof contentSchema>;

/** Checks the collections against the templates and the content folders. */
export function checkContent(
  tree: SourceTree,
  loaded: Loaded<ContentFile>,
  codes: readonly string[],
): readonly Diagnostic[] {
  const names = Object.keys(loaded.value.collections);
  return [
    ...checkComponents(tree, 'templates', templatesOf(loaded)),
    ...names.flatMap((name) => [
      ...checkCollection(loaded, name),
      ...checkFolder(tree, loaded, { name, codes }),
      ...checkFields(loaded, name),
    ]),
  ];
}

/** Settings that contradict each other, or lack one another. */
function checkCollection({ value, locate: at }: Loaded<ContentFile>, name: string): Diagnostic[] {
  const collection = value.collections[name] as ContentFile['collections'][string];
  const here = ['collections', name];
  const problems: Diagnostic[] = [];
  const report = (key: string, message: string, hint: string): void => {
    problems.push(problemAt(at([...here, key]), 'CONFIG_COLLECTION', [message, hint]));
  };
  if ((collection.from === undefined) === (collection.load === undefined)) {
    const what = collection.from === undefined ? 'neither `from` nor `load`' : 'both `from` and `load`';
    report('load', `The collection \`${name}\` has ${what}.`, 'Write one of the two: where its entries come from.');
  }
  if ((collection.path === undefined) !== (collection.template === undefined)) {
    const [has, lacks] = collection.path === undefined ? ['template', 'path'] : ['path', 'template'];
    report(
      has,
      `The collection \`${name}\` has a \`${has}\` but no \`${lacks}\`.`,
      `Add \`${lacks}\`, or remove \`${has}\`.`,
    );
  }
  if (collection.feeds.length > 0 && collection.type === 'pages') {
    report('feeds', 'Feeds need entries with dates.', 'Write `type: blog`, or remove `feeds`.');
  }
  if (collection.feeds.length > 0 && collection.list === undefined) {
    report('feeds', 'Feeds are published below the path of the list, and there is no `list`.', 'Add `list`.');
  }
  const placeholders = [collection.path ?? '', ...Object.values(collection.paths ?? {})]
    .flatMap((path) => [...path.matchAll(/\{(\w+)\}/g)])
    .map(([, placeholder = '']) => placeholder);
  const named = ['slug', 'id', ...Object.keys(collection.fields).filter((key) => isSegment(collection.fields[key]))];
  const unknown = placeholders.find((placeholder) => !named.includes(placeholder));
  if (unknown !== undefined) {
    const hint = didYouMean(suggest(unknown, named), `Placeholders: ${named.map((one) => `\`{${one}}\``).join(', ')}.`);
    report('path', `\`{${unknown}}\` is neither the slug nor the id nor a required field with one value.`, hint);
  }
  const sort = collection.sort?.replace(/^-/, '');
  const known = [...Object.keys(coreFields), ...Object.keys(collection.fields)];
  if (sort !== undefined && !known.includes(sort)) {
    report(
      'sort',
      `There is no field \`${sort}\` to sort by.`,
      didYouMean(suggest(sort, known), `Fields: ${known.join(', ')}.`),
    );
  }
  return problems;
}

/** True for a field that every entry has, and whose value can be a segment of a path. */
const isSegment = (rule: FieldRule | undefined): boolean =>
  (rule?.required === true || rule?.default !== undefined) && ['string', 'number', 'enum', 'date'].includes(rule.type);

function templatesOf({ value, locate: at }: Loaded<ContentFile>): ComponentUse[] {
  return Object.entries(value.collections).flatMap(([name, { template, list, tags, taxonomies }]) => {
    const here = ['collections', name];
    return [
      ...(template === undefined ? [] : [{ name: template, location: at([...here, 'template']) }]),
      ...Object.entries(taxonomies).map(([taxonomy, one]) => ({
        name: one.template,
        location: at([...here, 'taxonomies', taxonomy, 'template']),
      })),
      ...(list ? [{ name: list.template, location: at([...here, 'list', 'template']) }] : []),
      ...(tags ? [{ name: tags.template, location: at([...here, 'tags', 'template']) }] : []),
    ];
  });
}

type CollectionAt = { readonly name: string; readonly codes: readonly string[] };

function checkFolder(
  tree: SourceTree,
  { value, locate: at }: Loaded<ContentFile>,
  { name, codes }: CollectionAt,
): Diagnostic[] {
  const from = value.collections[name]?.from;
  if (from === undefined) return [];
  const location = at(['collections', name, 'from']);
  const entries = Object.entries(value.collections);
  const earlier = entries.slice(
    0,
    entries.findIndex(([other]) => other === name),
  );
  const shared = earlier.flatMap(([other, { from: there = '' }]) => {
    const path = sharedPath(tree, from, { there, codes });
    return path === null ? [] : [{ other, path }];
  })[0];
  if (shared) {
    const text = `The collections \`${shared.other}\` and \`${name}\` share ${shared.path}.`;
    return [problemAt(location, 'CONFIG_FOLDER_CLASH', [text, 'Give each collection files of its own.'])];
  }
  const files = isPatternOrFile(from) ? entryFiles(from, codes) : null;
  const folders = new Set<string>();
  for (const path of tree.files.keys()) {
    if (files ? files.entryOf(path) !== null : path.startsWith(`${from}/`)) return [];
    const folder = /^(content\/[^/]+)\//.exec(path)?.[1];
    if (folder !== undefined) folders.add(folder);
  }
  const otherwise = files ? 'Correct the pattern, or add a file.' : `Entries are ${from}/<slug>/<locale>.md.`;
  const hint = files ? otherwise : didYouMean(suggest(from, [...folders]), otherwise);
  const reason = files ? `no file is ${from}` : `${from} is empty`;
  return [warningAt(location, 'CONFIG_NO_CONTENT', [`The collection \`${name}\` has no entries: ${reason}.`, hint])];
}

type Other = { readonly there: string; readonly codes: readonly string[] };

/** A folder or file that two collections would both read, or null. */
function sharedPath(tree: SourceTree, from: string, { there, codes }: Other): string | null {
  if (there === '') return null;
  if (!isPatternOrFile(from) && !isPatternOrFile(there)) {
    return `${from}/`.startsWith(`${there}/`) || `${there}/`.startsWith(`${from}/`) ? `the folder ${from}` : null;
  }
  const [one, other] = [entryFiles(from, codes), entryFiles(there, codes)];
  for (const path of tree.files.keys()) {
    if (one.entryOf(path) !== null && other.entryOf(path) !== null) return path;
  }
  return null;
}

type Field = ContentFile['collections'][string]['fields'][string];

function checkFields({ value, locate: at }: Loaded<ContentFile>, name: string): Diagnostic[] {
  const fields = value.collections[name]?.fields ?? {};
  const names = Object.keys(value.collections);
  const problems = Object.entries(fields)
    .filter(([field, rule]) => !isDeclarable(field, rule))
    .map(([field]) => {
      const text = [`Every entry has the field \`${field}\` already.`, 'Remove it, or choose another name.'] as const;
      return problemAt(at(['collections', name, 'fields', field], 'key'), 'CONFIG_FIELD_CLASH', text);
    });
  const check = (rule: FieldRule, path: DataPath): void => {
    const report = (key: string | null, ...text: [string, string]) =>
      problems.push(problemAt(at(key === null ? path : [...path, key]), 'CONFIG_FIELD', text));
    const label = String(path.at(-1));
    for (const [key, type] of Object.entries(belongsTo)) {
      const given = (rule as unknown as { readonly [key: string]: unknown })[key];
      if (given !== undefined && rule.type !== type) {
        report(
          key,
          `\`${key}\` belongs to a field of type \`${type}\`, not \`${rule.type}\`.`,
          `Remove it, or write \`type: ${type}\`.`,
        );
      }
      if (given === undefined && rule.type === type && key !== 'of') {
        report(null, `A field of type \`${type}\` needs \`${key}\`.`, `Add \`${key}\`.`);
      }
    }
    if (rule.to !== undefined && !names.includes(rule.to)) {
      const hint = didYouMean(suggest(rule.to, names), 'Add it to `collections`.');
      report('to', `There is no collection \`${rule.to}\`.`, hint);
    }
    const wrong = defaultProblem(label, rule);
    if (wrong !== null) report('default', `The default is no value of the field: ${wrong}`, 'Correct it.');
    if (rule.of) check(rule.of, [...path, 'of']);
    for (const [key, inner] of Object.entries(rule.fields ?? {})) check(inner, [...path, 'fields', key]);
  };
  for (const [field, rule] of Object.entries<Field>(fields)) check(rule, ['collections', name, 'fields', field]);
  return problems;
}

/** Settings of a field -> the type that has them. */
const belongsTo: { readonly [key: string]: FieldRule['type'] } = {
  values: 'enum',
  of: 'list',
  fields: 'object',
  to: 'reference',
};
