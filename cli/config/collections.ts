import type { z } from 'zod';
import type { Diagnostic } from '../contract.ts';
import { suggest } from '../lib/suggest.ts';
import { coreFields, type FieldRule, isDeclarable } from '../schema/fields.ts';
import { entryFiles, isPatternOrFile } from '../schema/files.ts';
import { defaultProblem } from '../schema/values.ts';
import type { SourceTree } from '../sources/tree.ts';
import type { DataPath } from '../sources/yaml.ts';
import { didYouMean, problemAt, warningAt } from './explain.ts';
import type { LoadedFile } from './load.ts';
import { type ComponentUse, checkComponents } from './pages.ts';
import type { contentSchema } from './schema/content.ts';

type ContentFile = z.output<typeof contentSchema>;

/** Checks the collections against the templates and the content folders. */
export function checkContent(
  tree: SourceTree,
  loaded: LoadedFile<ContentFile>,
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

/** Reports settings that contradict each other, or that require another one. */
function checkCollection({ value, locate, omits }: LoadedFile<ContentFile>, name: string): Diagnostic[] {
  const collection = value.collections[name] as ContentFile['collections'][string];
  const keys = ['collections', name];
  const problems: Diagnostic[] = [];
  const report = (key: string, message: string, hint: string): void => {
    problems.push(problemAt(locate([...keys, key]), 'CONFIG_COLLECTION', [message, hint]));
  };
  const isValid = (...names: readonly string[]): boolean => names.every((key) => !omits([...keys, key]));
  if (isValid('from', 'load') && (collection.from === undefined) === (collection.load === undefined)) {
    const sources = collection.from === undefined ? 'neither `from` nor `load`' : 'both `from` and `load`';
    report('load', `The collection \`${name}\` has ${sources}.`, 'Write one of the two: where its entries come from.');
  }
  if (isValid('path', 'template') && (collection.path === undefined) !== (collection.template === undefined)) {
    const [has, lacks] = collection.path === undefined ? ['template', 'path'] : ['path', 'template'];
    report(
      has,
      `The collection \`${name}\` has a \`${has}\` but no \`${lacks}\`.`,
      `Add \`${lacks}\`, or remove \`${has}\`.`,
    );
  }
  if (isValid('type') && collection.feeds.length > 0 && collection.type === 'pages') {
    report('feeds', 'Feeds need entries with dates.', 'Write `type: blog`, or remove `feeds`.');
  }
  if (isValid('list') && collection.feeds.length > 0 && collection.list === undefined) {
    report('feeds', 'Feeds are published below the path of the list, and there is no `list`.', 'Add `list`.');
  }
  const placeholders = [collection.path ?? '', ...Object.values(collection.paths ?? {})]
    .flatMap((path) => [...path.matchAll(/\{(\w+)\}/g)])
    .map(([, placeholder = '']) => placeholder);
  const placeholderNames = [
    'slug',
    'id',
    ...Object.keys(collection.fields).filter((key) => isSegment(collection.fields[key])),
  ];
  const unknown = placeholders.find((placeholder) => !placeholderNames.includes(placeholder));
  if (unknown !== undefined) {
    const hint = didYouMean(
      suggest(unknown, placeholderNames),
      `Placeholders: ${placeholderNames.map((name) => `\`{${name}}\``).join(', ')}.`,
    );
    report('path', `\`{${unknown}}\` is neither the slug nor the id nor a required field with one value.`, hint);
  }
  const names = Object.keys(value.collections);
  for (const [taxonomy, { to }] of Object.entries(collection.taxonomies)) {
    if (to === undefined || names.includes(to)) continue;
    const hint = didYouMean(suggest(to, names), 'Add it to `collections`.');
    problems.push(
      problemAt(locate([...keys, 'taxonomies', taxonomy, 'to']), 'CONFIG_COLLECTION', [
        `There is no collection \`${to}\`.`,
        hint,
      ]),
    );
  }
  const sort = collection.sort?.replace(/^-/, '');
  const sortFields = [...Object.keys(coreFields), ...Object.keys(collection.fields)];
  if (sort !== undefined && !sortFields.includes(sort)) {
    report(
      'sort',
      `There is no field \`${sort}\` to sort by.`,
      didYouMean(suggest(sort, sortFields), `Fields: ${sortFields.join(', ')}.`),
    );
  }
  return problems;
}

/** Returns whether every entry has a field, and its value can be a segment of a path. */
const isSegment = (rule: FieldRule | undefined): boolean =>
  (rule?.required === true || rule?.default !== undefined) && ['string', 'number', 'enum', 'date'].includes(rule.type);

function templatesOf({ value, locate }: LoadedFile<ContentFile>): ComponentUse[] {
  return Object.entries(value.collections).flatMap(([name, { template, list, tags, taxonomies }]) => {
    const keys = ['collections', name];
    return [
      ...(template === undefined ? [] : [{ name: template, location: locate([...keys, 'template']) }]),
      ...Object.entries(taxonomies).map(([taxonomy, settings]) => ({
        name: settings.template,
        location: locate([...keys, 'taxonomies', taxonomy, 'template']),
      })),
      ...(list ? [{ name: list.template, location: locate([...keys, 'list', 'template']) }] : []),
      ...(tags ? [{ name: tags.template, location: locate([...keys, 'tags', 'template']) }] : []),
    ];
  });
}

type CollectionInput = { readonly name: string; readonly codes: readonly string[] };

function checkFolder(
  tree: SourceTree,
  { value, locate }: LoadedFile<ContentFile>,
  { name, codes }: CollectionInput,
): Diagnostic[] {
  const from = value.collections[name]?.from;
  if (from === undefined) return [];
  const location = locate(['collections', name, 'from']);
  const entries = Object.entries(value.collections);
  const earlier = entries.slice(
    0,
    entries.findIndex(([other]) => other === name),
  );
  const sharedFiles = earlier.flatMap(([other, { from: otherFrom = '' }]) => {
    const path = sharedPath(tree, from, { otherFrom, codes });
    return path === null ? [] : [{ other, path }];
  })[0];
  if (sharedFiles) {
    const text = `The collections \`${sharedFiles.other}\` and \`${name}\` share ${sharedFiles.path}.`;
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

type OtherCollection = { readonly otherFrom: string; readonly codes: readonly string[] };

/** Returns a folder or file that two collections would both read, or null. */
function sharedPath(tree: SourceTree, from: string, { otherFrom, codes }: OtherCollection): string | null {
  if (otherFrom === '') return null;
  if (!isPatternOrFile(from) && !isPatternOrFile(otherFrom)) {
    return `${from}/`.startsWith(`${otherFrom}/`) || `${otherFrom}/`.startsWith(`${from}/`)
      ? `the folder ${from}`
      : null;
  }
  const [firstFiles, secondFiles] = [entryFiles(from, codes), entryFiles(otherFrom, codes)];
  for (const path of tree.files.keys()) {
    if (firstFiles.entryOf(path) !== null && secondFiles.entryOf(path) !== null) return path;
  }
  return null;
}

type Field = ContentFile['collections'][string]['fields'][string];

function checkFields({ value, locate }: LoadedFile<ContentFile>, name: string): Diagnostic[] {
  const fields = value.collections[name]?.fields ?? {};
  const names = Object.keys(value.collections);
  const problems = Object.entries(fields)
    .filter(([field, rule]) => !isDeclarable(field, rule))
    .map(([field]) => {
      const text = [`Every entry has the field \`${field}\` already.`, 'Remove it, or choose another name.'] as const;
      return problemAt(locate(['collections', name, 'fields', field], 'key'), 'CONFIG_FIELD_CLASH', text);
    });
  const check = (rule: FieldRule, path: DataPath): void => {
    const report = (key: string | null, ...text: [string, string]) =>
      problems.push(problemAt(locate(key === null ? path : [...path, key]), 'CONFIG_FIELD', text));
    const label = String(path.at(-1));
    for (const [key, type] of Object.entries(typeOfSetting)) {
      const setting = (rule as unknown as { readonly [key: string]: unknown })[key];
      if (setting !== undefined && rule.type !== type) {
        report(
          key,
          `\`${key}\` belongs to a field of type \`${type}\`, not \`${rule.type}\`.`,
          `Remove it, or write \`type: ${type}\`.`,
        );
      }
      if (setting === undefined && rule.type === type && key !== 'of') {
        report(null, `A field of type \`${type}\` needs \`${key}\`.`, `Add \`${key}\`.`);
      }
    }
    if (rule.to !== undefined && !names.includes(rule.to)) {
      const hint = didYouMean(suggest(rule.to, names), 'Add it to `collections`.');
      report('to', `There is no collection \`${rule.to}\`.`, hint);
    }
    const defaultError = defaultProblem(label, rule);
    if (defaultError !== null)
      report('default', `The default is no value of the field: ${defaultError}`, 'Correct it.');
    if (rule.of) check(rule.of, [...path, 'of']);
    for (const [key, inner] of Object.entries(rule.fields ?? {})) check(inner, [...path, 'fields', key]);
  };
  for (const [field, rule] of Object.entries<Field>(fields)) check(rule, ['collections', name, 'fields', field]);
  return problems;
}

/** Setting of a field -> the type of field that it belongs to. */
const typeOfSetting: { readonly [key: string]: FieldRule['type'] } = {
  values: 'enum',
  of: 'list',
  fields: 'object',
  to: 'reference',
};
