import { realpathSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { InlineConfig, Plugin, ViteDevServer } from 'vite';
import { cssOptions } from '../../bundle/css.ts';
import { sitegenPlugin, virtual } from '../../bundle/plugin.ts';
import type { SiteInfo } from '../../contract.ts';
import { home, ownModule } from '../../lib/home.ts';

export type ViteOptions = {
  readonly root: string;
  /** The server that pages come from; Vite's socket is attached to it. */
  readonly server: Server;
  readonly base: string;
  /** Host names that the server answers to besides `localhost` and IP addresses. */
  readonly allowedHosts: readonly string[];
  readonly site: () => SiteInfo;
  /** Names of exports that are no components although they stand beside one. */
  readonly checks: () => readonly string[];
  readonly log: (text: string) => void;
};

/** What the runtime and every page import of sitegen's own packages. */
const own = ['react', 'react/jsx-runtime', 'react/jsx-dev-runtime', 'react-dom', 'react-dom/client', 'isbot'];

/** Vite for the browser's half of the site: modules, styles, Fast Refresh. It watches nothing: edits are told to it. */
export async function createVite(options: ViteOptions): Promise<ViteDevServer> {
  const [{ createServer }, { default: reactPlugin }] = await Promise.all([
    import('vite'),
    import('@vitejs/plugin-react'),
  ]);
  const { root, base } = options;
  const config: InlineConfig = {
    configFile: false,
    envDir: false,
    root,
    base: `${base}/`,
    mode: 'development',
    appType: 'custom',
    cacheDir: join(root, '.sitegen/vite'),
    publicDir: false,
    clearScreen: false,
    customLogger: quietLogger(options.log),
    css: cssOptions(root),
    plugins: [devPlugin(options), sitegenPlugin({ root, site: options.site, externalReact: false }), reactPlugin()],
    resolve: { alias: own.map((name) => ({ find: new RegExp(`^${name}$`), replacement: ownModule(name) })) },
    build: { assetsInlineLimit: 0 },
    // All code: what is only found with a later page would be made anew then, and open pages loaded again.
    optimizeDeps: { include: own, entries: ['{site,templates}/**/*.{ts,tsx,js,jsx}', '!**/*.d.ts', '!site/public/**'] },
    server: {
      middlewareMode: true,
      allowedHosts: [...options.allowedHosts],
      hmr: { server: options.server, overlay: false },
      watch: null,
      fs: { allow: [root, home, realpathSync(join(ownModule('vite/package.json'), '../..'))] },
    },
  };
  return createServer(config);
}

/**
 * The modules of development only; and sitegen's own packages as Vite's optimizer has made them, wherever the site stands: aliases give
 * the optimizer its files, and here their paths lead to what it made of them.
 */
function devPlugin({ checks }: ViteOptions): Plugin {
  const overlay = join(home, 'cli/runtime/dev/overlay.ts');
  const names = new Map(own.map((name) => [ownModule(name), name]));
  return {
    name: 'sitegen:dev',
    enforce: 'pre',
    resolveId(id) {
      const name = names.get(id);
      const optimizer = this.environment.mode === 'dev' ? this.environment.depsOptimizer : undefined;
      if (name === undefined || !optimizer) return null;
      const { optimized, discovered } = optimizer.metadata;
      const made = optimized[name] ?? discovered[name];
      return made ? optimizer.getOptimizedDepId(made) : null;
    },
    /**
     * Styles are linked by documents and imported by code. A module of class names that is linked accepts no update,
     * for which Vite would load the page anew; to take the new file in its place is enough, as in other styles.
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
      if (id === '\0virtual:sitegen/dev-overlay') return `import ${JSON.stringify(overlay)};`;
      return id === '\0virtual:sitegen/dev-entry' ? entryCode(checks()) : null;
    },
  };
}

function entryCode(checks: readonly string[]): string {
  const ignored = ['head', ...checks];
  return `import '/@vite/client';
import refresh from '/@react-refresh';
import 'virtual:sitegen/dev-overlay';
import { site } from '${virtual.site}';
refresh.injectIntoGlobalHook(window);
window.$RefreshReg$ = () => {};
window.$RefreshSig$ = () => (type) => type;
window.__vite_plugin_react_preamble_installed__ = true;
window.__getReactRefreshIgnoredExports = () => ${JSON.stringify(ignored)};
import.meta.hot.on('sitegen:site', ({ site: next }) => {
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

/** Vite's own lines about reloads and updates say nothing that the page does not show. */
function quietLogger(log: (text: string) => void): NonNullable<InlineConfig['customLogger']> {
  const warned = new Set<string>();
  const logged = new WeakSet<object>();
  const logger = {
    hasWarned: false,
    info: () => {},
    warn: (text: string) => log(stripVTControlCharacters(text)),
    warnOnce: (text: string) => {
      if (!warned.has(text)) log(stripVTControlCharacters(text));
      warned.add(text);
    },
    // Errors of the site's code are reported by its bundle, with their place.
    error: () => {},
    clearScreen: () => {},
    hasErrorLogged: (error: object) => logged.has(error),
  };
  return logger;
}
