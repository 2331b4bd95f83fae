import * as z from 'zod';
import type { Diagnostic, Json } from '../contract.ts';
import { slashHint, suggest } from '../lib/suggest.ts';
import { type DataPath, type Location, pathInWords, type YamlFile } from '../sources/yaml.ts';
import { contentSchema } from './schema/content.ts';
import { localesSchema, navigationSchema, routesSchema } from './schema/routes.ts';
import { siteSchema } from './schema/site.ts';

export type ConfigName = 'site' | 'locales' | 'routes' | 'navigation' | 'content';

const titles: Readonly<Record<ConfigName, string>> = {
  site: 'The site as a whole',
  locales: 'Languages',
  routes: 'Pages, redirects and headers',
  navigation: 'Site navigation',
  content: 'Collections of Markdown entries',
};

/** Returns the JSON Schema of the input that a zod schema accepts. */
export function toJsonSchema(schema: z.ZodType): { readonly [key: string]: Json } {
  return JSON.parse(JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })));
}

/** Returns the JSON Schema of each configuration file, with which editors complete and check the YAML. */
export function jsonSchemas(): Readonly<Record<ConfigName, Json>> {
  const titled = (name: ConfigName, schema: z.ZodType): Json => ({ title: titles[name], ...toJsonSchema(schema) });
  return {
    site: titled('site', siteSchema),
    locales: titled('locales', localesSchema),
    routes: titled('routes', routesSchema),
    navigation: titled('navigation', navigationSchema),
    content: titled('content', contentSchema),
  };
}

type Node = { readonly [key: string]: Json };

/** JSON Schema nodes of the alternatives that a schema allows at one path. */
export type Expectation = {
  readonly alternatives: readonly Node[];
  readonly description: string | null;
};

const isNode = (value: Json | undefined): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function resolveRef(root: Node, ref: string): Node | null {
  let node: Json | undefined = root;
  for (const step of ref.split('/').slice(1)) node = isNode(node) ? node[step] : undefined;
  return isNode(node) ? node : null;
}

/** Returns the alternatives of a node after resolving `$ref` and `anyOf`. */
function resolveAlternatives(root: Node, node: Node): Node[] {
  if (typeof node.$ref === 'string') {
    const resolved = resolveRef(root, node.$ref);
    return resolved === null ? [] : resolveAlternatives(root, resolved);
  }
  if (Array.isArray(node.anyOf)) return node.anyOf.filter(isNode).flatMap((inner) => resolveAlternatives(root, inner));
  return [node];
}

/** Returns what a JSON Schema allows at a path. */
export function expectationAt(root: Node, path: DataPath): Expectation {
  let nodes: readonly Node[] = [root];
  for (const step of path) {
    nodes = nodes
      .flatMap((node) => resolveAlternatives(root, node))
      .map((node) => {
        if (typeof step === 'number') return node.items;
        const properties = isNode(node.properties) ? node.properties : {};
        return properties[step] ?? node.additionalProperties;
      })
      .filter(isNode);
  }
  const description = nodes.find((node) => typeof node.description === 'string')?.description;
  return {
    alternatives: nodes.flatMap((node) => resolveAlternatives(root, node)),
    description: typeof description === 'string' ? description : null,
  };
}

/** Returns the keys that a map may have. */
export function allowedKeys(expected: Expectation): readonly string[] {
  const keysOf = ({ properties, propertyNames }: Node): readonly string[] => [
    ...Object.keys(isNode(properties) ? properties : {}),
    ...(isNode(propertyNames) && Array.isArray(propertyNames.enum) ? propertyNames.enum.map(String) : []),
  ];
  return [...new Set(expected.alternatives.flatMap(keysOf))];
}

/** Returns the allowed values of an enum or constant. */
export function allowedValues(expected: Expectation): readonly string[] {
  return expected.alternatives.flatMap((node) => {
    const values = Array.isArray(node.enum) ? node.enum : 'const' in node ? [node.const ?? null] : [];
    return values.map(String);
  });
}

const typeNames: { readonly [type: string]: string } = {
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: '`true` or `false`',
  array: 'a list',
  object: 'a map of keys',
};

/** Describes the allowed values: "`all`, `none` or a list". */
export function describeExpectation(expected: Expectation): string {
  const choices = allowedValues(expected).map((choice) => (choice === '' ? "`''`" : `\`${choice}\``));
  const types = expected.alternatives
    .filter((node) => !('enum' in node) && !('const' in node))
    .map((node) => typeNames[String(node.type)] ?? 'another value');
  const all = [...new Set([...choices, ...types])];
  return all.length < 2 ? (all[0] ?? 'another value') : `${all.slice(0, -1).join(', ')} or ${all.at(-1)}`;
}

type Issue = z.core.$ZodIssue;

/** Converts zod issues to diagnostics with location, given value, allowed values and a suggestion. */
export function explain(schema: z.ZodType, issues: readonly Issue[], doc: YamlFile): Diagnostic[] {
  const root = toJsonSchema(schema);
  return issues.flatMap(resolveUnion).flatMap((issue) => {
    const path = issue.path.map((step) => (typeof step === 'number' ? step : String(step)));
    const expected = expectationAt(root, path);
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => unknownKeyProblem([...path, key], allowedKeys(expected), doc));
    }
    return [invalidValueProblem(issue, path, { expected, doc })];
  });
}

/** True if the value has the right type and violates another constraint. */
const hasRightType = (issue: Issue): boolean => issue.code !== 'invalid_type' && issue.code !== 'invalid_value';

/**
 * Replaces the issue of a union by the issues of the alternative that the author most likely meant: that of the right
 * type with the fewest issues. Returns the issue itself if no alternative has the right type.
 */
function resolveUnion(issue: Issue): Issue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const likely = issue.errors
    .map((errors) => errors.flatMap((inner) => resolveUnion({ ...inner, path: [...issue.path, ...inner.path] })))
    .filter((errors) => errors.every((inner) => inner.path.length > issue.path.length || hasRightType(inner)))
    .sort((a, b) => a.length - b.length)[0];
  return likely ?? [issue];
}

/** Returns the value at a path, or undefined. */
function valueAt(data: unknown, path: DataPath): unknown {
  let value = data;
  for (const step of path) value = (value as { [key: string]: unknown } | null | undefined)?.[step];
  return value;
}

function shortValue(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a map of keys';
  const text = String(value);
  if (text === '') return 'empty';
  const shortened = text.length > 40 ? `${text.slice(0, 39)}…` : text;
  return typeof value === 'number' ? `the number \`${shortened}\`` : `\`${shortened}\``;
}

function unknownKeyProblem(path: DataPath, allowed: readonly string[], doc: YamlFile): Diagnostic {
  const similar = suggest(String(path.at(-1)), allowed);
  return {
    code: 'CONFIG_UNKNOWN_KEY',
    severity: 'error',
    message: `\`${pathInWords(path)}\` is not a known key.`,
    hint: similar
      ? `Did you mean \`${similar}\`?`
      : `Keys allowed here: ${allowed.map((key) => `\`${key}\``).join(', ')}.`,
    ...doc.locate(path, 'key'),
  };
}

type IssueContext = { readonly expected: Expectation; readonly doc: YamlFile };

function invalidValueProblem(issue: Issue, path: DataPath, { expected, doc }: IssueContext): Diagnostic {
  const value = valueAt(doc.data, path);
  const name = path.length === 0 ? 'The file' : `\`${pathInWords(path)}\``;
  const isKey = issue.code === 'invalid_key';
  const similar = typeof value === 'string' && !isKey ? suggest(value, allowedValues(expected)) : null;
  const hint = similar
    ? `Did you mean \`${similar}\`?`
    : (typeof value === 'string' && slashHint(value)) || expected.description;
  return {
    code: value === undefined ? 'CONFIG_MISSING_KEY' : 'CONFIG_INVALID_VALUE',
    severity: 'error',
    message: sentence(issue, name, { value, allowed: describeExpectation(expected) }),
    ...(hint ? { hint } : {}),
    ...doc.locate(path, isKey ? 'key' : 'value'),
  };
}

type ValueContext = { readonly value: unknown; readonly allowed: string };

function sentence(issue: Issue, name: string, { value, allowed }: ValueContext): string {
  if (value === undefined) return `${name} is missing.`;
  const valueText = shortValue(value);
  switch (issue.code) {
    case 'invalid_key':
      return `The key ${name} ${issue.issues[0]?.message ?? 'is not allowed'}.`;
    case 'invalid_format':
    case 'custom':
      return valueText === 'empty'
        ? `${name} is empty: it ${issue.message}.`
        : `${name} is ${valueText}: it ${issue.message}.`;
    case 'too_small':
    case 'too_big': {
      if (issue.origin === 'string' || issue.origin === 'array') return `${name} must not be empty.`;
      const [bound, word] = issue.code === 'too_small' ? [issue.minimum, 'least'] : [issue.maximum, 'most'];
      return `${name} is ${valueText}: it must be ${issue.inclusive ? `at ${word}` : `more than`} ${bound}.`;
    }
    default:
      return value === null
        ? `${name} has no value: it must be ${allowed}.`
        : `${name} must be ${allowed}, not ${valueText}.`;
  }
}

type OptionalLocation = Location | { readonly file: string } | null;

/** Creates an error at a location; null for an option of the command line. */
export function problemAt(
  location: OptionalLocation,
  code: string,
  [message, hint]: readonly [string, string?],
): Diagnostic {
  return { code, severity: 'error', message, ...(hint ? { hint } : {}), ...location };
}

export function warningAt(location: OptionalLocation, code: string, text: readonly [string, string?]): Diagnostic {
  return { ...problemAt(location, code, text), severity: 'warning' };
}

/** Returns "Did you mean …?", or another hint if there is no similar name. */
export function didYouMean(similar: string | null, otherwise: string): string {
  return similar === null ? otherwise : `Did you mean \`${similar}\`?`;
}
