import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { didYouMean } from '../config/explain.ts';
import type { CollectionConfig, SiteConfig } from '../config/types.ts';
import type { Diagnostic, Json } from '../contract.ts';
import { loadCache, saveCache } from '../lib/cache-file.ts';
import { environmentFiles } from '../lib/environment-files.ts';
import { hashOf } from '../lib/hash.ts';
import { forPackageManager } from '../lib/packages.ts';
import { suggest } from '../lib/suggest.ts';
import { sitegenHash } from '../lib/version.ts';
import { importVersion, inTime, versionUrl } from '../plugins/import.ts';
import { codeFiles, codeKey } from '../plugins/installed.ts';
import { moduleFile } from '../plugins/load.ts';
import { memberLocation, moduleLocation } from '../plugins/location.ts';
import { fail, ok, type Result, settle } from '../report/result.ts';
import type { SourceTree } from '../sources/tree.ts';
import { type Location, parseYaml } from '../sources/yaml.ts';
import type { Loader } from './types.ts';

/** The result of a collection's loader. */
export type LoadedData = {
  /** Module of the loader, for messages. */
  readonly file: string;
  /** Location of its function `load`, or of its name in the configuration if it is a package. */
  readonly location: Location;
  readonly data: Json;
  /** Hash of the data. */
  readonly hash: string;
};

/** Collection -> its loaded data. */
export type LoadedEntries = ReadonlyMap<string, LoadedData>;

export type LoadOptions = {
  readonly tree: SourceTree;
  readonly config: SiteConfig;
  /** The folder `.sitegen`. */
  readonly work: string;
  readonly mode: 'production' | 'development';
  /** Whether results of earlier builds may be reused. */
  readonly cache: boolean;
  /** True: reuse a result of any age, with the same code, options, environment and files. */
  readonly ignoreExpiry?: boolean;
  /** Called with the absolute path of each file whose change may change a result; it need not exist. */
  readonly onFile?: (file: string) => void;
};

/** Returns whether a collection has a loader, without parsing the configuration. */
export const hasLoaders = (tree: SourceTree): boolean =>
  tree.files.has('config/content.yaml') && /\bload:/.test(tree.text('config/content.yaml'));

/** Runs the loaders of all collections in parallel, or reuses their last results if these are still valid. */
export async function loadEntries(options: LoadOptions): Promise<Result<LoadedEntries>> {
  const loading = Object.entries(options.config.content.collections).flatMap(([name, collection]) =>
    collection.load === undefined ? [] : [loadOne(name, collection, options)],
  );
  const results = await Promise.all(loading);
  const problems = results.flatMap((result) => (result.ok ? result.warnings : result.problems));
  return settle(() => new Map(results.flatMap((result) => (result.ok ? [result.value] : []))), problems);
}

async function loadOne(
  name: string,
  collection: CollectionConfig,
  options: LoadOptions,
): Promise<Result<readonly [string, LoadedData]>> {
  const module = collection.load as string;
  const problem = problemCreator(options, { name, module });
  const { tree, onFile = () => {} } = options;
  const file = moduleFile(tree, module);
  const extension = { kind: 'loader', modules: [file], others: otherModules(module, options) } as const;
  codeFiles(tree, extension).forEach(onFile);
  if (file === null) {
    const hint = module.startsWith('./')
      ? `Create the file ${module.slice(2)}.`
      : forPackageManager(`Run \`npm install ${module}\`.`, tree.root);
    return fail([problem('LOADER_NOT_FOUND', `There is no loader \`${module}\`.`, hint)]);
  }
  const code = codeKey(tree, extension);
  const imported = { root: tree.root, url: versionUrl(file, code) };
  let loader: Loader;
  try {
    ({ default: loader } = (await inTime(() => importVersion(imported.url))) as { readonly default: Loader });
    if (typeof loader?.load !== 'function') throw new Error('its default export has no function `load`');
  } catch (error) {
    const hint =
      error instanceof SyntaxError
        ? 'Correct its code.'
        : 'Export it as default: `export default defineLoader({ load() { … } })`.';
    const message = `The loader \`${module}\` cannot be imported: ${textOf(error)}`;
    return fail([{ ...problem('LOADER_FAILED', message, hint), ...moduleLocation(error, imported) }]);
  }
  const wrongPart = wrongPartOf(loader);
  if (wrongPart)
    return fail([problem('LOADER_WRONG_PART', `The loader \`${module}\` ${wrongPart.what}.`, wrongPart.hint)]);
  const loadedData = originOf(tree, { name, module });
  const inputs = new Map<string, string | null>();
  const addInput = (path: string): void => {
    inputs.set(path, tree.files.get(path)?.hash ?? null);
    onFile(join(tree.root, path));
  };
  loader.files?.forEach(addInput);
  const missing = loader.files?.find((path) => !tree.files.has(path));
  if (missing !== undefined) {
    const hint = didYouMean(suggest(missing, [...tree.files.keys()]), 'Create the file, or correct `files`.');
    return fail([
      problem(
        'LOADER_FILE_MISSING',
        `\`files\` of the loader \`${module}\` names ${missing}, which does not exist.`,
        hint,
      ),
    ]);
  }
  const environment = environmentOf(loader, options);
  const key = hashOf(JSON.stringify([sitegenHash, module, code, collection.options, environment]));
  const cacheFile = join(options.work, 'cache/loaders', `${name}.json`);
  const cached = options.cache ? loadCache<CachedResult>(cacheFile, format) : null;
  if (cached?.key === key) for (const [path] of cached.inputs) addInput(path);
  const isSame = cached?.key === key && cached.inputs.every(([path, hash]) => inputs.get(path) === hash);
  if (isSame && (options.ignoreExpiry || isFresh(cached, loader))) return ok([name, loadedData(cached.data)]);
  try {
    const read = (path: string) => {
      if (loader.files && !loader.files.includes(path))
        throw new Error(`it reads ${path}, which its \`files\` do not name, so that changes would not be seen`);
      addInput(path);
      return tree.text(path);
    };
    const input = { environment, options: collection.options, read };
    const data = jsonOf(await inTime((signal) => loader.load({ ...input, signal })));
    const secret = secretIn(data, environment);
    if (secret !== null) {
      const message = `The entries of \`${name}\` contain the value of the environment variable ${secret}.`;
      const hint = 'Remove it from what the loader returns: entries are published.';
      return fail([problem('LOADER_SECRET', message, hint)]);
    }
    if (options.cache)
      saveCache(cacheFile, format, { key, inputs: [...inputs], loadedAt: Date.now(), data } satisfies CachedResult);
    return ok([name, loadedData(data)]);
  } catch (error) {
    const message = `The loader of \`${name}\` failed: ${textOf(error)}`;
    return fail([
      { ...problem('LOADER_FAILED', message, 'Correct it, or try again.'), ...moduleLocation(error, imported) },
    ]);
  }
}

const partNames = ['load', 'environment', 'files', 'maxAgeSeconds'];

/** Returns what is wrong with a part of a loader, as the predicate of a sentence, and what to do; null for none. */
function wrongPartOf(loader: Loader): { readonly what: string; readonly hint: string } | null {
  const unknown = Object.keys(loader).find((part) => !partNames.includes(part));
  if (unknown !== undefined) {
    const hint = didYouMean(suggest(unknown, partNames), `The parts of a loader are ${partNames.join(', ')}.`);
    return { what: `has a part \`${unknown}\` that does not exist`, hint };
  }
  const isTextList = (list: unknown) => Array.isArray(list) && list.every((one) => typeof one === 'string');
  const wrong = (['environment', 'files'] as const).find((part) => !isTextList(loader[part] ?? []));
  if (wrong) return { what: `has \`${wrong}\` that is no list of texts`, hint: `Write \`${wrong}: ['…']\`.` };
  const isAge = typeof (loader.maxAgeSeconds ?? 0) === 'number';
  return isAge ? null : { what: 'has `maxAgeSeconds` that is no number', hint: 'Write it without quotation marks.' };
}

/** Returns the result of a loader as JSON; a `Map`, which JSON leaves empty, as a map from its keys. */
const jsonOf = (result: unknown): Json =>
  JSON.parse(
    JSON.stringify(result ?? null, (_key, value) => (value instanceof Map ? Object.fromEntries(value) : value)),
  ) as Json;

/** Returns a function that adds to the data of a loader where it comes from. */
function originOf(tree: SourceTree, { name, module }: CollectionLoader): (data: Json) => LoadedData {
  const file = module.replace(/^\.\//, '');
  const location = module.startsWith('./')
    ? { file, line: 1, column: 1, ...memberLocation('load', file, tree.root) }
    : settingLocation(tree, name);
  return (data) => ({ file, location, data, hash: hashOf(JSON.stringify(data)) });
}

/** Returns the message of an error, with that of its cause: `fetch` says there why it failed. */
function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message} (${textOf(error.cause)})` : error.message;
}

type CollectionLoader = { readonly name: string; readonly module: string };

/** Returns a function that creates an error at the collection's setting. */
function problemCreator({ tree }: LoadOptions, { name }: CollectionLoader) {
  return (code: string, message: string, hint: string): Diagnostic => ({
    code,
    severity: 'error',
    message,
    hint,
    ...settingLocation(tree, name),
  });
}

function settingLocation(tree: SourceTree, collection: string): Location {
  const file = 'config/content.yaml';
  return parseYaml(file, tree.text(file)).doc.locate(['collections', collection, 'load']);
}

/** Returns the files of the loaders of all collections but those of one module. */
const otherModules = (module: string, { config, tree }: LoadOptions): readonly string[] =>
  Object.values(config.content.collections).flatMap(({ load }) =>
    load === undefined || load === module ? [] : (moduleFile(tree, load) ?? []),
  );

/** Returns the variables that a loader names. Those of the process take precedence over those of `.env` files. */
function environmentOf({ environment = [] }: Loader, { tree, mode }: LoadOptions): Record<string, string> {
  const texts = environmentFiles(mode).flatMap((name) => {
    const file = join(tree.root, name);
    return existsSync(file) ? [readFileSync(file, 'utf8')] : [];
  });
  const all: Record<string, string | undefined> = { ...Object.assign({}, ...texts.map(parseEnv)), ...process.env };
  const found = environment.flatMap((name) => (all[name] === undefined ? [] : [[name, all[name] as string] as const]));
  return Object.fromEntries(found);
}

/** Minimum length of a value that is searched for in the data: shorter ones, such as `de`, are also words of texts. */
const MIN_SECRET_LENGTH = 8;

/** Returns the name of a variable whose value the data contains, or null. URLs without credentials are not secrets. */
function secretIn(data: Json, environment: Readonly<Record<string, string>>): string | null {
  const text = JSON.stringify(data);
  const found = Object.entries(environment).find(
    ([, value]) =>
      value.length >= MIN_SECRET_LENGTH &&
      !/^https?:\/\/[^@]*$/.test(value) &&
      text.includes(JSON.stringify(value).slice(1, -1)),
  );
  return found?.[0] ?? null;
}

const format = 'loader 2';

type CachedResult = {
  readonly key: string;
  /** The files that it declares or has read, with their hashes; null for one that did not exist. */
  readonly inputs: readonly (readonly [path: string, hash: string | null])[];
  readonly loadedAt: number;
  readonly data: Json;
};

function isFresh({ loadedAt }: CachedResult, { maxAgeSeconds, files }: Loader): boolean {
  if (maxAgeSeconds === undefined) return files !== undefined;
  return Date.now() - loadedAt < maxAgeSeconds * 1000;
}
