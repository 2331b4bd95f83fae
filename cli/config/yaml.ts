import { type Alias, type Document, isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument, visit } from 'yaml';
import type { Diagnostic } from '../contract.ts';

export type DataPath = readonly (string | number)[];

/** Counts from 1; the column in UTF-16 units. */
export type Place = { readonly file: string; readonly line: number; readonly column: number };

/** Data of a YAML file that knows where each value and key stands. */
export type YamlFile = {
  readonly data: unknown;
  /** Place of a value, or of its key; where there is no such value, of what would hold it. */
  readonly locate: (path: DataPath, part?: 'key' | 'value') => Place;
};

const hints: { readonly [code: string]: string } = {
  DUPLICATE_KEY: 'Keep one of the two.',
  TAB_AS_INDENT: 'Indent with spaces.',
  BAD_INDENT: 'Indent the entries of a list or map alike, and close every `[` and `{`.',
  MISSING_CHAR: 'Close the quotation mark or bracket.',
  BLOCK_AS_IMPLICIT_KEY:
    'Put a value that holds `: ` in quotation marks, or begin the nested map on a line of its own.',
  MULTIPLE_DOCS: 'Remove the line `---` between the documents.',
  BAD_SCALAR_START: 'Put the value in quotation marks.',
  UNEXPECTED_TOKEN: 'A file is either a list or a map: look for a missing hyphen, colon or space before this place.',
};

const messages: { readonly [code: string]: string } = {
  DUPLICATE_KEY: 'This key stands twice in the same map.',
  TAB_AS_INDENT: 'A tab cannot indent YAML.',
  MULTIPLE_DOCS: 'The file holds more than one YAML document.',
};

/**
 * Parses YAML 1.2, so that `no` is text. Syntax errors come as problems, at most one a line. Duplicate keys leave
 * the data usable (the last one stands); after any other error `data` is undefined.
 */
export function parseYaml(
  file: string,
  text: string,
): { readonly doc: YamlFile; readonly problems: readonly Diagnostic[] } {
  const lines = new LineCounter();
  const doc = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const placeOf = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return { file, line, column: col };
  };
  const problems: Diagnostic[] = [];
  const add = (offset: number, message: string, hint: string): void => {
    const place = placeOf(offset);
    if (problems.some((p) => p.line === place.line)) return;
    problems.push({ code: 'CONFIG_YAML', severity: 'error', message, hint, ...place });
  };
  for (const error of [...doc.errors, ...doc.warnings]) {
    const hint = hints[error.code] ?? 'See yaml.org/spec/1.2 for the rules of YAML.';
    const offset = error.code === 'MISSING_CHAR' ? openingOf(doc, error.pos[0]) : error.pos[0];
    add(offset, messages[error.code] ?? `The YAML cannot be read: ${error.message}.`, hint);
  }
  let usable = doc.errors.every((error) => error.code === 'DUPLICATE_KEY');
  for (const { alias, why } of brokenAliases(doc)) {
    usable = false;
    add(alias.range?.[0] ?? 0, `The alias \`*${alias.source}\` ${why}.`, 'Set the anchor before its first use.');
  }
  const locate = (path: DataPath, part: 'key' | 'value' = 'value'): Place => placeOf(offsetOf(doc, path, part));
  // Aliases are few in a configuration; the bound keeps one of exponential size from filling memory.
  const read = (): unknown => {
    try {
      return doc.toJS({ maxAliasCount: 1000 });
    } catch {
      add(0, 'The aliases of this file multiply without bound.', 'Write the repeated values out.');
      return undefined;
    }
  };
  return { doc: { data: usable ? read() : undefined, locate }, problems };
}

/** An open quotation runs to the end of the file: what the author has to find is where it starts. */
function openingOf(doc: Document, end: number): number {
  let opening = end;
  visit(doc, {
    Scalar(_key, { type, range }) {
      const isQuoted = type === 'QUOTE_DOUBLE' || type === 'QUOTE_SINGLE';
      if (isQuoted && range && range[0] < end && range[1] >= end) opening = range[0];
    },
  });
  return opening;
}

function brokenAliases(doc: Document): { alias: Alias; why: string }[] {
  const broken: { alias: Alias; why: string }[] = [];
  visit(doc, {
    Alias(_key, alias, path) {
      const node = alias.resolve(doc);
      if (node === undefined) broken.push({ alias, why: 'has no anchor' });
      else if (path.includes(node)) broken.push({ alias, why: 'stands inside its own anchor' });
    },
  });
  return broken;
}

function startOf(node: unknown): number | undefined {
  return (node as { range?: readonly number[] | null } | null)?.range?.[0];
}

/** Walks as far along the path as the document goes. */
function offsetOf(doc: Document, path: DataPath, part: 'key' | 'value'): number {
  let node: unknown = doc.contents;
  let offset = startOf(node) ?? 0;
  for (const [depth, step] of path.entries()) {
    const holder = isAlias(node) ? node.resolve(doc) : node;
    if (isMap(holder)) {
      const pair = holder.items.find(({ key }) => String(isScalar(key) ? key.value : key) === String(step));
      if (pair === undefined) return offset;
      const wantsKey = part === 'key' && depth === path.length - 1;
      node = pair.value;
      const empty = isScalar(node) && node.value === null && node.source === '';
      offset = (wantsKey || empty ? undefined : startOf(node)) ?? startOf(pair.key) ?? offset;
    } else if (isSeq(holder)) {
      node = holder.items[Number(step)];
      offset = startOf(node) ?? offset;
    } else return offset;
  }
  return offset;
}
