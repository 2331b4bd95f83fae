import { existsSync, readdirSync, readFileSync, type Stats } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { Plugin } from 'vite';
import { matchingFiles } from '../lib/glob.ts';
import { hashOf } from '../lib/hash.ts';
import { installedPackage, installRecords, lockFiles } from '../lib/packages.ts';
import { statOf } from '../lib/stat.ts';
import { withNamedFiles } from '../plugins/installed.ts';

/**
 * One input of a bundle with its fingerprint at that time; `''` if it did not exist.
 *
 * - `file`: the content of a file that code consists of or reads.
 * - `config`: the content of a file that affects how code is compiled and resolved.
 * - `names`: the names of the modules in a folder, since an import without extension resolves to one of several names.
 * - `glob`: the files that a pattern of `import.meta.glob` or of a computed `import()` matches.
 * - `package`: the folder that a package name resolves to, from a folder.
 */
export type BundleInput = {
  readonly kind: 'file' | 'config' | 'names' | 'glob' | 'package';
  /**
   * Absolute path of the file or folder, or absolute glob pattern; for a package, the folder of the importing module.
   */
  readonly path: string;
  /** Name of the package. */
  readonly name?: string;
  readonly hash: string;
  /** State of the file when it was hashed. While it is the same the file is not read again. */
  readonly stat?: readonly [size: number, mtimeMs: number, ino: number, ctimeMs: number];
};

/** Returns whether all inputs of a bundle are unchanged. */
export function areCurrent(inputs: readonly BundleInput[]): boolean {
  return inputs.every((input) => isSameFile(input) || fingerprint(input) === input.hash);
}

function isSameFile({ path, stat }: BundleInput): boolean {
  if (!stat) return false;
  const now = statOf(path);
  return now !== undefined && stateOf(now).every((part, index) => part === stat[index]);
}

/** Includes the time of the last change of any kind: programs can set the modification time, but not this one. */
const stateOf = ({ size, mtimeMs, ino, ctimeMs }: Stats) => [size, mtimeMs, ino, ctimeMs] as const;

function fingerprint({ kind, path, name }: Omit<BundleInput, 'hash'>): string {
  switch (kind) {
    case 'file':
    case 'config':
      return statOf(path)?.isFile() ? hashOf(readFileSync(path)) : '';
    case 'names':
      return existsSync(path) ? hashOf(readdirSync(path).filter(isModule).sort().join('\n')) : '';
    case 'glob':
      return hashOf(relativePaths(path, matchingFiles(path)).join('\n'));
    case 'package':
      return relativePaths(path, [installedPackage(name as string, path) ?? path]).join();
  }
}

/** Fingerprints contain no folders above a site, which differ between machines. */
const relativePaths = (from: string, paths: readonly string[]): readonly string[] =>
  paths.map((path) => relative(from, path));

/** Returns whether a file name has an extension that an import may omit. */
const isModule = (name: string): boolean => /\.(?:[mc]?[jt]sx?|json)$/.test(name);

/** Stands for a fingerprint that is not known; no input has it. */
const unknownHash = '?';

/** Tolerance for modification times: the clock of a file system may be this much behind the system clock. */
const clockTickMs = 20;

/**
 * Adds the fingerprint to an input. A file that changed after `startedMs` may have been read before the change, so its
 * fingerprint is unknown and the bundle is not reused.
 */
function fingerprinted(input: Omit<BundleInput, 'hash'>, startedMs: number): BundleInput {
  if (input.kind !== 'file' && input.kind !== 'config') return { ...input, hash: fingerprint(input) };
  const stat = statOf(input.path);
  if (!stat?.isFile()) return { ...input, hash: '' };
  if (stat.mtimeMs > startedMs - clockTickMs) return { ...input, hash: unknownHash };
  return { ...input, hash: fingerprint(input), stat: stateOf(stat) };
}

/** Records what Vite reads during the builds of a bundle. */
export type InputRecorder = {
  /** Creates the plugin that records the inputs of one build. */
  readonly plugin: () => Plugin;
  /** Adds files by absolute path or by path relative to the root. */
  readonly add: (paths: readonly string[]) => void;
  /** Returns all inputs with fingerprints, in a fixed order. */
  readonly inputs: () => readonly BundleInput[];
};

export function recordInputs(root: string): InputRecorder {
  const startedMs = Date.now();
  const files = new Set<string>();
  /** Patterns and packages with their fingerprints before Vite looked for them. */
  const searched = new Map<string, BundleInput>();
  const addSearched = (input: Omit<BundleInput, 'hash'>): void => {
    const key = JSON.stringify(input);
    if (!searched.has(key)) searched.set(key, { ...input, hash: fingerprint(input) });
  };
  /** Files that code was read from: one that is missing at the end was removed since. */
  const modules = new Set<string>();
  const add = (path: string): void => {
    const file = path.split('?')[0] as string;
    // Neither modules of plugins, nor those that code imports by their addresses.
    if (!/^(?:\0|file:|node:)/.test(file)) files.add(resolve(root, file));
  };
  const plugin = (): Plugin => ({
    name: 'sitegen:inputs',
    enforce: 'pre',
    configResolved: ({ plugins }) => observeWatchFiles(plugins, add),
    resolveId(id, importer) {
      const name = /^(?:@[\w.-]+\/)?[\w.-]+(?=\/|$)/.exec(id)?.[0];
      if (name === undefined || name.startsWith('.')) return null;
      const from = importer && isAbsolute(importer) ? dirname(importer) : root;
      addSearched({ kind: 'package', path: from, name });
      return null;
    },
    transform: {
      filter: { code: /import\.meta\.glob|(?:import|URL)\s*\(\s*`/ },
      handler(code, id) {
        for (const pattern of globsOf(code)) {
          const path = pattern.startsWith('/') ? join(root, pattern) : resolve(dirname(id), pattern);
          addSearched({ kind: 'glob', path });
        }
        return null;
      },
    },
    generateBundle() {
      for (const id of this.getModuleIds()) {
        add(id);
        if (isAbsolute(id)) modules.add(resolve(id.split('?')[0] as string));
      }
    },
  });
  const read = (): Omit<BundleInput, 'hash'>[] => {
    const folders = new Set(
      [...files].filter((file) => !file.includes(`${sep}node_modules${sep}`)).map((file) => dirname(file)),
    );
    const configFiles = [...new Set([...folders, root].flatMap(configFilesAbove))];
    const packageFiles = [...files].flatMap(packageFileOf);
    const extended = [...configFiles, ...files].flatMap(extendedConfigs);
    const configs = new Set([...configFiles, ...withNamedFiles(configFiles), ...packageFiles, ...extended]);
    return [
      ...[...files].sort().map((path) => ({ kind: 'file' as const, path })),
      ...[...configs].sort().map((path) => ({ kind: 'config' as const, path })),
      ...[...folders].sort().map((path) => ({ kind: 'names' as const, path })),
    ];
  };
  return {
    plugin,
    add: (paths) => paths.forEach(add),
    inputs: () => [
      ...read().map((input) => {
        const one = fingerprinted(input, startedMs);
        return one.hash === '' && modules.has(one.path) ? { ...one, hash: unknownHash } : one;
      }),
      ...[...searched].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, input]) => input),
    ],
  };
}

type WatchContext = { addWatchFile: (file: string) => void };
type Handler = (this: WatchContext, ...values: unknown[]) => unknown;
type Hook = Handler | { handler: Handler } | undefined;

/**
 * Calls `onFile` for each file that a plugin passes to `addWatchFile`, such as imported styles and the code of workers.
 * Vite collects these in watch mode only, so the `load` and `transform` hooks are wrapped.
 */
function observeWatchFiles(plugins: readonly object[], onFile: (file: string) => void): void {
  const wrapped = new WeakSet<WatchContext>();
  const wrap = (handler: Handler): Handler =>
    function (this: WatchContext, ...values) {
      if (!wrapped.has(this)) {
        wrapped.add(this);
        const { addWatchFile } = this;
        this.addWatchFile = (file) => {
          onFile(file);
          addWatchFile.call(this, file);
        };
      }
      return handler.apply(this, values);
    };
  for (const plugin of plugins as Record<'load' | 'transform', Hook>[]) {
    for (const name of ['load', 'transform'] as const) {
      const hook = plugin[name];
      if (typeof hook === 'function') plugin[name] = wrap(hook);
      else if (hook) hook.handler = wrap(hook.handler);
    }
  }
}

const globCall = /import\.meta\.glob(?:<[^(]*>)?\s*\(\s*(\[[^\]]*\]|(['"`])(?:(?!\2).)*\2)/g;
const computedImport = /(?:import|URL)\s*\(\s*`([^`]*\$\{[^`]*)`/g;

/**
 * Returns the glob patterns by which a module imports files: those of `import.meta.glob`, and computed paths with `*`
 * for each expression. Negative patterns are ignored; matching too many files is harmless.
 */
function globsOf(code: string): readonly string[] {
  const globCallPatterns = [...code.matchAll(globCall)].flatMap(([, literals = '']) =>
    [...literals.matchAll(/(['"`])((?:(?!\1).)*)\1/g)].map(([, , pattern = '']) => pattern),
  );
  const computedPatterns = [...code.matchAll(computedImport)].map(([, text = '']) => text.replace(/\$\{[^}]*\}/g, '*'));
  return [...globCallPatterns, ...computedPatterns].filter((pattern) => /^(?:\.{0,2}\/|\*\*)/.test(pattern));
}

/** Names of the files that affect how code is compiled and resolved, in any folder above a module. */
const configNames = [
  ...['package.json', 'tsconfig.json', 'jsconfig.json', '.browserslistrc', 'browserslist'],
  ...['js', 'mjs', 'cjs', 'ts', 'mts', 'cts'].map((ending) => `postcss.config.${ending}`),
  ...['', '.json', '.yaml', '.yml', '.js', '.mjs', '.cjs', '.ts'].map((ending) => `.postcssrc${ending}`),
  ...['js', 'mjs', 'cjs', 'ts'].map((ending) => `tailwind.config.${ending}`),
  ...['babel.config.js', 'babel.config.mjs', 'babel.config.cjs', 'babel.config.json', '.babelrc', '.babelrc.json'],
  // The code of PostCSS plugins and their dependencies is not in the module graph; their lock files are inputs instead.
  ...lockFiles,
  ...installRecords.map((record) => `node_modules/${record}`),
];

/** Returns the files that may affect how the code in a folder is compiled and resolved. They need not exist. */
export const configFilesAbove = (folder: string): readonly string[] =>
  foldersAbove(folder).flatMap((above) => configNames.map((name) => join(above, name)));

const foldersAbove = (folder: string): string[] =>
  folder === dirname(folder) ? [folder] : [folder, ...foldersAbove(dirname(folder))];

/** Returns the path of the `package.json` of the installed package that a module belongs to, or nothing. */
function packageFileOf(file: string): string[] {
  const match = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(file);
  return match ? [join(match[0], 'package.json')] : [];
}

/** Returns the files that a `tsconfig.json` or `jsconfig.json` extends, recursively. */
function extendedConfigs(file: string): string[] {
  if (!/[\\/][jt]sconfig[^\\/]*\.json$/.test(file) || !existsSync(file)) return [];
  const extended = /"extends"\s*:\s*(\[[^\]]*\]|"[^"]*")/.exec(readFileSync(file, 'utf8'))?.[1] ?? '';
  return [...extended.matchAll(/"([^"]+)"/g)].flatMap(([, name = '']) => {
    const config = extendedConfig(name, file);
    return config === null ? [] : [config, ...extendedConfigs(config)];
  });
}

function extendedConfig(name: string, from: string): string | null {
  if (!/^[./]/.test(name)) {
    try {
      return createRequire(from).resolve(name);
    } catch {
      return null;
    }
  }
  const path = resolve(dirname(from), name);
  return path.endsWith('.json') ? path : `${path}.json`;
}
