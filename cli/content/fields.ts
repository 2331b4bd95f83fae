import { suggest } from '../config/suggest.ts';
import type { Diagnostic, Json } from '../contract.ts';
import type { FrontField, Place } from './simple-yaml.ts';

/** `image` is a path relative to the file; `list` a list of strings; `date` a day, `2026-03-01`. */
export type FieldRule = {
  readonly type: 'string' | 'number' | 'boolean' | 'date' | 'list' | 'image';
  readonly required?: boolean;
};

/** Front matter that every entry may have. `slug` is a string with a form of its own. */
export const coreFields = {
  title: { type: 'string', required: true },
  description: { type: 'string', required: true },
  date: { type: 'date', required: true },
  updated: { type: 'date' },
  tags: { type: 'list' },
  author: { type: 'string' },
  cover: { type: 'image' },
  draft: { type: 'boolean' },
  slug: { type: 'string' },
} as const satisfies { readonly [key: string]: FieldRule };

/** Values that passed their rules, by key, and the problems of those that did not. */
export type ReadFields = {
  readonly core: { readonly [key: string]: Json };
  readonly own: { readonly [key: string]: Json };
  readonly problems: readonly Diagnostic[];
  /** Place of a key's value; the first line of the file where the key is not given. */
  readonly placeOf: (key: string) => Place;
};

type Rules = { readonly [key: string]: FieldRule };
type Flaw = Pick<Diagnostic, 'code' | 'message'> & { readonly hint: string };

/** Checks front matter against the core fields and those that the collection declares (`own`). */
export function readFields(
  fields: readonly FrontField[],
  from: { readonly file: string; readonly own: Rules },
): ReadFields {
  const { rules, required } = allRules(from.own);
  const core: Record<string, Json> = {};
  const own: Record<string, Json> = {};
  const problems: Diagnostic[] = [];
  const report = (flaw: Flaw, place: Place) => {
    problems.push({ ...flaw, severity: 'error', file: from.file, ...place });
  };
  // A required key that was only misspelt is reported once, as misspelt.
  const misspelt: string[] = [];
  for (const field of fields) {
    const { key, value } = field;
    const rule = Object.hasOwn(rules, key) ? rules[key] : undefined;
    if (!rule) {
      const near = suggest(key, Object.keys(rules));
      if (near) misspelt.push(near);
      report(unknownKey(key, near), field.keyAt);
      continue;
    }
    if (value === null && !rule.required) continue;
    const flaw = checkValue(key, value, rule);
    if (flaw) report(flaw, field.valueAt);
    else if (Object.hasOwn(coreFields, key)) core[key] = value;
    else own[key] = value;
  }
  for (const [key, rule] of required) {
    const isGiven = misspelt.includes(key) || fields.some((field) => field.key === key);
    if (!isGiven) report(missingKey(key, rule), { line: 1, column: 1 });
  }
  return {
    core,
    own,
    problems: problems.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0)),
    placeOf: (key) => fields.find((field) => field.key === key)?.valueAt ?? { line: 1, column: 1 },
  };
}

type AllRules = { readonly rules: Rules; readonly required: readonly (readonly [key: string, rule: FieldRule])[] };

const joined = new WeakMap<Rules, AllRules>();

/** A collection's own rules and those of all, joined once for its many entries. */
function allRules(own: Rules): AllRules {
  const known = joined.get(own);
  if (known) return known;
  const rules: Rules = { ...own, ...coreFields };
  const fresh = { rules, required: Object.entries(rules).filter(([, rule]) => rule.required) };
  joined.set(own, fresh);
  return fresh;
}

/** Lower-case letters (of any script) and digits in words with single hyphens between them. */
export function isSlug(slug: string): boolean {
  return /^[\p{Ll}\p{Lo}\p{M}\p{N}]+(?:-[\p{Ll}\p{Lo}\p{M}\p{N}]+)*$/u.test(slug);
}

function checkValue(key: string, value: Json, rule: FieldRule): Flaw | null {
  switch (rule.type) {
    case 'string':
      if (typeof value !== 'string') return wrongType(key, value, 'text');
      if (value.trim() === '') return empty(key);
      return key === 'slug' && !isSlug(value) ? badSlug(value) : null;
    case 'image':
      if (typeof value !== 'string') return wrongType(key, value, 'the path of an image');
      return value.trim() === '' ? empty(key) : null;
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) ? null : wrongType(key, value, 'a number');
    case 'boolean':
      return typeof value === 'boolean' ? null : wrongType(key, value, 'true or false');
    case 'date':
      if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return badDate(key, value);
      return isCalendarDay(value) ? null : noSuchDay(key, value);
    case 'list':
      return checkList(key, value);
  }
}

function checkList(key: string, value: Json): Flaw | null {
  if (!Array.isArray(value)) {
    const flaw = wrongType(key, value, 'a list');
    return typeof value === 'string' ? { ...flaw, hint: `Write \`${key}: [${value}]\`.` } : flaw;
  }
  const wrong = value.find((item: Json) => typeof item !== 'string' || item.trim() === '') as Json | undefined;
  if (wrong === undefined) return null;
  const flaw = wrongType(key, wrong, 'a list of texts');
  return typeof wrong === 'number' || typeof wrong === 'boolean'
    ? { ...flaw, hint: `Put it in quotes: \`"${wrong}"\`.` }
    : flaw;
}

/** True for a day that the Gregorian calendar has. `date` has the form `2026-03-01`. */
function isCalendarDay(date: string): boolean {
  const year = Number(date.slice(0, 4));
  const month = Number(date.slice(5, 7));
  const day = Number(date.slice(8, 10));
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  return day >= 1 && day <= (days[month - 1] ?? 0);
}

function unknownKey(key: string, near: string | null): Flaw {
  const hint = near
    ? `Did you mean \`${near}\`?`
    : 'Remove it, or declare it below `fields` of the collection in config/content.yaml.';
  return { code: 'CONTENT_UNKNOWN_KEY', message: `Unknown key \`${key}\` in the front matter.`, hint };
}

function missingKey(key: string, rule: FieldRule): Flaw {
  return {
    code: 'CONTENT_MISSING_KEY',
    message: `The front matter has no \`${key}\`.`,
    hint: `Add \`${key}: ${examples[rule.type]}\`.`,
  };
}

const examples = { string: '…', number: '1', boolean: 'true', date: '2026-03-01', list: '[…]', image: './….jpg' };

function wrongType(key: string, value: Json, wanted: string): Flaw {
  return {
    code: 'CONTENT_WRONG_TYPE',
    message: `\`${key}\` must be ${wanted}, not ${describe(value)}.`,
    hint: wanted === 'text' ? `Put it in quotes: \`${key}: "…"\`.` : `Give ${wanted}.`,
  };
}

function describe(value: Json): string {
  if (value === null) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a map';
  return JSON.stringify(value);
}

function empty(key: string): Flaw {
  return { code: 'CONTENT_WRONG_TYPE', message: `\`${key}\` is empty.`, hint: 'Fill it in, or remove the line.' };
}

function badDate(key: string, value: Json): Flaw {
  return {
    code: 'CONTENT_INVALID_DATE',
    message: `\`${key}\` must be a date, not ${describe(value)}.`,
    hint: 'Write year, month and day: `2026-03-01`.',
  };
}

function noSuchDay(key: string, value: string): Flaw {
  return {
    code: 'CONTENT_INVALID_DATE',
    message: `\`${key}\` names a day that no calendar has: ${value}.`,
    hint: 'Dates are year, month, day: `2026-03-01`.',
  };
}

function badSlug(slug: string): Flaw {
  return {
    code: 'CONTENT_INVALID_SLUG',
    message: `The slug "${slug}" cannot stand in an address.`,
    hint: 'Use lower-case letters and digits with single hyphens between them, such as `colour-grading`.',
  };
}
