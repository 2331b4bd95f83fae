import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { InlineConfig, Plugin, PluginOption, Rolldown } from 'vite';
import type { SiteInfo } from '../contract.ts';
import type { IslandKey } from '../lib/islands.ts';
import { cssBasePlugin } from './css-base.ts';
import { cssModulesPlugin } from './css-modules.ts';
import { type AddIsland, islandModule, islandsPlugin } from './islands.ts';
import { jsonPlugin } from './json.ts';
import { lazyPlugin } from './lazy.ts';
import { mdxPlugins } from './mdx.ts';
import { cssOptions, devAssetsPlugin, preloadPlugin, sitegenAliases, sitegenPlugin, virtual } from './plugins.ts';

export type Mode = 'production' | 'development';

/** Settings of a site that every use of Vite needs. */
export type ViteInput = {
  readonly mode: Mode;
  readonly root: string;
  /** `''` or `/sub`. */
  readonly base: string;
  /** Returns the settings that are compiled into the code, or null. */
  readonly site: () => SiteInfo | null;
  /** Components that Markdown texts show by directives. */
  readonly components: readonly IslandKey[];
};

/** Returns the options and plugins that every use of Vite has: client build, server build and module server. */
export function sharedOptions(
  { mode, root, base, site, components }: ViteInput,
  externalReact: boolean,
  plugins: readonly PluginOption[],
): InlineConfig {
  return {
    configFile: false,
    root,
    base: `${base}/`,
    mode,
    logLevel: 'silent',
    publicDir: false,
    css: cssOptions(root),
    plugins: [
      ...mdxPlugins(root),
      jsonPlugin(),
      ...plugins,
      cssBasePlugin(base),
      sitegenPlugin({ root, site, externalReact, components }),
    ],
  };
}

export type BuildInput = ViteInput & {
  /** Page keys with their source files, relative to the root. */
  readonly pages: readonly (readonly [key: string, file: string])[];
  readonly outDir: string;
};

const buildOptions = {
  emptyOutDir: false,
  assetsInlineLimit: 0,
  reportCompressedSize: false,
} as const;

/** Returns the options that define the mode for code, independent of the `NODE_ENV` of the process. */
function modeOptions(mode: Mode): InlineConfig {
  const isDevelopment = mode === 'development';
  return {
    // The server renders pages with the production JSX runtime in both modes.
    oxc: { jsx: { development: false } },
    define: {
      'process.env.NODE_ENV': JSON.stringify(mode),
      'import.meta.env.DEV': String(isDevelopment),
      'import.meta.env.PROD': String(!isDevelopment),
      'import.meta.env.MODE': JSON.stringify(mode),
    },
  };
}

const pageInputs = ({ root, pages }: BuildInput): Record<string, string> =>
  Object.fromEntries(pages.map(([key, file]) => [key, join(root, file)]));

const assetFileNames = 'assets/[name]-[hash][extname]';

/** Name of the groups of modules that several pages share. The bundler appends the names of these pages. */
const sharedGroup = 'shared';

/** Returns whether a name is that of a shared group. Every document contains the names of its files: keep them short. */
const isShared = (name: string | undefined): boolean => name?.startsWith(`${sharedGroup}~`) ?? false;

const clientNames = {
  entryFileNames: 'assets/[name]-[hash].js',
  chunkFileNames: ({ name }) => (isShared(name) ? `assets/${sharedGroup}-[hash].js` : 'assets/[name]-[hash].js'),
  assetFileNames: ({ names }) => (isShared(names[0]) ? `assets/${sharedGroup}-[hash][extname]` : assetFileNames),
} satisfies Rolldown.OutputOptions;

/** Returns the options of a production build for browsers, with the boot module and each page as entries. */
export function clientBuild(input: BuildInput, plugins: readonly PluginOption[]): InlineConfig {
  const islands = islandEntries(input);
  return {
    ...sharedOptions(input, false, [
      preloadPlugin(`${input.base}/`),
      cssModulesPlugin(),
      islands.plugin,
      islandsPlugin(input.root, islands.add),
      ...plugins,
    ]),
    ...modeOptions(input.mode),
    resolve: { alias: sitegenAliases() },
    // Build workers as modules, so that they can load code in several chunks.
    worker: { format: 'es', rolldownOptions: { output: clientNames } },
    build: {
      ...buildOptions,
      outDir: input.outDir,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: { entry: virtual.entry, ...pageInputs(input) },
        preserveEntrySignatures: 'allow-extension',
        output: { ...clientNames, codeSplitting: codeSplitting(islands.startAlone) },
      },
    },
  };
}

/**
 * Returns a plugin that adds an entry for each component of texts, a function that adds one for each island, and
 * whether pages without hydration may have any. In that case, the starter module becomes an entry too.
 */
function islandEntries({ root, components, pages }: Pick<BuildInput, 'root' | 'components' | 'pages'>) {
  const keys = new Set<IslandKey>();
  // On hydrated pages, the runtime starts the islands of texts: React then needs no chunk of its own.
  const needsStarter = pages.some(([, file]) => mayExportHydrate(readFileSync(join(root, file), 'utf8')));
  const add: AddIsland = (key, emit) => {
    if (keys.size === 0 && needsStarter) emit(virtual.islands, 'islands');
    if (!keys.has(key)) emit(islandModule(key), islandName(key));
    keys.add(key);
  };
  const plugin: Plugin = {
    name: 'sitegen:island-entries',
    buildStart() {
      for (const key of components) add(key, (id, name) => void this.emitFile({ type: 'chunk', id, name }));
    },
  };
  return { plugin, add, startAlone: () => needsStarter && keys.size > 0 };
}

/** Returns the name of an island's chunk: that of its export, or that of its file for a default export. */
function islandName(key: IslandKey): string {
  const end = key.lastIndexOf(':');
  const name = key.slice(end + 1);
  return name === 'default' ? basename(key.slice(0, end)).replace(/\.\w+$/, '') : name;
}

/** Returns whether a page may export `hydrate`, itself or by exporting all of another module. */
const mayExportHydrate = (source: string): boolean => /\bhydrate\b|\bexport\s*\*/.test(source);

/** Matches the runtime modules that start islands. They must not share a chunk with React. */
const starterModule = /[\\/]runtime[\\/](?:islands|idle|lib[\\/]islands)\.js$/;

/**
 * Returns the chunk groups. Code that every page loads (React, the runtime, the shell) is one chunk. Other modules that
 * the same set of pages shares form one chunk, also a small one: merging small chunks costs each page the code of others,
 * and chunks are requested in parallel.
 */
const codeSplitting = (islandsStartAlone: () => boolean): NonNullable<Rolldown.OutputOptions['codeSplitting']> => ({
  groups: [
    // Pages without hydration load React only when an island starts, and never load the shell.
    { name: (id) => (islandsStartAlone() && starterModule.test(id) ? 'islands' : null), priority: 3 },
    { name: (id) => (islandsStartAlone() && id.endsWith(virtual.islandRoot) ? 'react' : null), priority: 2 },
    { name: 'boot', test: (id) => id.endsWith(virtual.entry), priority: 1 },
    {
      name: sharedGroup,
      tags: ['$initial'],
      minShareCount: 2,
      entriesAware: true,
    },
  ],
});

/** Returns the options of a server build, which renders pages in Node. */
export function serverBuild(input: BuildInput, plugins: readonly PluginOption[]): InlineConfig {
  const { mode, outDir } = input;
  return {
    ...sharedOptions(input, true, [
      islandsPlugin(input.root),
      lazyPlugin(input.root),
      ...plugins,
      ...(mode === 'development' ? [devAssetsPlugin(input)] : []),
    ]),
    ...modeOptions(mode),
    ssr: { noExternal: true },
    build: {
      ...buildOptions,
      ssr: true,
      outDir,
      minify: false,
      // Source maps give the locations of errors that pages throw.
      sourcemap: true,
      target: 'node20',
      rolldownOptions: {
        input: { server: virtual.server, ...pageInputs(input) },
        preserveEntrySignatures: 'allow-extension',
        // Comments with paths of modules would make the code depend on the folder of the site.
        experimental: { attachDebugInfo: 'none' },
        // The extension makes them ES modules, whatever `type` the site's `package.json` has.
        output: { entryFileNames: '[name]-[hash].mjs', chunkFileNames: '[name]-[hash].mjs', assetFileNames },
      },
    },
  };
}
