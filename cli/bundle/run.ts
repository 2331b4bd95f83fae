import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { InlineConfig, Plugin, Rolldown } from 'vite';
import type { SiteInfo } from '../contract.ts';
import { hashOf } from '../lib/hash.ts';
import { ok, type Result } from '../report/result.ts';
import { cssOptions } from './css.ts';
import type { InputRecorder } from './inputs.ts';
import { literalsPlugin } from './literals.ts';
import { type BundleManifest, bundleManifest, type ClientChunk } from './manifest.ts';
import { reactAliases, sitegenPlugin, virtual } from './plugin.ts';
import { bundleProblems } from './problems.ts';

export type BundleInput = {
  readonly root: string;
  readonly site: SiteInfo;
  /** Page key -> source file below the root. */
  readonly pages: ReadonlyMap<string, string>;
  /** Folder that holds a folder for each bundle. */
  readonly bundles: string;
  readonly recorder: InputRecorder;
};

export type MadeBundle = { readonly folder: string; readonly manifest: BundleManifest };

/**
 * Makes the client and the server bundle with Vite and writes them, with their manifest, into a folder that is named by
 * their content: `client/`, `server/`, `manifest.json`. The folder appears whole or not at all.
 */
export async function runBundle(input: BundleInput): Promise<Result<MadeBundle>> {
  const { build } = await import('vite');
  const temporary = join(input.bundles, `new.${process.pid}`);
  rmSync(temporary, { recursive: true, force: true });
  const literals = new Map<string, readonly string[]>();
  try {
    const [client, server] = await Promise.all([
      build(clientConfig(input, join(temporary, 'client'), literalsPlugin(literals))).then(outputs),
      build(serverConfig(input, join(temporary, 'server'))).then(outputs),
    ]);
    const all = [...client, ...server];
    input.recorder.add(all.flatMap((file) => (file.type === 'asset' ? file.originalFileNames : [])));
    const manifest = bundleManifest({
      base: `${input.site.base}/`,
      chunks: client.flatMap(clientChunk),
      server: new Map(server.flatMap(serverEntry)),
      literals,
      files: client.map(sizes),
    });
    const text = JSON.stringify(manifest);
    writeFileSync(join(temporary, 'manifest.json'), text);
    const contents = all.map((file) => `${file.fileName} ${hashOf(contentOf(file))}`);
    const folder = join(input.bundles, hashOf([text, ...contents].join('\n')));
    // A bundle of the same content may be in use by another build: it stays.
    if (existsSync(join(folder, 'manifest.json'))) rmSync(temporary, { recursive: true, force: true });
    else renameSync(temporary, folder);
    return ok({ folder, manifest });
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true });
    return bundleProblems(error, input.root);
  }
}

type Output = Rolldown.OutputChunk | Rolldown.OutputAsset;

function outputs(result: unknown): Output[] {
  return (Array.isArray(result) ? result : [result]).flatMap((one: { output: Output[] }) => one.output);
}

const contentOf = (file: Output): string | Uint8Array => (file.type === 'chunk' ? file.code : file.source);

function sizes(file: Output): BundleManifest['files'][number] {
  const content = contentOf(file);
  return [file.fileName, Buffer.byteLength(content), gzipSync(content).length];
}

function clientChunk(file: Output): ClientChunk[] {
  if (file.type !== 'chunk') return [];
  const { viteMetadata } = file as Rolldown.OutputChunk & { viteMetadata?: { importedCss: Set<string> } };
  const { fileName, name, isEntry, imports, moduleIds: modules } = file;
  return [{ fileName, name, isEntry, imports, css: [...(viteMetadata?.importedCss ?? [])], modules }];
}

function serverEntry(file: Output): [string, string][] {
  return file.type === 'chunk' && file.isEntry ? [[file.name, join('server', file.fileName)]] : [];
}

function shared(input: BundleInput): InlineConfig {
  return {
    configFile: false,
    root: input.root,
    base: `${input.site.base}/`,
    mode: 'production',
    logLevel: 'silent',
    publicDir: false,
    css: cssOptions(input.root),
    resolve: { alias: reactAliases() },
  };
}

const assetNames = 'assets/[name]-[hash][extname]';

const outputNames = {
  entryFileNames: 'assets/[name]-[hash].js',
  chunkFileNames: 'assets/[name]-[hash].js',
  assetFileNames: assetNames,
};

const pageInputs = ({ root, pages }: BundleInput): Record<string, string> =>
  Object.fromEntries([...pages].map(([key, file]) => [key, join(root, file)]));

function clientConfig(input: BundleInput, outDir: string, literals: Plugin): InlineConfig {
  const plugin = sitegenPlugin({ root: input.root, site: () => input.site, externalReact: false });
  return {
    ...shared(input),
    plugins: [input.recorder.plugin(), literals, plugin],
    // Workers are modules too, so that they load what they need in parts.
    worker: { format: 'es', rolldownOptions: { output: outputNames } },
    build: {
      outDir,
      emptyOutDir: false,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      rolldownOptions: {
        input: { entry: virtual.entry, ...pageInputs(input) },
        preserveEntrySignatures: 'allow-extension',
        output: { ...outputNames, codeSplitting },
      },
    },
  };
}

/**
 * What every page loads (React, the runtime, the shell) is one file. Of the rest, what several pages share is one
 * file for each set of pages that share it, small ones joined with the nearest: a request costs more than a few
 * kilobytes.
 */
const codeSplitting: NonNullable<Rolldown.OutputOptions['codeSplitting']> = {
  groups: [
    { name: 'boot', test: (id) => id.endsWith(virtual.entry), priority: 1 },
    {
      name: 'shared',
      tags: ['$initial'],
      minShareCount: 2,
      entriesAware: true,
      entriesAwareMergeThreshold: 20_000,
    },
  ],
};

function serverConfig(input: BundleInput, outDir: string): InlineConfig {
  const { resolve: _, ...rest } = shared(input);
  return {
    ...rest,
    plugins: [
      input.recorder.plugin(),
      sitegenPlugin({ root: input.root, site: () => input.site, externalReact: true }),
    ],
    ssr: { noExternal: true },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: false,
      assetsInlineLimit: 0,
      minify: false,
      // For the place in the sources of what a page throws.
      sourcemap: true,
      target: 'node20',
      rolldownOptions: {
        input: { server: virtual.server, ...pageInputs(input) },
        preserveEntrySignatures: 'allow-extension',
        output: {
          entryFileNames: '[name]-[hash].js',
          chunkFileNames: '[name]-[hash].js',
          assetFileNames: assetNames,
        },
      },
    },
  };
}
