import { createServer, type IncomingMessage } from 'node:http';
import { join, relative, sep } from 'node:path';
import { createBundleQueue } from '../bundle/queue.ts';
import { hasBundles } from '../bundle/record.ts';
import type { ConfigOverrides } from '../config/types.ts';
import type { Diagnostic } from '../contract.ts';
import { isEnvironmentFile } from '../lib/environment-files.ts';
import { home } from '../lib/home.ts';
import { noPlugins } from '../plugins/load.ts';
import { kindOf } from '../sources/tree.ts';
import { openedLocation } from './editor/source-location.ts';
import { listen } from './http/listen.ts';
import { isOwnHost, isSameOrigin, ownNames, pathOf, readTarget } from './http/request.ts';
import { type Exchange, sendFile, sendText } from './http/send.ts';
import { refuseOtherUpgrades } from './http/upgrade.ts';
import { createSiteHost } from './live/host.ts';
import { createModules } from './modules.ts';
import { createProblems } from './open-problems.ts';
import { createPluginAnswers } from './plugin-answers.ts';
import type { Answer, FromSite, SiteState } from './protocol.ts';
import { headersBy } from './rules.ts';
import { createSettings } from './settings.ts';
import { type Change, createWatcher, type PolledFile } from './watch/watcher.ts';

export type DevelopmentOptions = {
  readonly root: string;
  readonly overrides: ConfigOverrides;
  readonly drafts: boolean;
  readonly today: string;
  readonly host: string;
  /** Null: the port of the configuration. */
  readonly port: number | null;
  /** Receives the problems that are new since the last call. `isFixed`: there were errors before, and none are left. */
  readonly report: (problems: readonly Diagnostic[], isFixed: boolean) => void;
  readonly log: (text: string) => void;
};

export type RunningServer = {
  readonly port: number;
  /** The requested port. */
  readonly requestedPort: number;
  readonly base: string;
  /** The servers of a built site with several domains. */
  readonly domains?: readonly { readonly name: string; readonly port: number }[];
  readonly close: () => Promise<void>;
};

/** Background work (file watcher, module server, bundler) starts after the first document, or after this time. */
const backgroundDelayMs = 1500;

const defaultPort = 3000;

/**
 * Starts the development server. Resolves when it listens and the site's first state has arrived. Rejects if the port
 * cannot be opened.
 */
export async function startDevelopment(options: DevelopmentOptions): Promise<RunningServer> {
  const { root, log } = options;
  const generatorPrefix = generatorModulesPrefix(root);
  const startedMs = Date.now();
  let state: SiteState = { site: null, port: null, headers: [], checkNames: [], problems: [], plugins: noPlugins };
  let resolveFirstState: (() => void) | null = null;
  const firstState = new Promise<void>((resolve) => {
    resolveFirstState = resolve;
  });
  const site = createSiteHost({ ...options, onMessage, onEnd: (reason) => log(reason) });
  const bundler = createBundleQueue((id, result) =>
    site.post(
      result.ok
        ? { kind: 'bundle', id, bundle: result.value }
        : { kind: 'bundle-failed', id, problems: result.problems },
    ),
  );
  // Start the bundler early only if no bundle is cached: a cached one is often current, and starting the bundler would
  // then delay the first page.
  if (!hasBundles(join(root, '.sitegen'), 'development')) bundler.prepare();
  const server = createServer((request, response) => {
    handle({ request, response }).catch((error) => {
      log(`${request.url}: ${(error as Error).message}`);
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  const settings = createSettings(root);
  let outside: readonly PolledFile[] = [];
  // The noted states come last: of equal paths the last counts.
  const watchOutside = (): void => watcher.watchOutside([...outside, ...settings.noted()]);
  const modules = createModules({
    root,
    onStart: () => {
      settings.note();
      watchOutside();
    },
    server,
    allowedHosts: ownNames(options.host),
    site: () => state.site,
    checkNames: () => state.checkNames,
    plugins: () => state.plugins,
    log,
  });
  const answerByPlugin = createPluginAnswers({ root, site: () => state.site, plugins: () => state.plugins });
  refuseOtherUpgrades(server, ({ url = '' }) => modules.listensAt(url));
  const watcher = createWatcher({
    root,
    sinceMs: startedMs,
    onChanges,
    onReady: (files) => site.post({ kind: 'existing-files', files }),
    onError: (message) => log(`Watching: ${message}`),
  });
  const problems = createProblems({
    root,
    locate: modules.locate,
    send: (shown) => modules.send('sitegen:problems', shown),
    report: options.report,
  });
  /**
   * Counts changes of the site. Documents and update events carry the number, so that reports of earlier errors are
   * recognised.
   */
  let revision = 0;

  function onMessage(message: Exclude<FromSite, { kind: 'answer' | 'bundle-damaged' | 'loading' }>): void {
    switch (message.kind) {
      case 'bundle-request':
        bundler.request(message.id, message.request);
        return;
      case 'files-outside':
        outside = message.files;
        settings.setBundled(message.settings);
        watchOutside();
        return;
      case 'changed':
        revision++;
        problems.clearBrowserErrors();
        modules.send('sitegen:update', { revision });
        return;
      case 'state':
        state = message.state;
        if (state.site) modules.setSite(state.site);
        problems.setSiteProblems(state.problems);
        resolveFirstState?.();
    }
  }
  /** Opens a source file in the author's editor: Vite finds the editor that runs. */
  async function openInEditor(exchange: Exchange, host: string): Promise<void> {
    const { request } = exchange;
    const location = openedLocation(request.url ?? '', root);
    if (!isSameOrigin(request, host)) return sendPlain(exchange, 403, 'Only pages of this server can open files.');
    if (location === null) return sendPlain(exchange, 404, 'There is no such source file.');
    request.url = `${state.site?.base ?? ''}/__open-in-editor?file=${encodeURIComponent(location)}`;
    await modules.answer(exchange);
  }
  function onChanges(changes: readonly Change[]): void {
    site.post({ kind: 'edit', paths: changes.map(({ path }) => path) });
    const packages = changes.some(({ path }) => isInstalled(path));
    const hasNewSettings = changes.some(({ path }) => settings.has(join(root, path)));
    if (hasNewSettings) bundler.renew();
    if (packages || hasNewSettings || changes.some(({ path }) => isEnvironmentFile(path)))
      modules.restart({ packages });
    else modules.reportEdits(changes.filter(({ path }) => kindOf(path) !== 'public'));
  }
  function startBackgroundWork(): void {
    watcher.start();
    modules.start();
    bundler.prepare();
  }

  async function handle(exchange: Exchange): Promise<void> {
    const { request, response } = exchange;
    if (!['GET', 'HEAD', 'POST'].includes(request.method ?? '')) return refuseMethod(exchange);
    const target = readTarget(request);
    if (target === null) return sendPlain(exchange, 400, 'This request is malformed.');
    const { url, host } = target;
    if (!isOwnHost(host, options.host)) return sendPlain(exchange, 403, 'This host name is not served here.');
    request.url = url;
    const path = pathOf(url, state.site?.base ?? '');
    if (request.method === 'POST' && path === '/@sitegen/error')
      return problems.receiveBrowserError(exchange, { host, revision });
    if (request.method === 'POST' && path === '/@sitegen/open') return openInEditor(exchange, host);
    if (request.method === 'POST') {
      if (!(await answerByPlugin(exchange, { path, host }))) refuseMethod(exchange);
      return;
    }
    if (path === '/@sitegen/problems') return sendProblems(exchange);
    if (isModulePath(path) || (generatorPrefix !== null && path.startsWith(generatorPrefix)))
      return sendModule(exchange);
    response.setHeader('Server-Timing', `revision;desc=${revision}`);
    const answer = await site.request(url);
    // Plugins are loaded only for what the site itself does not answer: importing them may take a while.
    const isMissing = answer.kind === 'text' && answer.status === 404;
    if (isMissing && (await answerByPlugin(exchange, { path, host }))) return;
    await sendAnswer(exchange, answer);
    if (acceptsDocument(request)) setImmediate(startBackgroundWork);
  }
  function sendProblems(exchange: Exchange): void {
    const body = JSON.stringify(problems.shown());
    sendText(exchange, { status: 200, type: 'application/json', body, headers: { 'Cache-Control': 'no-store' } });
  }
  async function sendAnswer(exchange: Exchange, answer: Answer): Promise<void> {
    const { response } = exchange;
    switch (answer.kind) {
      case 'text':
        return sendText(exchange, answer);
      case 'redirect':
        response.writeHead(answer.status, { ...answer.headers, Location: answer.to, 'Content-Length': 0 });
        response.end();
        return;
      case 'file':
        if (!(await sendFile(exchange, answer))) sendPlain(exchange, 404, 'This file is gone.');
        return;
      case 'code':
        return sendModule(exchange);
    }
  }
  function sendModule(exchange: Exchange): Promise<void> {
    const path = pathOf(exchange.request.url ?? '/', state.site?.base ?? '');
    for (const [name, value] of Object.entries(headersBy(state.headers)(path)))
      exchange.response.setHeader(name, value);
    return modules.answer(exchange);
  }

  if (options.port === null) await firstState;
  const requestedPort = options.port ?? state.port ?? defaultPort;
  try {
    const port = await listen(server, { host: options.host, port: requestedPort });
    const timer = setTimeout(startBackgroundWork, backgroundDelayMs);
    await firstState;
    return {
      port,
      requestedPort,
      base: state.site?.base ?? '',
      close: async () => {
        clearTimeout(timer);
        bundler.close();
        server.close();
        server.closeAllConnections();
        await Promise.all([site.close(), watcher.close(), modules.close()]);
      },
    };
  } catch (error) {
    await site.close();
    throw error;
  }
}

/**
 * Returns whether only the module server can answer a path. Modules of the site itself have paths like those of pages,
 * so the site is consulted first for them.
 */
const isModulePath = (path: string): boolean =>
  /^\/(?:@(?:vite|id|fs|react-refresh)(?:\/|$|\?)|node_modules\/|\.sitegen\/vite\/)/.test(path);

/** Returns whether a path, relative to the root, is that of an installed package or of npm's record of these. */
const isInstalled = (path: string): boolean => path.split('/').includes('node_modules');

/** Returns the URL prefix of the generator's own modules if the generator is inside the site's folder, else null. */
function generatorModulesPrefix(root: string): string | null {
  const path = relative(root, home).split(sep).join('/');
  return path.startsWith('..') ? null : `/${path}/`;
}

const acceptsDocument = (request: IncomingMessage): boolean =>
  /\btext\/html\b|\*\/\*/.test(request.headers.accept ?? '*/*');

function refuseMethod(exchange: Exchange): void {
  exchange.response.setHeader('Allow', 'GET, HEAD');
  sendPlain(exchange, 405, 'Only GET and HEAD are answered here.');
}

function sendPlain(exchange: Exchange, status: number, text: string): void {
  const headers = { 'Cache-Control': 'no-store' };
  sendText(exchange, { status, type: 'text/plain; charset=utf-8', body: `${text}\n`, headers });
}
