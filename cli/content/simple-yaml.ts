import type { Json } from '../contract.ts';

/** A place in a file; both count from 1, the column in UTF-16 units. */
export type Place = { readonly line: number; readonly column: number };

/** One key of the front matter, in the order of the file. */
export type FrontField = {
  readonly key: string;
  readonly value: Json;
  readonly keyAt: Place;
  readonly valueAt: Place;
};

type Scalar = string | number | boolean | null;

const pair = /^([A-Za-z][\w-]*):(?:[ ]+([^\n]*?))?[ ]*\r?$/;
/** Control characters, and the byte order mark and tabs, which YAML treats in ways of its own. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters meant
const strange = /[\u0000-\u0009\u000b\u000c\u000e-\u001f\u007f-\u009f\ufeff\ufffe\uffff]/;
const plain = /^[A-Za-z0-9\u00c0-\ud7ff\ue000-\ufdff]/;
const special = /^(?:true|false|null)$/i;
const date = /^\d{4}-\d\d-\d\d$/;
const integer = /^\d{1,15}$/;
/** What YAML may read as a number: octal, hexadecimal, fractions, exponents. */
const numeric = /^\d[\dA-Fa-fxo.+-]*$/;

/**
 * Reads YAML of the simplest kind: one `key: value` to a line, where a value is a plain or quoted scalar without
 * escapes or a flow list of such. Returns null for everything else, valid or not: the `yaml` library decides.
 * `firstLine` is the file's line that `text` starts on.
 */
export function readSimpleYaml(text: string, firstLine: number): readonly FrontField[] | null {
  if (strange.test(text)) return null;
  const fields: FrontField[] = [];
  const keys = new Set<string>();
  let line = firstLine;
  for (let start = 0; start < text.length; line++) {
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? text.length : newline;
    const content = text.slice(start, end);
    start = end + 1;
    if (content === '' || content === '\r' || content[0] === '#') continue;
    const match = pair.exec(content);
    if (!match) return null;
    const key = match[1]!;
    if (keys.has(key) || special.test(key)) return null;
    const raw = match[2] ?? '';
    const value = raw.startsWith('[') ? readList(raw) : readScalar(raw);
    if (value === undefined) return null;
    keys.add(key);
    const column = raw === '' ? key.length + 2 : content.indexOf(raw, key.length + 1) + 1;
    fields.push({ key, value, keyAt: { line, column: 1 }, valueAt: { line, column } });
  }
  return fields;
}

function readList(raw: string): Scalar[] | undefined {
  if (!raw.endsWith(']')) return undefined;
  const inside = raw.slice(1, -1);
  if (/[[\]{}]/.test(inside)) return undefined;
  if (inside.trim() === '') return [];
  const items: Scalar[] = [];
  // A comma inside quotes leaves halves that no longer look like a scalar, and so ends the fast path.
  for (const part of inside.split(',')) {
    const item = part.trim();
    if (item === '') return undefined;
    const value = readScalar(item);
    if (value === undefined) return undefined;
    items.push(value);
  }
  return items;
}

function readScalar(raw: string): Scalar | undefined {
  if (raw === '') return null;
  const first = raw[0];
  if (first === '"' || first === "'") {
    if (raw.length < 2 || raw.indexOf(first, 1) !== raw.length - 1) return undefined;
    return first === '"' && raw.includes('\\') ? undefined : raw.slice(1, -1);
  }
  if (!plain.test(raw) || raw.includes(': ') || raw.includes(' #') || raw.endsWith(':')) return undefined;
  if (date.test(raw)) return raw;
  if (integer.test(raw)) return Number(raw);
  if (numeric.test(raw)) return undefined;
  if (raw === 'true') return true;
  if (raw === 'false') return false;
  return special.test(raw) ? undefined : raw;
}
