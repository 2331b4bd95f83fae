import { TOOL_ERRORS, type ToolError } from '../engine/errors.ts';
import type { Units } from './units.ts';

export type ErrorWords = {
  readonly title: string;
  readonly text: string;
  /** Label of the suggested action, and the suggested size. */
  readonly suggestedSize: { readonly label: string; readonly width: number; readonly height: number } | null;
  readonly details: string | null;
};

/** A message by a computed key, with its values. */
export type Say = (key: string, values?: { readonly [name: string]: string | number }) => string;

/** Fields that are bytes wherever they occur; `model.download` counts bytes in `done` and `total` too. */
const BYTES: readonly string[] = ['needed', 'available', 'bytes', 'done', 'total'];
/** Fields that select a plural form. */
const RAW: readonly string[] = ['count', 'status'];

/** An error in the words of `locales/<code>/errors.json`. */
export function wordsOf(error: ToolError, say: Say, units: Units): ErrorWords {
  const values: Record<string, string | number> = {};
  for (const [name, kind] of Object.entries(TOOL_ERRORS[error.code])) {
    const value: unknown = (error as { readonly [field: string]: unknown })[name];
    if (kind === 'text') values[name] = name === 'type' ? typeName(String(value)) : String(value);
    if (kind === 'number' && typeof value === 'number') values[name] = numberOf(name, value, units);
  }
  const key = `errors.${error.code}`;
  const suggestedSize = 'suggestedSize' in error ? error.suggestedSize : null;
  return {
    title: say(`${key}.title`, values),
    text: say(`${key}.text`, values),
    suggestedSize: suggestedSize && {
      ...suggestedSize,
      label: say(`${key}.action`, { width: suggestedSize.width, height: suggestedSize.height }),
    },
    details: error.details ?? null,
  };
}

function numberOf(name: string, value: number, units: Units): string | number {
  if (BYTES.includes(name)) return units.bytes(value);
  if (name === 'time') return units.time(value);
  return RAW.includes(name) ? value : units.number(value);
}

/** The common name of a media type: JPEG for `image/jpeg`; a dash for a file without type. */
const typeName = (type: string): string =>
  type
    .replace(/^(image|video)\//, '')
    .replace(/\+xml$/, '')
    .toUpperCase() || '–';
