import type { z } from 'zod';
import type { Diagnostic } from '../contract.ts';
import { suggest } from '../lib/suggest.ts';
import type { DataPath, YamlFile } from '../sources/yaml.ts';
import { choicesOf, type Expectation, expectationAt, inWords, keysOf } from './expectation.ts';
import { toJsonSchema } from './json-schema.ts';

type Issue = z.core.$ZodIssue;

/** `routes[3].page`, as an author would say it. */
function pathInWords(path: DataPath): string {
  return path
    .map((step, index) => {
      if (typeof step === 'number') return `[${step}]`;
      if (!/^[\w-]+$/.test(step)) return `['${step}']`;
      return index === 0 ? step : `.${step}`;
    })
    .join('');
}

/** Rewrites the issues of a failed parse for people: exact path, what is there, what may be there, near miss. */
export function explain(schema: z.ZodType, issues: readonly Issue[], doc: YamlFile): Diagnostic[] {
  const root = toJsonSchema(schema);
  return issues.flatMap(unfold).flatMap((issue) => {
    const path = issue.path.map((step) => (typeof step === 'number' ? step : String(step)));
    const expected = expectationAt(root, path);
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => unknownKey([...path, key], keysOf(expected), doc));
    }
    return [invalid(issue, path, { expected, doc })];
  });
}

/** Anything but a fault of the type or of a fixed value: the author wrote this kind of value, though not rightly. */
const isOfKind = (issue: Issue): boolean => issue.code !== 'invalid_type' && issue.code !== 'invalid_value';

/**
 * An issue of a union becomes those of the alternative that the author meant: the one of the right kind with the
 * fewest faults. Where none is of the right kind, the issue stays one of the union as a whole.
 */
function unfold(issue: Issue): Issue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const meant = issue.errors
    .map((errors) => errors.flatMap((inner) => unfold({ ...inner, path: [...issue.path, ...inner.path] })))
    .filter((errors) => errors.every((inner) => inner.path.length > issue.path.length || isOfKind(inner)))
    .sort((a, b) => a.length - b.length)[0];
  return meant ?? [issue];
}

/** What stands at the path; undefined where nothing does. */
function valueAt(data: unknown, path: DataPath): unknown {
  let value = data;
  for (const step of path) value = (value as { [key: string]: unknown } | null | undefined)?.[step];
  return value;
}

function inBrief(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a map of keys';
  const text = String(value);
  if (text === '') return 'empty';
  const cut = text.length > 40 ? `${text.slice(0, 39)}…` : text;
  return typeof value === 'number' ? `the number \`${cut}\`` : `\`${cut}\``;
}

function unknownKey(path: DataPath, known: readonly string[], doc: YamlFile): Diagnostic {
  const near = suggest(String(path.at(-1)), known);
  return {
    code: 'CONFIG_UNKNOWN_KEY',
    severity: 'error',
    message: `\`${pathInWords(path)}\` is not a known key.`,
    hint: near ? `Did you mean \`${near}\`?` : `Keys allowed here: ${known.map((key) => `\`${key}\``).join(', ')}.`,
    ...doc.locate(path, 'key'),
  };
}

type At = { readonly expected: Expectation; readonly doc: YamlFile };

function invalid(issue: Issue, path: DataPath, { expected, doc }: At): Diagnostic {
  const value = valueAt(doc.data, path);
  const name = path.length === 0 ? 'The file' : `\`${pathInWords(path)}\``;
  const isKey = issue.code === 'invalid_key';
  const near = typeof value === 'string' && !isKey ? suggest(value, choicesOf(expected)) : null;
  const hint = near ? `Did you mean \`${near}\`?` : expected.description;
  return {
    code: value === undefined ? 'CONFIG_MISSING_KEY' : 'CONFIG_INVALID_VALUE',
    severity: 'error',
    message: sentence(issue, name, { value, allowed: inWords(expected) }),
    ...(hint ? { hint } : {}),
    ...doc.locate(path, isKey ? 'key' : 'value'),
  };
}

type Given = { readonly value: unknown; readonly allowed: string };

function sentence(issue: Issue, name: string, { value, allowed }: Given): string {
  if (value === undefined) return `${name} is missing.`;
  const given = inBrief(value);
  switch (issue.code) {
    case 'invalid_key':
      return `The key ${name} ${issue.issues[0]?.message ?? 'is not allowed'}.`;
    case 'invalid_format':
    case 'custom':
      return given === 'empty' ? `${name} is empty: it ${issue.message}.` : `${name} is ${given}: it ${issue.message}.`;
    case 'too_small':
    case 'too_big': {
      if (issue.origin === 'string' || issue.origin === 'array') return `${name} must not be empty.`;
      const [bound, word] = issue.code === 'too_small' ? [issue.minimum, 'least'] : [issue.maximum, 'most'];
      return `${name} is ${given}: it must be ${issue.inclusive ? `at ${word}` : `more than`} ${bound}.`;
    }
    default:
      return value === null
        ? `${name} has no value: it must be ${allowed}.`
        : `${name} must be ${allowed}, not ${given}.`;
  }
}
