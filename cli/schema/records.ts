import { type CsvError, parse } from 'csv-parse/sync';
import type { Diagnostic, Json } from '../contract.ts';
import { delimiterOf } from '../lib/delimiter.ts';
import { fail, ok, type Result } from '../report/result.ts';
import { positionAt } from '../sources/encoding.ts';
import { readJson } from '../sources/json.ts';
import { type Location, parseYaml, type YamlFile } from '../sources/yaml.ts';

/** One entry of a file of data, or of what a loader returns. */
export type DataRecord = {
  /** Its `id`, its key in a map, or null for a file that is one record. */
  readonly id: string | null;
  readonly data: { readonly [key: string]: Json };
  readonly locate: YamlFile['locate'];
  readonly start: Location;
  /** True if all values are texts, as in CSV. */
  readonly isText: boolean;
};

/** The records that could be read, and the problems of the others and of the file. */
export type ReadRecords = { readonly records: readonly DataRecord[]; readonly problems: readonly Diagnostic[] };

export const dataEnding = /\.(?:ya?ml|json|csv)$/;

export type RecordsInput = {
  /** Path below the root. */
  readonly file: string;
  readonly text: string;
  /** True if the file may hold one record, which is named after the file. */
  readonly isSingle: boolean;
};

/**
 * Reads the records of a YAML, JSON or CSV file: a list of maps with `id`, a map from ids to maps, the rows of a table
 * with a column `id`, or a single map.
 */
export function readRecords(input: RecordsInput): ReadRecords {
  const { file, text } = input;
  if (file.endsWith('.csv')) return tableRecords(file, text);
  if (file.endsWith('.json')) {
    const { error } = readJson(text);
    if (error) {
      const { message, hint, offset } = error;
      return withoutRecords([
        { code: 'DATA_SYNTAX', severity: 'error', message, hint, file, ...positionAt(text, offset) },
      ]);
    }
  }
  // JSON is YAML as well, and its values have positions that way.
  const { doc, problems } = parseYaml(file, text, { code: 'CONTENT_YAML' });
  if (doc.data === undefined) return withoutRecords(problems);
  const read = recordsOf(doc.data as Json, { locate: doc.locate, isSingle: input.isSingle });
  return { records: read.records, problems: [...problems, ...read.problems] };
}

const withoutRecords = (problems: readonly Diagnostic[]): ReadRecords => ({ records: [], problems });

type Origin = {
  readonly locate: YamlFile['locate'];
  readonly isSingle: boolean;
  /** True if the records have no locations, so that problems name them by their number. */
  readonly isLoaded?: boolean;
};

type JsonMap = { readonly [key: string]: Json };

const isMap = (value: Json | undefined): value is JsonMap =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the records of a list of maps with `id`, of a map of maps, or of a single map. */
export function recordsOf(data: Json, { locate, isSingle, isLoaded }: Origin): ReadRecords {
  const problems: Diagnostic[] = [];
  const report = (at: readonly (string | number)[], message: string, hint: string): void => {
    const [index] = at;
    const item = isLoaded && typeof index === 'number' ? ` (item ${index + 1} of the list).` : '.';
    problems.push({
      code: 'DATA_RECORD',
      severity: 'error',
      message: message.replace(/\.$/, item),
      hint,
      ...locate(at),
    });
  };
  const recordAt = (at: readonly (string | number)[], id: string | null, values: JsonMap): DataRecord => ({
    id,
    data: values,
    locate: (path, part) => locate([...at, ...path], part),
    start: locate(at),
    isText: false,
  });
  const seen = new Set<string>();
  if (Array.isArray(data)) {
    const records = data.flatMap((value: Json, index): DataRecord[] => {
      if (!isMap(value)) {
        report([index], 'This item of the list is not a map of keys.', 'Write each entry as `id: …` and its values.');
        return [];
      }
      const id = idOf(value);
      if (id === null) {
        report([index], 'This entry has no `id`.', 'Add an `id` of letters, digits and hyphens: it names the entry.');
        return [];
      }
      if (seen.has(id)) report([index, 'id'], `There are two entries with the id \`${id}\`.`, 'Rename one of them.');
      seen.add(id);
      const { id: _, ...values } = value;
      return [recordAt([index], id, values)];
    });
    return { records, problems };
  }
  if (isMap(data) && isSingle) return { records: [recordAt([], null, data)], problems };
  if (isMap(data) && Object.values(data).every(isMap)) {
    const records = Object.entries(data).map(([key, values]) => recordAt([key], key, values as JsonMap));
    return { records, problems };
  }
  report([], 'The data is neither a list of entries nor a map of them.', 'Write a list: each item has an `id`.');
  return withoutRecords(problems);
}

function idOf({ id, slug }: JsonMap): string | null {
  const value = id ?? slug;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}

type Row = { readonly record: string[]; readonly raw: string; readonly info: { readonly lines: number } };

const tableProblem = (location: Location, message: string, hint: string): Diagnostic => ({
  code: 'DATA_SYNTAX',
  severity: 'error',
  message,
  hint,
  ...location,
});

type TableRow = Pick<DataRecord, 'locate' | 'start'> & { readonly data: Readonly<Record<string, string>> };

/** Reads a table whose first row names the columns. */
export function readTable(file: string, text: string): Result<readonly TableRow[]> {
  const delimiter = delimiterOf(text);
  let rows: readonly Row[];
  try {
    rows = parse(text, { delimiter, info: true, raw: true, skip_empty_lines: true }) as unknown as Row[];
  } catch (error) {
    const { lines, message } = error as CsvError & { readonly lines: number };
    const hint = 'Every row has the columns of the first; a value with a separator or quotation mark is in quotes.';
    return fail([tableProblem({ file, line: lines, column: 1 }, `The table cannot be read: ${message}.`, hint)]);
  }
  const [head, ...body] = rows;
  const columns = (head?.record ?? []).map((name) => name.trim());
  const repeated = columns.findIndex((name, at) => name !== '' && columns.indexOf(name) < at);
  if (repeated >= 0) {
    const location = { file, line: 1, column: columnOf(head?.raw ?? '', repeated, delimiter) };
    return fail([tableProblem(location, `Two columns are named \`${columns[repeated]}\`.`, 'Rename one of them.')]);
  }
  return ok(
    body.map(({ record, raw, info }): TableRow => {
      const data = Object.fromEntries(columns.map((name, at) => [name, record[at] ?? '']));
      const start = { file, line: info.lines - raw.trim().split('\n').length + 1, column: 1 };
      const cell = (name: unknown) => columnOf(raw.trimStart(), columns.indexOf(String(name)), delimiter);
      return { data, start, locate: ([name]) => ({ ...start, column: cell(name) }) };
    }),
  );
}

/** Reads the rows of a table with a column `id` as records. */
function tableRecords(file: string, text: string): ReadRecords {
  const table = readTable(file, text);
  if (!table.ok) return withoutRecords(table.problems);
  const problems: Diagnostic[] = [];
  const seen = new Set<string>();
  const [first] = table.value;
  if (first && first.data.id === undefined) {
    const message = 'The table has no column `id`.';
    return withoutRecords([tableProblem({ file, line: 1, column: 1 }, message, 'Add one: it names the entries.')]);
  }
  const records = table.value.flatMap(({ data, locate, start }): DataRecord[] => {
    const { id = '', ...values } = data;
    if (id === '' || seen.has(id)) {
      const message = id === '' ? 'This row has no `id`.' : `There are two entries with the id \`${id}\`.`;
      problems.push(tableProblem(locate(['id']), message, 'Give each row an `id` of its own.'));
    }
    seen.add(id);
    return id === '' ? [] : [{ id, data: values, locate, start, isText: true }];
  });
  return { records, problems };
}

/** Returns the column in which a cell of a row starts, from 1; 1 for a cell after a line break in quotes. */
function columnOf(row: string, cell: number, delimiter: string): number {
  let inQuotes = false;
  let cells = 0;
  for (let at = 0; at < row.length; at++) {
    if (cells === cell) return at + 1;
    if (row[at] === '"') inQuotes = !inQuotes;
    else if (row[at] === '\n') return 1;
    else if (row[at] === delimiter && !inQuotes) cells++;
  }
  return 1;
}
