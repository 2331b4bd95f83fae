import type { Diagnostic, Json } from '../contract.ts';
import { suggest } from '../lib/suggest.ts';
import type { Location } from '../sources/yaml.ts';
import type { FrontMatter } from './frontmatter.ts';

/** Type of a value: `image` is a path relative to the file, `list` a list of strings, `date` a day (`2026-03-01`). */
export type FieldRule = {
  readonly type: 'string' | 'number' | 'boolean' | 'date' | 'list' | 'image';
  readonly required?: boolean;
};

/** Front matter keys of all collections. `slug` is a string in the form that `isSlug` checks. */
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

/** Valid values by key, and a diagnostic for each invalid one. */
export type ReadFields = {
  /** Values of `coreFields`. */
  readonly core: { readonly [key: string]: Json };
  /** Values of the fields that the collection declares. */
  readonly own: { readonly [key: string]: Json };
  readonly problems: readonly Diagnostic[];
};

type Rules = { readonly [key: string]: FieldRule };
type FieldProblem = Pick<Diagnostic, 'code' | 'message'> & { readonly hint: string };

/** Checks front matter against the core fields and the fields that the collection declares (`own`). */
export function readFields(
  { data, locate }: Pick<FrontMatter, 'data' | 'locate'>,
  { file, own: ownRules }: { readonly file: string; readonly own: Rules },
): ReadFields {
  const { rules, required } = allRules(ownRules);
  const core: Record<string, Json> = {};
  const own: Record<string, Json> = {};
  const problems: Diagnostic[] = [];
  const report = (problem: FieldProblem, location: Location): void => {
    problems.push({ ...problem, severity: 'error', ...location });
  };
  // A misspelt required key is reported as misspelt, not also as missing.
  const misspelt: string[] = [];
  for (const [key, value] of Object.entries(data)) {
    const rule = Object.hasOwn(rules, key) ? rules[key] : undefined;
    if (!rule) {
      const similar = suggest(key, Object.keys(rules));
      if (similar) misspelt.push(similar);
      report(unknownKey(key, similar), locate([key], 'key'));
      continue;
    }
    if (value === null && !rule.required) continue;
    const problem = checkValue(key, value, rule);
    if (problem) report(problem, locate([key]));
    else if (Object.hasOwn(coreFields, key)) core[key] = value;
    else own[key] = value;
  }
  for (const [key, rule] of required) {
    if (misspelt.includes(key) || Object.hasOwn(data, key)) continue;
    report(missingKey(key, rule), { file, line: 1, column: 1 });
  }
  return { core, own, problems: problems.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0)) };
}

type AllRules = { readonly rules: Rules; readonly required: readonly (readonly [key: string, rule: FieldRule])[] };

const mergedRules = new WeakMap<Rules, AllRules>();

/** The rules of a collection and those of all collections, merged once for all entries of the collection. */
function allRules(own: Rules): AllRules {
  const cached = mergedRules.get(own);
  if (cached) return cached;
  const rules: Rules = { ...own, ...coreFields };
  const merged = { rules, required: Object.entries(rules).filter(([, rule]) => rule.required) };
  mergedRules.set(own, merged);
  return merged;
}

/** True for lower-case letters (of any script) and digits with single hyphens between words. */
export function isSlug(slug: string): boolean {
  return /^[\p{Ll}\p{Lo}\p{M}\p{N}]+(?:-[\p{Ll}\p{Lo}\p{M}\p{N}]+)*$/u.test(slug);
}

function checkValue(key: string, value: Json, rule: FieldRule): FieldProblem | null {
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

function checkList(key: string, value: Json): FieldProblem | null {
  if (!Array.isArray(value)) {
    const problem = wrongType(key, value, 'a list');
    return typeof value === 'string' ? { ...problem, hint: `Write \`${key}: [${value}]\`.` } : problem;
  }
  const invalid = value.find((item: Json) => typeof item !== 'string' || item.trim() === '') as Json | undefined;
  if (invalid === undefined) return null;
  const problem = wrongType(key, invalid, 'a list of texts');
  return typeof invalid === 'number' || typeof invalid === 'boolean'
    ? { ...problem, hint: `Put it in quotes: \`"${invalid}"\`.` }
    : problem;
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

function unknownKey(key: string, similar: string | null): FieldProblem {
  const hint = similar
    ? `Did you mean \`${similar}\`?`
    : 'Remove it, or declare it below `fields` of the collection in config/content.yaml.';
  return { code: 'CONTENT_UNKNOWN_KEY', message: `Unknown key \`${key}\` in the front matter.`, hint };
}

function missingKey(key: string, rule: FieldRule): FieldProblem {
  return {
    code: 'CONTENT_MISSING_KEY',
    message: `The front matter has no \`${key}\`.`,
    hint: `Add \`${key}: ${examples[rule.type]}\`.`,
  };
}

const examples = { string: '…', number: '1', boolean: 'true', date: '2026-03-01', list: '[…]', image: './….jpg' };

function wrongType(key: string, value: Json, expected: string): FieldProblem {
  return {
    code: 'CONTENT_WRONG_TYPE',
    message: `\`${key}\` must be ${expected}, not ${describe(value)}.`,
    hint: expected === 'text' ? `Put it in quotes: \`${key}: "…"\`.` : `Write ${expected}.`,
  };
}

function describe(value: Json): string {
  if (value === null) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a map';
  return JSON.stringify(value);
}

function empty(key: string): FieldProblem {
  return { code: 'CONTENT_WRONG_TYPE', message: `\`${key}\` is empty.`, hint: 'Add a value, or remove the line.' };
}

function badDate(key: string, value: Json): FieldProblem {
  return {
    code: 'CONTENT_INVALID_DATE',
    message: `\`${key}\` must be a date, not ${describe(value)}.`,
    hint: 'Write year, month and day: `2026-03-01`.',
  };
}

function noSuchDay(key: string, value: string): FieldProblem {
  return {
    code: 'CONTENT_INVALID_DATE',
    message: `\`${key}\` is not a date of the calendar: ${value}.`,
    hint: 'Write year, month and day: `2026-03-01`.',
  };
}

function badSlug(slug: string): FieldProblem {
  return {
    code: 'CONTENT_INVALID_SLUG',
    message: `The slug "${slug}" cannot be part of a URL.`,
    hint: 'Use lower-case letters and digits with single hyphens between them, such as `colour-grading`.',
  };
}
