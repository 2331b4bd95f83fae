import { realpathSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { InlineConfig, Plugin, ViteDevServer } from 'vite';
import { home, ownModule, packageName } from '../lib/home.ts';
import { loadPlugins, type PluginList, vitePlugins } from '../plugins/load.ts';
import { islandsPlugin } from './islands.ts';
import { sitegenAliases, virtual } from './plugins.ts';
import { sharedOptions, type ViteInput } from './vite.ts';

export type ModuleServerInput = Omit<ViteInput, 'mode' | 'components'> & {
  /** The HTTP server of the pages, to which Vite's web socket is attached. */
  readonly server: Server;
  /** Host names that the server answers to besides `localhost` and IP addresses. */
  readonly allowedHosts: readonly string[];
  /** Names of page exports that are not components, which Fast Refresh must ignore. */
  readonly checkNames: () => readonly string[];
  readonly plugins: () => PluginList;
  /** Whether the optimised copies of packages are created again: Vite would reuse them while lock files are unchanged. */
  readonly hasNewPackages: boolean;
  readonly log: (text: string) => void;
};

/** Files whose components Fast Refresh updates in place. */
const componentFile = /\.(?:[tj]sx?|mdx)$/;

/** Dependencies of sitegen that the runtime and every page import. */
const runtimeDependencies = [
  'react',
  'react/jsx-runtime',
  'react/jsx-dev-runtime',
  'react-dom',
  'react-dom/client',
  'isbot',
];

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
  const sitePlugins = await loadPlugins(input.plugins());
  const { plugins, ...options } = sharedOptions({ ...input, mode: 'development', components: [] }, false, [
    devPlugin(input),
    islandsPlugin(root),
    ...(sitePlugins.ok ? vitePlugins(sitePlugins.value) : []),
  ]);
  return createServer({
    ...options,
    appType: 'custom',
    cacheDir: join(root, '.sitegen/vite'),
    clearScreen: false,
    customLogger: quietLogger(input.log),
    plugins: [...(plugins ?? []), reactPlugin({ include: componentFile })],
    // Builds resolve `paths` of a `tsconfig.json` by themselves.
    resolve: { alias: sitegenAliases(runtimeDependencies), tsconfigPaths: true },
    build: { assetsInlineLimit: 0 },
    // Pre-bundle all dependencies: discovering one later would re-optimise all of them and reload open pages.
    optimizeDeps: {
      force: input.hasNewPackages,
      include: runtimeDependencies,
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
function devPlugin({ checkNames }: ModuleServerInput): Plugin {
  const devModule = (name: string) => `import ${JSON.stringify(join(home, `dist/runtime/dev/${name}.js`))};\n`;
  const names = new Map(runtimeDependencies.map((name) => [ownModule(name), name]));
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
      if (id === `\0${virtual.devOverlay}`) return devModule('overlay') + devModule('bar');
      if (id === `\0${virtual.devLanguages}`) return devModule('languages');
      if (id === `\0${virtual.devMessages}`) return devModule('messages');
      if (id === `\0${virtual.devReloader}`) return devReloader;
      if (id === `\0${virtual.devIslands}`) return devReloader + refreshPreamble([]) + devIslands;
      return id === `\0${virtual.devEntry}` ? devEntry(checkNames()) : null;
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

function devEntry(checkNames: readonly string[]): string {
  return `import '/@vite/client';
import '${virtual.devOverlay}';
import { site } from '${virtual.site}';
${refreshPreamble(['head', 'hydrate', ...checkNames])}import.meta.hot.on('sitegen:site', ({ site: next }) => {
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
