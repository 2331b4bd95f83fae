import { CsvError, parse } from 'csv-parse/sync';
import { delimiterOf } from '../lib/delimiter.ts';
import type { Batch, FileProblem, ReceivedFile } from './exchange.ts';

/** Begins the text of a cell that a spreadsheet would take for a formula. Removed when the file is read. */
const TEXT_SIGN = "'";
const isFormula = /^['=+\-@\t\r]/;

/** Returns the batch as CSV (RFC 4180) with a byte order mark, without which Excel takes UTF-8 for another encoding. */
export function toCsv({ locale, translations }: Batch): string {
  const rows = translations.map(({ key, source, target, state }) => [key, state, source, target]);
  return `\uFEFF${[['key', 'state', 'source', locale], ...rows].map((row) => row.map(cellOf).join(',')).join('\r\n')}\r\n`;
}

function cellOf(text: string): string {
  const safe = isFormula.test(text) ? TEXT_SIGN + text : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const textOf = (cell: string): string =>
  cell.startsWith(TEXT_SIGN) && isFormula.test(cell.slice(1)) ? cell.slice(1) : cell;

/** Reads CSV with the columns `key` and `source`, and a last one named by the code of the locale. */
export function fromCsv(text: string): ReceivedFile | FileProblem {
  let rows: readonly { readonly record: readonly string[]; readonly info: { readonly bytes: number } }[];
  try {
    rows = parse(text, {
      delimiter: delimiterOf(text),
      bom: true,
      info: true,
      skip_empty_lines: true,
    }) as unknown as typeof rows;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = typeof error.lines === 'number' ? error.lines : 1;
    const hint = 'Save the file as CSV (comma-separated values) in UTF-8.';
    return { message: `${error.message}.`, hint, offset: offsetOfLine(text, line) };
  }
  const [head, ...body] = rows;
  const columns = head?.record ?? [];
  const [key, source, target] = [columns.indexOf('key'), columns.indexOf('source'), columns.length - 1];
  if (key < 0 || target <= Math.max(key, source)) {
    const message = 'The first row must be `key`, `source` and the code of the locale.';
    return { message, hint: 'Keep the first row as it was exported.', offset: 0 };
  }
  const bytes = Buffer.from(text);
  let start = head?.info.bytes ?? 0;
  const translations = body.map(({ record, info }) => {
    const offset = bytes.subarray(0, start).toString().length;
    start = info.bytes;
    // A source text is never empty.
    const received = textOf(record[source] ?? '') || null;
    return { key: textOf(record[key] ?? ''), source: received, target: textOf(record[target] ?? ''), offset };
  });
  return { target: columns[target] ?? '', translations };
}

const offsetOfLine = (text: string, line: number): number =>
  text
    .split('\n')
    .slice(0, line - 1)
    .reduce((sum, one) => sum + one.length + 1, 0);
