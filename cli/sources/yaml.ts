import { type Alias, type Document, isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument, visit } from 'yaml';
import type { Diagnostic } from '../contract.ts';
import { readPlainYaml } from './plain-yaml.ts';

/** Keys and list indexes from the top of a document to a value. */
export type DataPath = readonly (string | number)[];

/** Formats a path for messages: `routes[3].page`. */
export function pathInWords(path: DataPath): string {
  return path
    .map((step, index) => {
      if (typeof step === 'number') return `[${step}]`;
      if (!/^[\w-]+$/.test(step)) return `['${step}']`;
      return index === 0 ? step : `.${step}`;
    })
    .join('');
}

/** Position in a file, counted from 1; the column in UTF-16 units. */
export type Location = { readonly file: string; readonly line: number; readonly column: number };

/** Data of a YAML text, and the location of each of its values and keys. */
export type YamlFile = {
  readonly data: unknown;
  /** Location of a value or of its key. For a path that does not exist: location of the nearest parent that does. */
  readonly locate: (path: DataPath, part?: 'key' | 'value') => Location;
};

export type YamlOptions = {
  /** Code of the diagnostics; default: `CONFIG_YAML`. */
  readonly code?: 'CONFIG_YAML' | 'CONTENT_YAML';
  /** Line of the file on which the text starts, from 1. */
  readonly firstLine?: number;
};

const hints: { readonly [code: string]: string } = {
  DUPLICATE_KEY: 'Remove one of them.',
  TAB_AS_INDENT: 'Indent with spaces.',
  BAD_INDENT: 'Indent all entries of a list or map equally, and close every `[` and `{`.',
  MISSING_CHAR: 'Close the quotation mark or bracket.',
  BLOCK_AS_IMPLICIT_KEY: 'Put a value that contains `: ` in quotation marks, or start the nested map on its own line.',
  MULTIPLE_DOCS: 'Remove the line `---` between the documents.',
  BAD_SCALAR_START: 'Put the value in quotation marks.',
  UNEXPECTED_TOKEN: 'Write either a list or a map: check for a missing hyphen, colon or space before this position.',
};

const messages: { readonly [code: string]: string } = {
  DUPLICATE_KEY: 'This map already has this key.',
  TAB_AS_INDENT: 'YAML does not allow a tab as indentation.',
  MULTIPLE_DOCS: 'The file contains more than one YAML document.',
};

/** Bounds the memory that aliases of aliases can take. Hand-written files have a few aliases. */
const MAX_ALIASES = 1000;

type ParsedYaml = { readonly doc: YamlFile; readonly problems: readonly Diagnostic[] };

/**
 * Parses YAML 1.2 (core schema: `no` and dates are text). Returns one diagnostic per faulty line. After duplicate keys
 * the data is usable (the last value counts); after any other error it is undefined.
 */
export function parseYaml(file: string, text: string, options: YamlOptions = {}): ParsedYaml {
  const plain = readPlainYaml(text);
  if (!plain) return parseWithPackage(file, text, options);
  const locate: YamlFile['locate'] = (path, part = 'value') => {
    if (path.length > 1) return parseWithPackage(file, text, options).doc.locate(path, part);
    const { line, column } = plain.positionOf(String(path[0]), part);
    return { file, line: line + (options.firstLine ?? 1) - 1, column };
  };
  return { doc: { data: plain.data, locate }, problems: [] };
}

function parseWithPackage(
  file: string,
  text: string,
  { code = 'CONFIG_YAML', firstLine = 1 }: YamlOptions,
): ParsedYaml {
  const lines = new LineCounter();
  const doc = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const locationOf = (offset: number): Location => {
    const { line, col } = lines.linePos(Math.min(offset, text.length));
    return { file, line: line + firstLine - 1, column: col };
  };
  const problems: Diagnostic[] = [];
  const report = (offset: number, message: string, hint: string): void => {
    const location = locationOf(offset);
    if (problems.some(({ line }) => line === location.line)) return;
    problems.push({ code, severity: 'error', message, hint, ...location });
  };
  for (const error of [...doc.errors, ...doc.warnings]) {
    const hint = hints[error.code] ?? 'See yaml.org/spec/1.2 for the rules of YAML.';
    const offset = error.code === 'MISSING_CHAR' ? openingOffset(doc, error.pos[0]) : error.pos[0];
    report(offset, messages[error.code] ?? `The YAML cannot be parsed: ${error.message}.`, hint);
  }
  let isUsable = doc.errors.every((error) => error.code === 'DUPLICATE_KEY');
  for (const { alias, reason } of brokenAliases(doc)) {
    isUsable = false;
    report(alias.range?.[0] ?? 0, `The alias \`*${alias.source}\` ${reason}.`, 'Set the anchor before its first use.');
  }
  const toData = (): unknown => {
    try {
      return doc.toJS({ maxAliasCount: MAX_ALIASES });
    } catch {
      report(0, 'The aliases of this file expand without bound.', 'Write the repeated values out.');
      return undefined;
    }
  };
  const locate: YamlFile['locate'] = (path, part = 'value') => locationOf(offsetOf(doc, path, part));
  return { doc: { data: isUsable ? toData() : undefined, locate }, problems };
}

/** Start of the quotation that is still open at `end`: the author has to close it there, not at the end of the file. */
function openingOffset(doc: Document, end: number): number {
  let opening = end;
  visit(doc, {
    Scalar(_key, { type, range }) {
      const isQuoted = type === 'QUOTE_DOUBLE' || type === 'QUOTE_SINGLE';
      if (isQuoted && range && range[0] < end && range[1] >= end) opening = range[0];
    },
  });
  return opening;
}

function brokenAliases(doc: Document): { alias: Alias; reason: string }[] {
  const broken: { alias: Alias; reason: string }[] = [];
  visit(doc, {
    Alias(_key, alias, path) {
      const node = alias.resolve(doc);
      if (node === undefined) broken.push({ alias, reason: 'has no anchor' });
      else if (path.includes(node)) broken.push({ alias, reason: 'is inside its own anchor' });
    },
  });
  return broken;
}

function startOf(node: unknown): number | undefined {
  return (node as { range?: readonly number[] | null } | null)?.range?.[0];
}

/** Offset of the deepest node on the path. An empty value has the offset of its key. */
function offsetOf(doc: Document, path: DataPath, part: 'key' | 'value'): number {
  let node: unknown = doc.contents;
  let offset = startOf(node) ?? 0;
  for (const [depth, step] of path.entries()) {
    const parent = isAlias(node) ? node.resolve(doc) : node;
    if (isMap(parent)) {
      const pair = parent.items.find(({ key }) => String(isScalar(key) ? key.value : key) === String(step));
      if (pair === undefined) return offset;
      const isKeyWanted = part === 'key' && depth === path.length - 1;
      node = pair.value;
      const isEmpty = isScalar(node) && node.value === null && node.source === '';
      offset = (isKeyWanted || isEmpty ? undefined : startOf(node)) ?? startOf(pair.key) ?? offset;
    } else if (isSeq(parent)) {
      node = parent.items[Number(step)];
      offset = startOf(node) ?? offset;
    } else return offset;
  }
  return offset;
}
