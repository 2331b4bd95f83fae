import { realpathSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { InlineConfig, Plugin, PluginOption, Rolldown, ViteDevServer } from 'vite';
import type { SiteInfo } from '../contract.ts';
import { home, ownModule, packageName } from '../lib/home.ts';
import type { IslandKey } from '../lib/islands.ts';
import { loadPlugins, type PluginList, vitePlugins } from '../plugins/load.ts';
import { type AddIsland, islandModule, islandsPlugin } from './islands.ts';
import { cssOptions, devAssetsPlugin, ownAliases, sitegenPlugin, virtual } from './plugins.ts';

export type Mode = 'production' | 'development';

type Shared = {
  readonly mode: Mode;
  readonly root: string;
  /** `''` or `/sub`. */
  readonly base: string;
  readonly site: () => SiteInfo | null;
  /** Components that Markdown texts show by directives. */
  readonly components: readonly IslandKey[];
};

/** Returns the options and plugins that every use of Vite has: client build, server build and module server. */
function shared(
  { mode, root, base, site, components }: Shared,
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
    plugins: [...plugins, sitegenPlugin({ root, site, externalReact, components })],
  };
}

export type BuildInput = Shared & {
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

const clientNames = {
  entryFileNames: 'assets/[name]-[hash].js',
  chunkFileNames: 'assets/[name]-[hash].js',
  assetFileNames,
};

/** Returns the options of a production build for browsers, with the boot module and each page as entries. */
export function clientBuild(input: BuildInput, plugins: readonly PluginOption[]): InlineConfig {
  const islands = islandEntries(input);
  return {
    ...shared(input, false, [islands.plugin, islandsPlugin(input.root, islands.add), ...plugins]),
    ...modeOptions(input.mode),
    resolve: { alias: ownAliases() },
    // Build workers as modules, so that they can load code in several chunks.
    worker: { format: 'es', rolldownOptions: { output: clientNames } },
    build: {
      ...buildOptions,
      outDir: input.outDir,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: { entry: virtual.entry, ...pageInputs(input) },
        preserveEntrySignatures: 'allow-extension',
        output: { ...clientNames, codeSplitting: codeSplitting(islands.exist) },
      },
    },
  };
}

/**
 * Returns a plugin that adds an entry for each component of texts, a function that adds one for each island, and
 * whether there are any. With the first one, the starter module becomes an entry too.
 */
function islandEntries({ components }: Pick<BuildInput, 'components'>) {
  const keys = new Set<IslandKey>();
  const add: AddIsland = (key, emit) => {
    if (keys.size === 0) emit(virtual.islands, 'islands');
    if (!keys.has(key)) emit(islandModule(key), key.slice(key.lastIndexOf(':') + 1));
    keys.add(key);
  };
  const plugin: Plugin = {
    name: 'sitegen:island-entries',
    buildStart() {
      for (const key of components) add(key, (id, name) => void this.emitFile({ type: 'chunk', id, name }));
    },
  };
  return { plugin, add, exist: () => keys.size > 0 };
}

/** Matches the runtime modules that start islands. They must not share a chunk with React. */
const starterModule = /[\\/]runtime[\\/](?:islands|island-element|idle)\.js$/;

/**
 * Returns the chunk groups. Code that every page loads (React, the runtime, the shell) is one chunk. Other modules that
 * the same set of pages shares form one chunk; chunks below 20 kB are merged, since a request costs more than a few
 * kilobytes.
 */
const codeSplitting = (hasIslands: () => boolean): NonNullable<Rolldown.OutputOptions['codeSplitting']> => ({
  groups: [
    // Pages without hydration load React only when an island starts, and never load the shell.
    { name: (id) => (hasIslands() && starterModule.test(id) ? 'islands' : null), priority: 3 },
    { name: (id) => (hasIslands() && id.endsWith(virtual.islandRoot) ? 'react' : null), priority: 2 },
    { name: 'boot', test: (id) => id.endsWith(virtual.entry), priority: 1 },
    {
      name: 'shared',
      tags: ['$initial'],
      minShareCount: 2,
      entriesAware: true,
      entriesAwareMergeThreshold: 20_000,
    },
  ],
});

/** Returns the options of a server build, which renders pages in Node. */
export function serverBuild(input: BuildInput, plugins: readonly PluginOption[]): InlineConfig {
  const { mode, outDir } = input;
  return {
    ...shared(input, true, [
      islandsPlugin(input.root),
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
        // The extension makes them ES modules, whatever `type` the site's `package.json` has.
        output: { entryFileNames: '[name]-[hash].mjs', chunkFileNames: '[name]-[hash].mjs', assetFileNames },
      },
    },
  };
}

export type ModuleServerInput = Omit<Shared, 'mode' | 'components'> & {
  /** The HTTP server of the pages, to which Vite's web socket is attached. */
  readonly server: Server;
  /** Host names that the server answers to besides `localhost` and IP addresses. */
  readonly allowedHosts: readonly string[];
  /** Names of page exports that are not components, which Fast Refresh must ignore. */
  readonly checks: () => readonly string[];
  readonly plugins: () => PluginList;
  readonly log: (text: string) => void;
};

/** Dependencies of sitegen that the runtime and every page import. */
const own = ['react', 'react/jsx-runtime', 'react/jsx-dev-runtime', 'react-dom', 'react-dom/client', 'isbot'];

/**
 * Creates Vite's module server, as a middleware that serves modules, styles and Fast Refresh to browsers. It does not
 * watch files: the development server reports edits to it.
 */
export async function createModuleServer(input: ModuleServerInput): Promise<ViteDevServer> {
  const [{ createServer }, { default: reactPlugin }] = await Promise.all([
    import('vite'),
    import('@vitejs/plugin-react'),
  ]);
  const { root } = input;
  const added = await loadPlugins(input.plugins());
  const fromSite = added.ok ? vitePlugins(added.value) : [];
  const { plugins, ...options } = shared({ ...input, mode: 'development', components: [] }, false, [
    devPlugin(input),
    islandsPlugin(root),
    ...fromSite,
  ]);
  return createServer({
    ...options,
    appType: 'custom',
    cacheDir: join(root, '.sitegen/vite'),
    clearScreen: false,
    customLogger: quietLogger(input.log),
    plugins: [...(plugins ?? []), reactPlugin()],
    resolve: { alias: ownAliases(own) },
    build: { assetsInlineLimit: 0 },
    // Pre-bundle all dependencies: discovering one later would re-optimise all of them and reload open pages.
    optimizeDeps: {
      include: own,
      // Do not pre-bundle sitegen: its modules import virtual modules, and a page must contain only one instance of
      // them.
      exclude: [packageName],
      entries: ['{site,templates}/**/*.{ts,tsx,js,jsx}', '!**/*.d.ts', '!site/public/**'],
    },
    server: {
      middlewareMode: true,
      allowedHosts: [...input.allowedHosts],
      hmr: { server: input.server, overlay: false },
      watch: null,
      fs: { allow: [root, home, realpathSync(join(ownModule('vite/package.json'), '../..'))] },
    },
  });
}

/**
 * Returns the plugin for development. It provides the modules that exist in development only. It also makes sitegen's
 * dependencies resolve to Vite's optimised copies, wherever the site is: aliases resolve their names to the packages'
 * files, and this plugin resolves those files to the copies.
 */
function devPlugin({ checks }: ModuleServerInput): Plugin {
  const overlay = join(home, 'dist/runtime/dev/overlay.js');
  const names = new Map(own.map((name) => [ownModule(name), name]));
  return {
    name: 'sitegen:dev',
    enforce: 'pre',
    resolveId(id) {
      const name = names.get(id);
      const optimizer = this.environment.mode === 'dev' ? this.environment.depsOptimizer : undefined;
      if (name === undefined || !optimizer) return null;
      const { optimized, discovered } = optimizer.metadata;
      const copy = optimized[name] ?? discovered[name];
      return copy ? optimizer.getOptimizedDepId(copy) : null;
    },
    /**
     * Updates linked CSS modules in place. Documents link styles and code imports them too; Vite would reload the page
     * after an edit of a linked CSS module, since the link accepts no update, but replacing the style sheet is enough.
     */
    hotUpdate({ modules, timestamp }) {
      const linked = modules.filter(({ url, type }) => type === 'css' && /\.module\.\w+\?direct$/.test(url));
      if (linked.length === 0) return undefined;
      const updates = linked.map(({ url }) => {
        const path = url.replace('?direct', '');
        return { type: 'css-update' as const, timestamp, path, acceptedPath: path };
      });
      for (const module of linked) this.environment.moduleGraph.invalidateModule(module);
      this.environment.hot.send({ type: 'update', updates });
      return modules.filter((module) => !linked.includes(module));
    },
    load(id) {
      if (id === `\0${virtual.devOverlay}`) return `import ${JSON.stringify(overlay)};`;
      if (id === `\0${virtual.devReloader}`) return devReloader;
      if (id === `\0${virtual.devIslands}`) return devReloader + refreshPreamble([]) + devIslands;
      return id === `\0${virtual.devEntry}` ? devEntry(checks()) : null;
    },
  };
}

/** Code that a document without hydration loads in development: the error overlay, and a reload after each edit. */
const devReloader = `import '/@vite/client';
import '${virtual.devOverlay}';
import.meta.hot.on('sitegen:update', () => location.reload());
`;

/**
 * Returns the preamble of React's Fast Refresh, which modules with components require. `ignored`: exports that are not
 * components.
 */
const refreshPreamble = (ignored: readonly string[]): string => `import refresh from '/@react-refresh';
refresh.injectIntoGlobalHook(window);
window.$RefreshReg$ = () => {};
window.$RefreshSig$ = () => (type) => type;
window.__vite_plugin_react_preamble_installed__ = true;
window.__getReactRefreshIgnoredExports = () => ${JSON.stringify(ignored)};
`;

const devIslands = `await import('${virtual.islands}');\n`;

function devEntry(checks: readonly string[]): string {
  return `import '/@vite/client';
import '${virtual.devOverlay}';
import { site } from '${virtual.site}';
${refreshPreamble(['head', 'hydrate', ...checks])}import.meta.hot.on('sitegen:site', ({ site: next }) => {
  for (const key of Object.keys(site)) delete site[key];
  Object.assign(site, next);
});
try {
  await import('${virtual.entry}');
} catch (error) {
  dispatchEvent(new Event('sitegen:broken'));
  throw error;
}
`;
}

/** Creates a logger that drops reports of reloads and updates, which the page shows anyway, and of errors in code. */
function quietLogger(log: (text: string) => void): NonNullable<InlineConfig['customLogger']> {
  const warned = new Set<string>();
  const logged = new WeakSet<object>();
  return {
    hasWarned: false,
    info: () => {},
    warn: (text: string) => log(stripVTControlCharacters(text)),
    warnOnce: (text: string) => {
      if (!warned.has(text)) log(stripVTControlCharacters(text));
      warned.add(text);
    },
    // The site's bundle reports errors of its code with their locations.
    error: () => {},
    clearScreen: () => {},
    hasErrorLogged: (error: object) => logged.has(error),
  };
}
