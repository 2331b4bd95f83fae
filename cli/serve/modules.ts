import type { Server } from 'node:http';
import { join } from 'node:path';
import type { ViteDevServer } from 'vite';
import { browserLocation, type SourceLocation } from '../bundle/locations.ts';
import { virtual } from '../bundle/plugins.ts';
import type { SiteInfo } from '../contract.ts';
import { allowVersions } from '../plugins/import.ts';
import type { PluginList } from '../plugins/load.ts';
import type { Exchange } from './http/send.ts';
import type { Change } from './watch/watcher.ts';

/** Serves modules to browsers in development through Vite, and sends events to open pages. */
export type Modules = {
  /** Starts Vite's module server if it is not running. */
  readonly start: () => void;
  readonly answer: (exchange: Exchange) => Promise<void>;
  /** Sends an event to all open pages. */
  readonly send: (event: string, data: unknown) => void;
  /** Reports edits of the site's code to Vite. */
  readonly reportEdits: (changes: readonly Change[]) => void;
  readonly setSite: (site: SiteInfo) => void;
  /**
   * Restarts the module server, which reads the environment, the settings of compilers and, if they have changed, the
   * installed packages again, and reloads open pages.
   */
  readonly restart: (changed: { readonly packages: boolean }) => void;
  /** Returns the first location in the site's sources in a browser's stack trace, or null. */
  readonly locate: (stack: string) => SourceLocation | null;
  /** Returns whether the module server's web socket has this URL. */
  readonly listensAt: (url: string) => boolean;
  readonly close: () => Promise<void>;
};

export type ModulesOptions = {
  readonly root: string;
  readonly server: Server;
  /** Host names that the server answers to besides `localhost` and IP addresses. */
  readonly allowedHosts: readonly string[];
  readonly site: () => SiteInfo | null;
  readonly checkNames: () => readonly string[];
  readonly plugins: () => PluginList;
  /** Called before the module server reads settings of compilers. */
  readonly onStart: () => void;
  readonly log: (text: string) => void;
};

/** A page that connects within this time after an edit may have been rendered before it, so it gets an update. */
const recentMs = 60_000;

export function createModules(options: ModulesOptions): Modules {
  let starting: Promise<ViteDevServer> | null = null;
  let running: ViteDevServer | null = null;
  let base: string | null = null;
  let sentSite = '';
  /** Key of the plugins that the module server was started with. */
  let pluginKey = '';
  let changedMs = 0;
  let lastUpdate: unknown;
  /** Installed packages have changed since the module server was started. */
  let hasNewPackages = false;

  const site = (): SiteInfo => options.site() ?? emptySite;
  const start = (): Promise<ViteDevServer> => {
    if (starting) return starting;
    const startBase = site().base;
    base = startBase;
    sentSite = JSON.stringify(site());
    pluginKey = options.plugins().key;
    options.onStart();
    const server = import('../bundle/module-server.ts')
      .then(({ createModuleServer }) => createModuleServer({ ...options, site, base: startBase, hasNewPackages }))
      .then((vite) => {
        running = vite;
        hasNewPackages = false;
        vite.environments.client.hot.on('sitegen:ready', (_data, client) => {
          if (Date.now() - changedMs < recentMs) client.send('sitegen:update', lastUpdate);
        });
        return vite;
      });
    starting = server;
    server.catch((error) => {
      starting = null;
      options.log(`The module server did not start: ${(error as Error).message}`);
    });
    return server;
  };
  const send = (event: string, data: unknown): void => {
    if (event === 'sitegen:update') {
      changedMs = Date.now();
      lastUpdate = data;
    }
    running?.environments.client.hot.send({ type: 'custom', event, data });
  };
  /** Invalidates a virtual module, so that pages that load it get its current code. */
  const invalidate = (id: string): void => {
    const graph = running?.environments.client.moduleGraph;
    const module = graph?.getModuleById(`\0${id}`);
    if (module) graph?.invalidateModule(module);
  };
  const stop = async (): Promise<void> => {
    const stopping = starting;
    starting = null;
    running = null;
    await stopping?.then((vite) => vite.close()).catch(() => {});
  };
  const restart: Modules['restart'] = ({ packages }) => {
    hasNewPackages ||= packages;
    if (!starting) return;
    send('sitegen:reload', null);
    allowVersions();
    void stop()
      .then(start)
      .catch(() => {});
  };
  return {
    start: () => void start().catch(() => {}),
    restart,
    send,
    async answer({ request, response }) {
      const vite = await start().catch(() => null);
      if (!vite) return void response.writeHead(503, { 'Retry-After': '1' }).end();
      vite.middlewares(request, response, () => {
        if (!response.headersSent) response.writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8' });
        response.end('There is no such module.\n');
      });
    },
    reportEdits(changes) {
      for (const { event, path } of changes) {
        // The watcher reports the same change again with a specific event.
        if (event === 'raw') continue;
        if (/^site\/App\.[jt]sx$/.test(path) && event !== 'change') {
          invalidate(virtual.entry);
          send('sitegen:reload', null);
        }
        running?.watcher.emit(event, join(options.root, path));
      }
    },
    setSite(next) {
      const text = JSON.stringify(next);
      if (!starting || (text === sentSite && options.plugins().key === pluginKey)) return;
      sentSite = text;
      if (next.base !== base || options.plugins().key !== pluginKey) {
        restart({ packages: false });
        return;
      }
      invalidate(virtual.site);
      send('sitegen:site', { site: next });
    },
    locate: (stack) => (running ? browserLocation(stack, running, options.root) : null),
    listensAt: (url) => running !== null && url.split('?')[0] === running.config.base,
    close: stop,
  };
}

/** Settings to use until those of the site are read. */
const emptySite: SiteInfo = {
  name: '',
  url: '',
  base: '',
  defaultLocale: 'en',
  locales: [{ code: 'en', name: 'English', language: 'en', dir: 'ltr', prefix: '' }],
  routes: [],
  navigation: [],
  theme: 'system',
  pollSeconds: 0,
  detectLocale: false,
  api: { baseUrl: '', timeoutMs: 0 },
  custom: {},
};
