import type { Diagnostic, Json } from '../contract.ts';
import { suggest } from '../lib/suggest.ts';
import type { FieldRule } from './fields.ts';

/** What holds the values of an entry, for the middle of a sentence. */
export type Holder = 'front matter' | 'entry';

export type FieldProblem = Pick<Diagnostic, 'code' | 'message'> & { readonly hint: string };

export function unknownKey(key: string, similar: string | null, what: Holder): FieldProblem {
  const hint = similar
    ? `Did you mean \`${similar}\`?`
    : 'Remove it, or declare it in config/content.yaml, below `fields` or `taxonomies` of the collection.';
  return { code: 'CONTENT_UNKNOWN_KEY', message: `Unknown key \`${key}\` in the ${what}.`, hint };
}

export function missingKey(key: string, rule: FieldRule, what: Holder): FieldProblem {
  const example = rule.type === 'enum' ? rule.values?.[0] : examples[rule.type];
  return {
    code: 'CONTENT_MISSING_KEY',
    message: `The ${what} has no \`${key}\`.`,
    hint: `Add \`${key}: ${example}\`.`,
  };
}

const examples: { readonly [type in FieldRule['type']]: string } = {
  string: '…',
  number: '1',
  boolean: 'true',
  date: '2026-03-01',
  list: '[…]',
  image: './….jpg',
  enum: '…',
  object: '{ … }',
  reference: '…',
};

export function wrongType(key: string, value: Json, expected: string): FieldProblem {
  if (value === null) return empty(key);
  return {
    code: 'CONTENT_WRONG_TYPE',
    message: `\`${key}\` must be ${expected}, not ${describe(value)}.`,
    hint: expected === 'text' ? `Put it in quotes: \`${key}: "…"\`.` : `Write ${expected}.`,
  };
}

export function notAllowed(key: string, value: Json, values: readonly string[]): FieldProblem {
  const list = values.map((one) => `\`${one}\``).join(', ');
  const similar = typeof value === 'string' ? suggest(value, values) : null;
  return {
    code: 'CONTENT_WRONG_TYPE',
    message: `\`${key}\` must be one of ${list}, not ${describe(value)}.`,
    hint: similar ? `Did you mean \`${similar}\`?` : `Write one of ${list}.`,
  };
}

function describe(value: Json): string {
  if (value === null) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a map';
  return JSON.stringify(value);
}

export function empty(key: string): FieldProblem {
  return { code: 'CONTENT_WRONG_TYPE', message: `\`${key}\` is empty.`, hint: 'Add a value, or remove the line.' };
}

export function badDate(key: string, value: Json): FieldProblem {
  return {
    code: 'CONTENT_INVALID_DATE',
    message: `\`${key}\` must be a date, not ${describe(value)}.`,
    hint: 'Write year, month and day: `2026-03-01`.',
  };
}

export function noSuchDay(key: string, value: string): FieldProblem {
  return {
    code: 'CONTENT_INVALID_DATE',
    message: `\`${key}\` is not a date of the calendar: ${value}.`,
    hint: 'Write year, month and day: `2026-03-01`.',
  };
}

export function badSlug(slug: string): FieldProblem {
  return {
    code: 'CONTENT_INVALID_SLUG',
    message: `The slug "${slug}" cannot be part of a URL.`,
    hint: 'Use at most 240 bytes of lower-case letters and digits with single hyphens between them, such as `colour-grading`.',
  };
}
