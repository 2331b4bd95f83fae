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

/** A finished bundle. `inputs` is the module graph that it was made from. */
export type Bundle = {
  readonly manifest: BundleManifest;
  readonly folder: string;
  readonly inputs: readonly Input[];
};

/** What a bundle is requested with: everything that is known before Vite reads the module graph. Plain data. */
export type BundleRequest = {
  /** Fingerprint of the request. Two bundles of one key and with the same inputs are the same. */
  readonly key: string;
  readonly mode: Mode;
  readonly root: string;
  readonly base: string;
  /** Settings that are compiled into the code; null in development, where they come with each page. */
  readonly site: SiteInfo | null;
  readonly plugins: PluginList;
  /** Components of texts. */
  readonly components: readonly IslandKey[];
  /** Page key -> source file below the root. */
  readonly pages: readonly (readonly [key: string, file: string])[];
};

export type RequestInput = Pick<BundleRequest, 'mode' | 'base' | 'site' | 'plugins' | 'components'> & {
  readonly tree: Pick<SourceTree, 'root' | 'files'>;
  /** Page keys such as `pages/Home` and `templates/Post`, in any order; those without a source file are left out. */
  readonly pages: Iterable<string>;
};

export function bundleRequest({ tree, pages, ...request }: RequestInput): BundleRequest {
  const { root } = tree;
  const files = [...pageFiles(pages, tree)];
  // A new file may take precedence in the resolution of an import, or be matched by a glob.
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

/** Page key -> its source file, sorted by key. */
export function pageFiles(keys: Iterable<string>, { files }: Pick<SourceTree, 'files'>): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const key of [...new Set(keys)].sort()) {
    const base = key.startsWith('pages/') ? `site/${key}` : key;
    const file = ['.tsx', '.jsx'].map((ending) => base + ending).find((path) => files.has(path));
    if (file) found.set(key, file);
  }
  return found;
}

/** What is kept beside a bundle to decide whether it can be reused. */
type BundleRecord = { readonly request: string; readonly inputs: readonly Input[] };

const recordFile = 'inputs.json';

/**
 * How many bundles of a mode are kept: switching between the last states of a site costs nothing, and in development
 * pages that opened a moment ago may still import from an earlier bundle.
 */
const bounds: Readonly<Record<Mode, CacheBound>> = {
  production: bundleBound,
  development: { ...bundleBound, maxEntries: 7 },
};

/** The kept bundle of a request whose inputs are all unchanged, or null. `work` is the site's `.sitegen` folder. */
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

/** True if a bundle of the mode is kept, current or not. */
export const hasBundles = (work: string, mode: Mode): boolean => bundleFolders(work, mode).length > 0;

/**
 * Bundles with Vite and keeps the result, with its manifest and inputs, in a folder that is named by its content; the
 * folder appears whole or not at all. Production makes client and server code, development server code only. Bundles
 * that were not used lately are removed.
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
    // A bundle of the same content may be in use by another process: it stays.
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

/** Prefix of the folder in which a process makes a bundle; its process id follows. */
const unfinished = 'new.';

/** Removes the unfinished bundles of processes that have ended, and of this one. */
function removeUnfinished(folders: string): void {
  if (!existsSync(folders)) return;
  for (const name of readdirSync(folders)) {
    if (!name.startsWith(unfinished)) continue;
    if (!isAlive(Number(name.slice(unfinished.length)))) rmSync(join(folders, name), { recursive: true, force: true });
  }
}

/** A file of a bundle, without its content: the bundler keeps contents in native memory as long as they are referenced. */
type BundledFile = {
  readonly path: string;
  readonly hash: string;
  readonly bytes: number;
  /** Gzipped bytes of a script or a style sheet; of any other file its bytes. */
  readonly gzip: number;
  /** Null for a file that is no script. */
  readonly chunk: Chunk | null;
  /** The source files of an asset. */
  readonly sources: readonly string[];
};
type Bundled = { readonly manifest: BundleManifest; readonly files: readonly BundledFile[] };
type Additions = {
  readonly recorder: InputRecorder;
  /** The Vite plugins of the site's plugins, new ones for each bundle. */
  readonly added: () => PluginOption[];
};
type RunBundler = (request: BundleRequest, folder: string, additions: Additions) => Promise<Bundled>;

const bundlers: Readonly<Record<Mode, RunBundler>> = {
  production: async (request, folder, { recorder, added }) => {
    const literals = literalsPlugin();
    // One after the other: each keeps all modules in native memory, and one alone keeps the processors busy.
    const client = await run(
      clientBuild(inputOf(request, join(folder, 'client')), [recorder.plugin(), literals.plugin, ...added()]),
    );
    // Frees the contents of the client's files.
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

/** Runs Vite. It is loaded with the first bundle, since that takes a while. */
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

/** Entry name -> server file below the bundle's folder. */
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

/** Folders of finished bundles of a mode, the most recently used first. A name with a dot is of an unfinished one. */
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
