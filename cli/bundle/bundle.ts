import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { PluginOption, Rolldown } from 'vite';
import type { SiteInfo } from '../contract.ts';
import { bundleBound, type CacheBound, evict, markUsed } from '../lib/caches.ts';
import { hashOf } from '../lib/hash.ts';
import { home, ownModule } from '../lib/home.ts';
import type { IslandKey } from '../lib/islands.ts';
import { isAlive } from '../lib/process.ts';
import { statOf } from '../lib/stat.ts';
import { buildOfSitegen } from '../lib/version.ts';
import { loadPlugins, type PluginList, vitePlugins } from '../plugins/load.ts';
import { ok, type Result } from '../report/result.ts';
import type { SourceTree } from '../sources/tree.ts';
import { environmentKey } from './environment.ts';
import { bundleProblems } from './errors.ts';
import { areCurrent, type Input, type InputRecorder, recordInputs } from './inputs.ts';
import { type BundleManifest, type Chunk, clientManifest, serverManifest } from './manifest.ts';
import { literalsPlugin, stylesPlugin } from './plugins.ts';
import { type BuildInput, clientBuild, type Mode, serverBuild } from './vite.ts';

/** A finished bundle. `inputs` are the files, folders, globs and packages that it was built from. */
export type Bundle = {
  readonly manifest: BundleManifest;
  readonly folder: string;
  readonly inputs: readonly Input[];
};

/**
 * Everything that determines a bundle before Vite reads the module graph. Plain data, as it is posted between
 * processes.
 */
export type BundleRequest = {
  /** Fingerprint of the request. Bundles with the same key and the same inputs are identical. */
  readonly key: string;
  readonly mode: Mode;
  readonly root: string;
  readonly base: string;
  /** Settings that are compiled into the code; null in development, where they are passed with each page. */
  readonly site: SiteInfo | null;
  readonly plugins: PluginList;
  /** Components that Markdown texts show by directives. */
  readonly components: readonly IslandKey[];
  /** Page key -> source file below the root. */
  readonly pages: readonly (readonly [key: string, file: string])[];
};

export type RequestInput = Pick<BundleRequest, 'mode' | 'base' | 'site' | 'plugins' | 'components'> & {
  readonly tree: Pick<SourceTree, 'root' | 'files'>;
  /** Page keys such as `pages/Home` and `templates/Post`, in any order. Keys without a source file are ignored. */
  readonly pages: Iterable<string>;
};

export function bundleRequest({ tree, pages, ...request }: RequestInput): BundleRequest {
  const { root } = tree;
  const files = [...pageFiles(pages, tree)];
  // The paths are part of the key: a new file may take precedence when an import is resolved, or match a glob.
  const code = [...tree.files.values()].filter(({ kind }) => kind === 'site' || kind === 'template');
  const key = hashOf(
    JSON.stringify([
      buildOfSitegen,
      home,
      root,
      viteVersion(),
      environmentKey(root, request.mode, process.env),
      request,
      files,
      code.map(({ path }) => path),
    ]),
  );
  return { ...request, key, root, pages: files };
}

const viteVersion = (): string =>
  (JSON.parse(readFileSync(ownModule('vite/package.json'), 'utf8')) as { version: string }).version;

/** Returns the source file of each page key, sorted by key. Leaves out keys without a source file. */
export function pageFiles(keys: Iterable<string>, { files }: Pick<SourceTree, 'files'>): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const key of [...new Set(keys)].sort()) {
    const base = key.startsWith('pages/') ? `site/${key}` : key;
    const file = ['.tsx', '.jsx'].map((ending) => base + ending).find((path) => files.has(path));
    if (file) found.set(key, file);
  }
  return found;
}

/** The record beside a cached bundle that decides whether it can be reused. */
type BundleRecord = { readonly request: string; readonly inputs: readonly Input[] };

const recordFile = 'inputs.json';

/**
 * Bounds of the bundle cache by mode. Keeping several makes switching between recent states of a site quick; in
 * development, pages that opened a moment ago may still import from an earlier bundle.
 */
const bounds: Readonly<Record<Mode, CacheBound>> = {
  production: bundleBound,
  development: { ...bundleBound, maxEntries: 7 },
};

/**
 * Returns the cached bundle of a request if all its inputs are unchanged, else null. `work` is the site's `.sitegen`
 * folder.
 */
export function cachedBundle(request: BundleRequest, work: string): Bundle | null {
  for (const folder of bundleFolders(work, request.mode)) {
    const record = read<BundleRecord>(join(folder, recordFile));
    const manifest = read<BundleManifest>(join(folder, 'manifest.json'));
    if (!record || !manifest || record.request !== request.key || !areCurrent(record.inputs)) continue;
    markUsed(folder);
    return { manifest, folder, inputs: record.inputs };
  }
  return null;
}

/** Returns whether a bundle of the mode is cached, current or not. */
export const hasBundles = (work: string, mode: Mode): boolean => bundleFolders(work, mode).length > 0;

/**
 * Bundles with Vite and caches the result, with its manifest and inputs, in a folder that is named by the hash of its
 * content. The folder is renamed into place when it is complete. A production bundle contains client and server code, a
 * development bundle server code only. Then evicts the least recently used bundles. Returns the errors of the code as
 * problems.
 */
export async function makeBundle(request: BundleRequest, work: string): Promise<Result<Bundle>> {
  const folders = join(work, 'bundles');
  removeUnfinished(folders);
  const temporary = join(folders, `${unfinished}${process.pid}`);
  const plugins = await loadPlugins(request.plugins);
  if (!plugins.ok) return plugins;
  const recorder = recordInputs(request.root);
  try {
    const { manifest, files } = await bundlers[request.mode](request, temporary, {
      recorder,
      added: () => vitePlugins(plugins.value),
    });
    const text = JSON.stringify(manifest);
    writeFileSync(join(temporary, 'manifest.json'), text);
    const contents = files.map(({ path, hash }) => `${path} ${hash}`);
    const folder = join(folders, `${request.mode}-${hashOf([text, ...contents].join('\n'))}`);
    // Keep an existing bundle of the same content: another process may be using it.
    if (existsSync(join(folder, 'manifest.json'))) rmSync(temporary, { recursive: true, force: true });
    else renameSync(temporary, folder);
    const inputs = recorder.inputs();
    const record: BundleRecord = { request: request.key, inputs };
    writeFileSync(join(folder, recordFile), JSON.stringify(record));
    markUsed(folder);
    evict(bundleFolders(work, request.mode), bounds[request.mode], { inUse: [folder] });
    return ok({ manifest, folder, inputs });
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true });
    return bundleProblems(error, request.root);
  }
}

/** Prefix of the temporary folder of a bundle; the id of its process follows. */
const unfinished = 'new.';

/** Removes the temporary folders of processes that have ended, and of this process. */
function removeUnfinished(folders: string): void {
  if (!existsSync(folders)) return;
  for (const name of readdirSync(folders)) {
    if (!name.startsWith(unfinished)) continue;
    if (!isAlive(Number(name.slice(unfinished.length)))) rmSync(join(folders, name), { recursive: true, force: true });
  }
}

/**
 * A file of a bundle without its content: the bundler keeps contents in native memory as long as they are referenced.
 */
type BundledFile = {
  readonly path: string;
  readonly hash: string;
  readonly bytes: number;
  /** Size in bytes, gzipped for scripts and style sheets. */
  readonly gzip: number;
  /** The bundler's chunk; null for a file that is not a script. */
  readonly chunk: Chunk | null;
  /** Source files of an asset; empty for a script. */
  readonly sources: readonly string[];
};
type Bundled = { readonly manifest: BundleManifest; readonly files: readonly BundledFile[] };
type Additions = {
  readonly recorder: InputRecorder;
  /** Creates the Vite plugins of the site's plugins; every build needs new ones. */
  readonly added: () => PluginOption[];
};
type RunBundler = (request: BundleRequest, folder: string, additions: Additions) => Promise<Bundled>;

const bundlers: Readonly<Record<Mode, RunBundler>> = {
  production: async (request, folder, { recorder, added }) => {
    const literals = literalsPlugin();
    // Run the builds in sequence: each keeps all modules in native memory, and a single one already uses all
    // processors.
    const client = await run(
      clientBuild(inputOf(request, join(folder, 'client')), [recorder.plugin(), literals.plugin, ...added()]),
    );
    // Free the contents of the client's files.
    globalThis.gc?.();
    const server = await run(serverBuild(inputOf(request, join(folder, 'server')), [recorder.plugin(), ...added()]));
    const all = [...client, ...server];
    recorder.add(all.flatMap(({ sources }) => sources));
    const manifest = clientManifest({
      base: `${request.base}/`,
      chunks: chunksOf(client),
      server: entriesOf(server),
      literals: literals.found,
      files: client.map(({ path, bytes, gzip }) => [path, bytes, gzip] as const),
    });
    return { manifest, files: all };
  },
  development: async (request, folder, { recorder, added }) => {
    const literals = literalsPlugin();
    const styles = stylesPlugin(request.root);
    const plugins = [recorder.plugin(), literals.plugin, styles.plugin, ...added()];
    const files = await run(serverBuild(inputOf(request, join(folder, 'server')), plugins));
    const { root, base, pages } = request;
    const manifest = serverManifest({
      base,
      pages,
      chunks: chunksOf(files),
      server: entriesOf(files),
      literals: literals.found,
      stylesOf: (file) => styles.urlsOf(join(root, file)),
    });
    return { manifest, files };
  },
};

function inputOf({ mode, root, base, site, components, pages }: BundleRequest, outDir: string): BuildInput {
  return { mode, root, base, site: () => site, components, pages, outDir };
}

/** Runs a Vite build and returns its files. Imports Vite on the first call, since that takes a while. */
async function run(config: ReturnType<typeof serverBuild>): Promise<readonly BundledFile[]> {
  const { build } = await import('vite');
  const result = (await build(config)) as Rolldown.RolldownOutput | Rolldown.RolldownOutput[];
  return (Array.isArray(result) ? result : [result]).flatMap(({ output }) => output.map(describe));
}

function describe(file: Rolldown.OutputChunk | Rolldown.OutputAsset): BundledFile {
  const content = file.type === 'chunk' ? file.code : file.source;
  const bytes = Buffer.byteLength(content);
  return {
    path: file.fileName,
    hash: hashOf(content),
    bytes,
    gzip: /\.(?:js|mjs|css)$/.test(file.fileName) ? gzipSync(content).length : bytes,
    chunk: file.type === 'chunk' ? chunkOf(file) : null,
    sources: file.type === 'asset' ? file.originalFileNames : [],
  };
}

const chunkOf = ({ fileName, name, isEntry, imports, moduleIds, facadeModuleId, viteMetadata }: Chunk): Chunk => ({
  ...{ fileName, name, isEntry, imports, moduleIds, facadeModuleId },
  ...(viteMetadata && { viteMetadata }),
});

const chunksOf = (files: readonly BundledFile[]): readonly Chunk[] => files.flatMap(({ chunk }) => chunk ?? []);

/** Returns the server file, relative to the bundle's folder, of each entry name. */
const entriesOf = (files: readonly BundledFile[]): ReadonlyMap<string, string> =>
  new Map(
    chunksOf(files).flatMap(({ isEntry, name, fileName }) => (isEntry ? [[name, join('server', fileName)]] : [])),
  );

function read<T>(file: string): T | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T;
  } catch {
    return null;
  }
}

/**
 * Returns the folders of finished bundles of a mode, the most recently used first. Temporary folders are excluded by
 * their prefix.
 */
function bundleFolders(work: string, mode: Mode): readonly string[] {
  try {
    return readdirSync(join(work, 'bundles'))
      .filter((name) => name.startsWith(`${mode}-`))
      .map((name) => join(work, 'bundles', name))
      .map((folder) => ({ folder, usedMs: statOf(folder)?.mtimeMs ?? 0 }))
      .sort((a, b) => b.usedMs - a.usedMs)
      .map(({ folder }) => folder);
  } catch {
    return [];
  }
}
