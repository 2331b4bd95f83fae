import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { PluginOption, Rolldown } from 'vite';
import { hashOf } from '../lib/hash.ts';
import { cyclesPlugin } from './cycles.ts';
import type { InputRecorder } from './inputs.ts';
import { type BundleManifest, type Chunk, clientManifest, type ServerEntry, serverManifest } from './manifest.ts';
import { nodeImportsPlugin } from './node-imports.ts';
import { literalsPlugin, stylesPlugin } from './plugins.ts';
import type { BundleRequest } from './request.ts';
import { createStyleLogger } from './styles.ts';
import { type BuildInput, clientBuild, type Mode, serverBuild } from './vite.ts';
import { warningsPlugin } from './warnings.ts';

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
  /** Hash of its code without what depends on the folders of the site and its packages. */
  readonly code: string;
  /** Chunks that it imports, also dynamically. */
  readonly imports: readonly string[];
  /** Source files of an asset; empty for a script. */
  readonly sources: readonly string[];
};

/** The manifest and the files of the builds of a bundle. */
type BuildOutput = { readonly manifest: BundleManifest; readonly files: readonly BundledFile[] };

type BuildContext = {
  readonly recorder: InputRecorder;
  /** Creates the Vite plugins of the site's plugins; every build needs new ones. */
  readonly createSitePlugins: () => PluginOption[];
};
type RunBuild = (request: BundleRequest, folder: string, context: BuildContext) => Promise<BuildOutput>;

/**
 * Builds the code of a site into a folder, by mode: client and server code for production, server code for development.
 * Rejects with the error of Vite if the code has errors.
 */
export const runBuilds: Readonly<Record<Mode, RunBuild>> = {
  production: async (request, folder, { recorder, createSitePlugins }) => {
    const literals = literalsPlugin();
    const { plugin: cyclesOf, cycles } = cyclesPlugin(request.root);
    const { plugin: warningsOf, warnings } = warningsPlugin(request.root);
    const nodeImports = nodeImportsPlugin(request.root);
    // Run the builds in sequence: each keeps all modules in native memory, and a single one already uses all
    // processors.
    const client = await runVite(
      clientBuild(buildInput(request, join(folder, 'client')), [
        recorder.plugin(),
        literals.plugin,
        warningsOf,
        nodeImports.plugin,
        ...createSitePlugins(),
      ]),
    );
    // Free the contents of the client's files.
    globalThis.gc?.();
    const server = await runVite(
      serverBuild(buildInput(request, join(folder, 'server')), [
        recorder.plugin(),
        cyclesOf,
        warningsOf,
        ...createSitePlugins(),
      ]),
    );
    const all = [...client, ...server];
    recorder.add(all.flatMap(({ sources }) => sources));
    const manifest = clientManifest({
      root: request.root,
      base: `${request.base}/`,
      chunks: chunksOf(client),
      server: entriesOf(server),
      literals: literals.byModule,
      files: client.map(({ path, bytes, gzip }) => [path, bytes, gzip] as const),
    });
    return {
      manifest: { ...manifest, cycles: cycles(), warnings: [...warnings(), ...nodeImports.warnings()] },
      files: all,
    };
  },
  development: async (request, folder, { recorder, createSitePlugins }) => {
    const literals = literalsPlugin();
    const styles = stylesPlugin(request.root);
    const { plugin: cyclesOf, cycles } = cyclesPlugin(request.root);
    const { plugin: warningsOf, warnings } = warningsPlugin(request.root);
    const plugins = [recorder.plugin(), literals.plugin, styles.plugin, cyclesOf, warningsOf, ...createSitePlugins()];
    const files = await runVite(serverBuild(buildInput(request, join(folder, 'server')), plugins));
    const { root, base, pages } = request;
    const manifest = serverManifest({
      root,
      base,
      pages,
      chunks: chunksOf(files),
      server: entriesOf(files),
      literals: literals.byModule,
      stylesOf: (file) => styles.urlsOf(join(root, file)),
    });
    return { manifest: { ...manifest, cycles: cycles(), warnings: warnings() }, files };
  },
};

function buildInput({ mode, root, base, site, components, pages }: BundleRequest, outDir: string): BuildInput {
  return { mode, root, base, site: () => site, components, pages, outDir };
}

/**
 * Runs a Vite build and returns its files. Rejects if a style sheet of the site names a file that does not exist, of which
 * Vite only warns. Imports Vite on the first call, since that takes a while.
 */
async function runVite(config: ReturnType<typeof serverBuild>): Promise<readonly BundledFile[]> {
  const { build } = await import('vite');
  const styles = createStyleLogger(config.root as string);
  const result = (await build({ ...config, customLogger: styles.logger })) as
    | Rolldown.RolldownOutput
    | Rolldown.RolldownOutput[];
  const errors = styles.errors();
  if (errors.length > 0) throw Object.assign(new Error('Files of style sheets are missing.'), { errors });
  return (Array.isArray(result) ? result : [result]).flatMap(({ output }) => output.map(bundledFile));
}

/** Returns the path, hash and sizes of a file that the bundler wrote. */
function bundledFile(file: Rolldown.OutputChunk | Rolldown.OutputAsset): BundledFile {
  const content = file.type === 'chunk' ? file.code : file.source;
  const bytes = Buffer.byteLength(content);
  return {
    path: file.fileName,
    hash: hashOf(content),
    bytes,
    gzip: /\.(?:js|mjs|css)$/.test(file.fileName) ? gzipSync(content).length : bytes,
    chunk: file.type === 'chunk' ? chunkOf(file) : null,
    code: typeof content === 'string' ? hashOf(portable(content)) : '',
    imports: file.type === 'chunk' ? [...file.imports, ...file.dynamicImports] : [],
    sources: file.type === 'asset' ? file.originalFileNames : [],
  };
}

/** Copies the properties of a chunk that the manifest needs, so that its code can be freed. */
const chunkOf = ({ viteMetadata, ...chunk }: Chunk): Chunk => {
  const { fileName, name, isEntry, imports, dynamicImports, moduleIds, facadeModuleId } = chunk;
  const kept = { fileName, name, isEntry, imports, dynamicImports, moduleIds, facadeModuleId };
  return { ...kept, ...(viteMetadata && { viteMetadata }) };
};

const chunksOf = (files: readonly BundledFile[]): readonly Chunk[] => files.flatMap(({ chunk }) => chunk ?? []);

/** Returns code without paths of installed packages and without hashes in names of chunks, which depend on such paths. */
const portable = (code: string): string =>
  code.replace(/file:\/\/[^"'`]*?\/node_modules\//g, 'node_modules/').replace(/-[\w-]{8}(?=\.mjs\b)/g, '');

/** Returns the server file, relative to the bundle's folder, of each entry name, with the hash of its code. */
function entriesOf(server: readonly BundledFile[]): ReadonlyMap<string, ServerEntry> {
  const byPath = new Map(server.map((file) => [file.path, file]));
  const codeOf = (path: string): string => {
    const seen = new Set([path]);
    for (const one of seen) for (const imported of byPath.get(one)?.imports ?? []) seen.add(imported);
    return hashOf(Array.from(seen, (one) => byPath.get(one)?.code).join('\n'));
  };
  return new Map(
    server.flatMap(({ path, chunk }) =>
      chunk?.isEntry ? [[chunk.name, { server: join('server', path), code: codeOf(path) }]] : [],
    ),
  );
}
