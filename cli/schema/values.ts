import type { Diagnostic, Json } from '../contract.ts';
import { suggest } from '../lib/suggest.ts';
import { type DataPath, type Location, pathInWords, type YamlFile } from '../sources/yaml.ts';
import {
  badDate,
  badSlug,
  empty,
  type FieldProblem,
  type Holder,
  missingKey,
  noSuchDay,
  notAllowed,
  unknownKey,
  wrongType,
} from './field-problems.ts';
import type { EntrySchema, FieldRule, FieldRules } from './fields.ts';

/** A value that names something else: an image by its path, or an entry by its id. */
export type NamedValue = { readonly at: DataPath; readonly value: string; readonly to: string | null };

/** Valid values by key, and a diagnostic for each invalid one. */
export type ReadFields = {
  /** Values of `coreFields`, of the taxonomies and of the field that gives the title. */
  readonly core: { readonly [key: string]: Json };
  /** Values of the fields that the collection declares. */
  readonly declared: { readonly [key: string]: Json };
  /** Images and references, at any depth. */
  readonly references: readonly NamedValue[];
  readonly problems: readonly Diagnostic[];
};

export type FieldsInput = {
  readonly data: { readonly [key: string]: Json };
  readonly locate: YamlFile['locate'];
  /** Where the entry begins: location of what is missing. */
  readonly start: Location;
  readonly what: Holder;
  /** True for a table, all of whose values are texts. */
  readonly isText: boolean;
};

type Reading = Pick<FieldsInput, 'what' | 'isText'> & {
  readonly references: NamedValue[];
  readonly report: (problem: FieldProblem, at: DataPath, part?: 'key' | 'value') => void;
};

/** Checks the values of an entry against the schema of its collection. */
export function readFields({ data, locate, start, what, isText }: FieldsInput, schema: EntrySchema): ReadFields {
  const { rules } = schema;
  const core: Record<string, Json> = {};
  const declared: Record<string, Json> = {};
  const problems: Diagnostic[] = [];
  const references: NamedValue[] = [];
  const reading: Reading = {
    what,
    isText,
    references,
    report: (problem, at, part) => problems.push({ ...problem, severity: 'error', ...locate(at, part) }),
  };
  const setValue = (key: string, value: Json): void => {
    const isDeclared = schema.declaredKeys.has(key);
    if (isDeclared) declared[key] = value;
    if (!isDeclared || key === schema.titleField) core[key] = value;
  };
  // A misspelt required key is reported as misspelt, not also as missing.
  const misspelt: string[] = [];
  for (const [key, value] of Object.entries(data)) {
    const rule = Object.hasOwn(rules, key) ? rules[key] : undefined;
    if (!rule) {
      const similar = suggest(key, Object.keys(rules));
      if (similar) misspelt.push(similar);
      reading.report(unknownKey(key, similar, what), [key], 'key');
      continue;
    }
    if (isAbsent(value, rule, reading)) continue;
    const found = readValue(value, rule, { at: [key], reading });
    if (found !== undefined) setValue(key, found);
  }
  for (const [key, rule] of schema.required) {
    if (misspelt.includes(key) || (Object.hasOwn(data, key) && !(isText && data[key] === ''))) continue;
    problems.push({ ...missingKey(key, rule, what), severity: 'error', ...start });
  }
  for (const [key, value] of schema.defaults) {
    if (core[key] === undefined && declared[key] === undefined) setValue(key, value);
  }
  return { core, declared, references, problems: problems.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0)) };
}

const isAbsent = (value: Json, rule: FieldRule, { isText }: Reading): boolean =>
  (value === null && !rule.required) || (isText && value === '');

type ReadPosition = { readonly at: DataPath; readonly reading: Reading };

/** Returns a value in the type of its rule, or undefined after reporting why it is invalid. */
function readValue(input: Json, rule: FieldRule, { at, reading }: ReadPosition): Json | undefined {
  const value = reading.isText && typeof input === 'string' ? parseCell(input, rule) : input;
  if (rule.type === 'list') return readList(value, rule, { at, reading });
  if (rule.type === 'object') return readObject(value, rule.fields ?? {}, { at, reading });
  const problem = checkScalar(at.length === 1 ? String(at[0]) : pathInWords(at), value, rule);
  if (problem) {
    reading.report(problem, at);
    return undefined;
  }
  if (rule.type === 'image') reading.references.push({ at, value: value as string, to: null });
  if (rule.type === 'reference') reading.references.push({ at, value: value as string, to: rule.to ?? '' });
  return value;
}

/** Returns the value of a table's cell in the type of its rule; the text itself if it is no value of that type. */
function parseCell(text: string, rule: FieldRule): Json {
  switch (rule.type) {
    case 'number':
      return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
    case 'boolean':
      return text === 'true' || text === 'false' ? text === 'true' : text;
    case 'list':
      return text.split(';').map((item) => item.trim());
    default:
      return text;
  }
}

const textItem: FieldRule = { type: 'string' };

function readList(value: Json, { of = textItem, single }: FieldRule, { at, reading }: ReadPosition): Json | undefined {
  const key = pathInWords(at);
  if (single && typeof value === 'string') {
    const item = readValue(value, of, { at, reading });
    return item === undefined ? undefined : [item];
  }
  if (!Array.isArray(value)) {
    const problem = wrongType(key, value, 'a list');
    reading.report(
      typeof value === 'string' ? { ...problem, hint: `Write \`${at.at(-1)}: [${value}]\`.` } : problem,
      at,
    );
    return undefined;
  }
  if (of.type === 'string') {
    const invalid = value.findIndex((item: Json) => typeof item !== 'string' || item.trim() === '');
    if (invalid < 0) return value;
    const item = value[invalid] as Json;
    const problem = wrongType(key, item, 'a list of texts');
    const isPlain = typeof item === 'number' || typeof item === 'boolean';
    reading.report(isPlain ? { ...problem, hint: `Put it in quotes: \`"${item}"\`.` } : problem, at);
    return undefined;
  }
  const items = value.map((item: Json, index) => readValue(item, of, { at: [...at, index], reading }));
  return items.includes(undefined) ? undefined : (items as Json[]);
}

function readObject(value: Json, rules: FieldRules, { at, reading }: ReadPosition): Json | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    reading.report(wrongType(pathInWords(at), value, 'a map of keys'), at);
    return undefined;
  }
  const found: Record<string, Json> = {};
  const misspelt: string[] = [];
  let isValid = true;
  for (const [key, inner] of Object.entries(value)) {
    const rule = Object.hasOwn(rules, key) ? rules[key] : undefined;
    if (!rule) {
      const similar = suggest(key, Object.keys(rules));
      if (similar) misspelt.push(similar);
      reading.report(unknownKey(pathInWords([...at, key]), similar, reading.what), [...at, key], 'key');
      isValid = false;
    } else if (!isAbsent(inner, rule, reading)) {
      const read = readValue(inner, rule, { at: [...at, key], reading });
      if (read === undefined) isValid = false;
      else found[key] = read;
    }
  }
  for (const [key, rule] of Object.entries(rules)) {
    if (rule.required && !Object.hasOwn(value, key) && !misspelt.includes(key)) {
      reading.report(missingKey(pathInWords([...at, key]), rule, reading.what), at, 'key');
      isValid = false;
    }
    if (rule.default !== undefined && found[key] === undefined) found[key] = rule.default;
  }
  return isValid ? found : undefined;
}

/** Returns the reason why the default of a rule is invalid, or null. */
export function defaultProblem(key: string, rule: FieldRule): string | null {
  let first: string | null = null;
  const reading: Reading = {
    what: 'entry',
    isText: false,
    references: [],
    report: ({ message }) => {
      first ??= message;
    },
  };
  if (rule.default !== undefined) readValue(rule.default, rule, { at: [key], reading });
  return first;
}

/** Maximum bytes of a slug: file systems allow names of 255, and the output adds endings such as `.md.br`. */
const MAX_SLUG_BYTES = 240;

/** True for lower-case letters (of any script) and digits with single hyphens between words, if they fit into a file name. */
export function isSlug(slug: string): boolean {
  if (Buffer.byteLength(slug) > MAX_SLUG_BYTES) return false;
  // Classes of Unicode take long to compile, and few sites need them.
  return (
    /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(slug) || /^[\p{Ll}\p{Lo}\p{M}\p{N}]+(?:-[\p{Ll}\p{Lo}\p{M}\p{N}]+)*$/u.test(slug)
  );
}

function checkScalar(key: string, value: Json, rule: FieldRule): FieldProblem | null {
  switch (rule.type) {
    case 'string':
      if (typeof value !== 'string') return wrongType(key, value, 'text');
      if (value.trim() === '') return empty(key);
      return key === 'slug' && !isSlug(value) ? badSlug(value) : null;
    case 'image':
    case 'reference':
      if (typeof value !== 'string')
        return wrongType(key, value, rule.type === 'image' ? 'the path of an image' : 'the id of an entry');
      return value.trim() === '' ? empty(key) : null;
    case 'enum':
      return rule.values?.includes(value as string) ? null : notAllowed(key, value, rule.values ?? []);
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) ? null : wrongType(key, value, 'a number');
    case 'boolean':
      return typeof value === 'boolean' ? null : wrongType(key, value, 'true or false');
    case 'date':
      if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return badDate(key, value);
      return isCalendarDay(value) ? null : noSuchDay(key, value);
    default:
      return null;
  }
}

/** True for a date (`2026-03-01`) of the Gregorian calendar. */
function isCalendarDay(date: string): boolean {
  const year = Number(date.slice(0, 4));
  const month = Number(date.slice(5, 7));
  const day = Number(date.slice(8, 10));
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  return day >= 1 && day <= (days[month - 1] ?? 0);
}
