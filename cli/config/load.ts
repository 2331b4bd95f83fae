import { relative, resolve } from 'node:path';
import type { z } from 'zod';
import type { Diagnostic } from '../contract.ts';
import { encodingProblem } from '../sources/encoding.ts';
import type { SourceTree } from '../sources/tree.ts';
import { type DataPath, type Location, parseYaml } from '../sources/yaml.ts';
import { type ConfigName, explain, problemAt } from './explain.ts';
import { baseSchema, originSchema, siteSchema, sourceFolders } from './schema/site.ts';
import { type ConfigOverrides, deepFreeze, type SiteSettings } from './types.ts';

/** Contents of a file of `config/`; its defaults if there is none. */
export type LoadedFile<T> = {
  readonly value: T;
  /** Whether no invalid parts were omitted. If some were, a name that seems to be missing may be in one of them. */
  readonly isComplete: boolean;
  /** Returns whether the part at a path, or a part of it, is invalid and was omitted. */
  readonly omits: (path: DataPath) => boolean;
  /** Returns the location of a part of the value. */
  readonly locate: (path: DataPath, part?: 'key' | 'value') => Location | { readonly file: string };
  readonly problems: readonly Diagnostic[];
};

export type LoadOptions<S extends z.ZodType> = {
  readonly name: ConfigName;
  readonly schema: S;
  /** Used for a missing or empty file. */
  readonly empty: z.input<S>;
  /** Values of the command line, which replace those of the file. */
  readonly overrides?: { readonly [key: string]: unknown };
};

export const fileOf = (name: ConfigName): string => `config/${name}.yaml`;

/** Reads a file and checks it against its schema. The value is null if no valid parts are left. */
export function load<S extends z.ZodType>(tree: SourceTree, options: LoadOptions<S>): LoadedFile<z.output<S> | null> {
  const { name, schema, overrides = {} } = options;
  const file = fileOf(name);
  const encoding = tree.files.has(file) ? encodingProblem(file, tree.bytes(file)) : null;
  if (encoding)
    return { value: null, isComplete: false, omits: () => true, locate: () => ({ file }), problems: [encoding] };
  const { doc, problems } = tree.files.has(file)
    ? parseYaml(file, tree.text(file))
    : { doc: { data: null, locate: () => ({ file }) }, problems: [] };
  if (doc.data === undefined)
    return {
      value: null,
      isComplete: false,
      omits: () => true,
      locate: doc.locate as LoadedFile<null>['locate'],
      problems,
    };
  const fileData = doc.data ?? options.empty;
  const data = isMap(fileData) && Object.keys(overrides).length > 0 ? { ...fileData, ...overrides } : fileData;
  const result = schema.safeParse(data);
  if (result.success) {
    const isComplete = problems.length === 0;
    return { value: result.data, isComplete, omits: () => false, locate: doc.locate, problems };
  }
  const errors = explain(schema, result.error.issues, { data, locate: doc.locate as (path: DataPath) => Location });
  const valid = keepValidParts(schema, data);
  const origin = (path: DataPath): DataPath => valid?.origin(path) ?? path;
  const invalidPaths = result.error.issues.map(({ path }) => path);
  return {
    value: valid?.value ?? null,
    isComplete: false,
    omits: (path) => invalidPaths.some((invalid) => origin(path).every((step, depth) => step === invalid[depth])),
    locate: (path, part) => doc.locate(origin(path), part),
    problems: [...problems, ...errors],
  };
}

const isMap = (value: unknown): value is { readonly [key: string]: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

type ValidParts<T> = {
  readonly value: T;
  /** Maps a path in the value to its path in the file. */
  readonly origin: (path: DataPath) => DataPath;
};

/** Marks a removed entry of a list, so that the indexes of the other entries stay valid. */
const removed = Symbol('removed');

/** Maximum number of levels of parents to remove. No schema is nested deeper. */
const MAX_LEVELS = 6;

/**
 * Returns data without the parts that violate its schema, or null if nothing is left. Thus one invalid route does not
 * hide that two others have the same path.
 */
function keepValidParts<S extends z.ZodType>(schema: S, data: unknown): ValidParts<z.output<S>> | null {
  const copy = structuredClone(data);
  // First remove the invalid values themselves, then the parents that are invalid without them, level by level.
  for (let level = 0; level < MAX_LEVELS; level++) {
    const { value, origins } = withoutRemoved(copy, [], new Map());
    const result = schema.safeParse(value);
    const origin = (path: DataPath): DataPath => originalPath(path, origins);
    if (result.success) return { value: result.data, origin };
    for (const issue of result.error.issues) {
      const path = issue.path.map((step) => (typeof step === 'number' ? step : String(step)));
      const invalidPaths = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...path, key]) : [path];
      for (const invalidPath of invalidPaths)
        if (invalidPath.length > level) remove(copy, origin(invalidPath.slice(0, invalidPath.length - level)));
    }
  }
  return null;
}

function remove(data: unknown, path: DataPath): void {
  let parent = data;
  for (const step of path.slice(0, -1)) parent = (parent as { [key: string]: unknown } | undefined)?.[step];
  const last = path.at(-1);
  if (Array.isArray(parent) && typeof last === 'number') parent[last] = removed;
  else if (typeof parent === 'object' && parent !== null && last !== undefined) Reflect.deleteProperty(parent, last);
}

/** Path of a list as JSON -> original index of each remaining entry. */
type Origins = Map<string, readonly number[]>;

/** Copies data without removed entries, and returns their original indexes. */
function withoutRemoved(
  value: unknown,
  path: DataPath,
  origins: Origins,
): { readonly value: unknown; readonly origins: Origins } {
  if (Array.isArray(value)) {
    const keptIndexes = [...value.keys()].filter((index) => value[index] !== removed);
    origins.set(JSON.stringify(path), keptIndexes);
    const list = keptIndexes.map((from, to) => withoutRemoved(value[from], [...path, to], origins).value);
    return { value: list, origins };
  }
  if (typeof value !== 'object' || value === null) return { value, origins };
  const entries = Object.entries(value).map(([key, inner]) => [
    key,
    withoutRemoved(inner, [...path, key], origins).value,
  ]);
  return { value: Object.fromEntries(entries), origins };
}

function originalPath(path: DataPath, origins: Origins): DataPath {
  return path.map((step, depth) => {
    if (typeof step !== 'number') return step;
    return origins.get(JSON.stringify(path.slice(0, depth)))?.[step] ?? step;
  });
}

/** Loads `config/site.yaml` and replaces its values by those of the command line. */
export function loadSite(tree: SourceTree, options: ConfigOverrides): LoadedFile<SiteSettings | null> {
  const url = options.siteUrl === undefined ? null : originSchema.safeParse(options.siteUrl);
  const base = options.base === undefined ? null : baseSchema.safeParse(options.base);
  const overrides = {
    ...(url?.success ? { url: url.data } : {}),
    ...(base?.success ? { base: base.data } : {}),
  };
  const loaded = load(tree, { name: 'site', schema: siteSchema, empty: {} as never, overrides });
  const optionProblems = [
    optionProblem(url, `The site URL \`${options.siteUrl}\``),
    optionProblem(base, `The base \`${options.base}\``),
    options.out === undefined ? null : outputProblem(tree.root, options.out),
  ].flatMap((text) => (text === null ? [] : [problemAt(null, 'CONFIG_OPTION', [text])]));
  const { value } = loaded;
  const output = value && { ...value.output, dir: options.out ?? value.output.dir };
  const head = value && (options.preview ? withoutIndexing(value.head) : value.head);
  const settings = value && output && (deepFreeze({ ...value, head, output }) as SiteSettings);
  const problems: Diagnostic[] = tree.files.has('config/site.yaml')
    ? [...loaded.problems, ...optionProblems]
    : [missingSiteFile(), ...optionProblems];
  return { ...loaded, value: settings, problems };
}

/** Returns the elements of every head with one that excludes pages from search engines. */
const withoutIndexing = (head: SiteSettings['head']) => ({
  ...head,
  meta: [...(head?.meta ?? []), { name: 'robots', content: 'noindex' }],
});

type Parsed = { readonly success: boolean; readonly error?: { readonly issues: readonly { message: string }[] } };

function optionProblem(parsed: Parsed | null, name: string): string | null {
  return parsed === null || parsed.success ? null : `${name} ${parsed.error?.issues[0]?.message}.`;
}

/** Returns why a folder cannot be the output, or null: it must not contain sources or be inside a source folder. */
function outputProblem(root: string, out: string): string | null {
  const path = relative(root, resolve(root, out));
  const [first = ''] = path.split(/[/\\]/);
  const isParent = path === '' || /^\.\.([/\\]\.\.)*$/.test(path);
  if (out !== '' && !isParent && !sourceFolders.includes(first)) return null;
  return `The output folder \`${out}\` would overwrite sources.`;
}

const missingSiteFile = (): Diagnostic =>
  problemAt({ file: 'config/site.yaml' }, 'CONFIG_MISSING_FILE', [
    'There is no config/site.yaml.',
    'Run `npx sitegen init` to create a site here, or create it with at least `name: …` and `url: https://…`.',
  ]);
