import { createServer, type IncomingMessage } from 'node:http';
import { join, relative, sep } from 'node:path';
import { hasBundles } from '../bundle/bundle.ts';
import { createBundleQueue } from '../bundle/queue.ts';
import type { ConfigOverrides } from '../config/types.ts';
import type { Diagnostic } from '../contract.ts';
import { isEnvironmentFile } from '../lib/environment-files.ts';
import { home } from '../lib/home.ts';
import { noPlugins } from '../plugins/load.ts';
import { kindOf } from '../sources/tree.ts';
import { readBody } from './http/body.ts';
import { listen } from './http/listen.ts';
import { isOwnHost, isSameOrigin, ownNames, pathOf, readTarget } from './http/request.ts';
import { type Exchange, sendFile, sendText } from './http/send.ts';
import { refuseOtherUpgrades } from './http/upgrade.ts';
import { createSiteHost } from './live/host.ts';
import { createModules } from './modules.ts';
import { crashProblem, shownProblems } from './problems.ts';
import type { Answer, FromSite, SiteState } from './protocol.ts';
import { headersBy } from './rules.ts';
import type { Change } from './watch/watcher.ts';
import { createWatcher } from './watch/watcher.ts';

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
  readonly wanted: number;
  readonly base: string;
  readonly close: () => Promise<void>;
};

/** Background work (file watcher, module server, bundler) starts after the first document, or after this time. */
const watchAfterMs = 1500;

const defaultPort = 3000;

/**
 * Starts the development server. Resolves when it listens and the site's first state is known. Rejects if the port
 * cannot be opened.
 */
export async function startDevelopment(options: DevelopmentOptions): Promise<RunningServer> {
  const { root, log } = options;
  const own = ownModules(root);
  const startedMs = Date.now();
  let state: SiteState = { site: null, port: null, headers: [], checkNames: [], problems: [], plugins: noPlugins };
  let first: (() => void) | null = null;
  const known = new Promise<void>((resolve) => {
    first = resolve;
  });
  const site = createSiteHost({ ...options, received, ended: (reason) => log(reason) });
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
  const modules = createModules({
    root,
    server,
    allowedHosts: ownNames(options.host),
    site: () => state.site,
    checkNames: () => state.checkNames,
    plugins: () => state.plugins,
    log,
  });
  refuseOtherUpgrades(server, ({ url = '' }) => modules.listensAt(url));
  let watcher: ReturnType<typeof createWatcher> | null = null;
  /** Errors that browsers reported, by message. */
  const crashes = new Map<string, Diagnostic>();
  let reported: readonly Diagnostic[] = [];
  /**
   * Counts changes of the site. Documents and update events carry the number, so that reports of earlier errors are
   * recognised.
   */
  let revision = 0;

  function received(message: Exclude<FromSite, { kind: 'answer' }>): void {
    switch (message.kind) {
      case 'bundle-request':
        bundler.request(message.id, message.request);
        return;
      case 'changed':
        revision++;
        crashes.clear();
        publish();
        modules.send('sitegen:update', { paths: 'all', revision });
        return;
      case 'state':
        state = message.state;
        if (state.site) modules.follow(state.site);
        publish();
        first?.();
    }
  }
  /** Sends the current problems to the terminal and to open pages, unless they are unchanged since the last call. */
  function publish(): void {
    // Drop a browser's report if the server reports an error at the same location: the server's has more detail.
    const found = new Set(state.problems.map(({ file, line }) => `${file}:${line}`));
    const problems = [
      ...state.problems,
      ...[...crashes.values()].filter(({ file, line }) => !found.has(`${file}:${line}`)),
    ];
    const before = new Set(reported.map((problem) => JSON.stringify(problem)));
    const fresh = problems.filter((problem) => !before.has(JSON.stringify(problem)));
    if (fresh.length === 0 && problems.length === reported.length) return;
    const isFixed = reported.some(isError) && !problems.some(isError);
    reported = problems;
    modules.send('sitegen:problems', shownProblems(problems, root));
    options.report(fresh, isFixed);
  }
  /**
   * Handles an error report that a page posts. Refuses other origins, which must not write to the terminal, other
   * content types, and bodies above `maxReportBytes`. Answers 409 to reports from before the last change.
   */
  async function takeCrash({ request, response }: Exchange, host: string): Promise<void> {
    const refuse = (status: number) => void response.writeHead(status, { Connection: 'close' }).end();
    if (!isSameOrigin(request, host)) return refuse(403);
    if (!/^application\/json(?:;|$)/i.test(request.headers['content-type'] ?? '')) return refuse(415);
    const text = await readBody(request, maxReportBytes);
    if (text === null) return refuse(413);
    // The last change may have fixed the error. On status 409 the page checks this by a reload.
    const outdated = Number(/\?revision=(\d+)$/.exec(request.url ?? '')?.[1] ?? revision) < revision;
    response.writeHead(outdated ? 409 : 204).end();
    const crash = outdated ? null : crashProblem(text.toString('utf8'), modules.locate);
    if (!crash || (crashes.size >= maxReports && !crashes.has(crash.message))) return;
    crashes.set(crash.message, crash);
    publish();
  }
  function changed(changes: readonly Change[]): void {
    site.post({ kind: 'edit', paths: changes.map(({ path }) => path) });
    const code = changes.filter(({ path }) => kindOf(path) === 'site' || kindOf(path) === 'template');
    if (code.length > 0) modules.edit(code);
    if (changes.some(({ path }) => isEnvironmentFile(path))) modules.restart();
  }
  function background(): void {
    watcher ??= createWatcher({
      root,
      sinceMs: startedMs,
      changed,
      ready: (present) => site.post({ kind: 'present', files: present }),
      failed: (message) => log(`Watching: ${message}`),
    });
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
    if (request.method === 'POST' && path === '/@sitegen/error') return takeCrash(exchange, host);
    if (request.method === 'POST') return refuseMethod(exchange);
    if (path === '/@sitegen/problems') return sendProblems(exchange);
    if (isModule(path) || (own !== null && path.startsWith(own))) return sendModule(exchange);
    response.setHeader('Server-Timing', `revision;desc=${revision}`);
    await sendAnswer(exchange, await site.request(url));
    if (isDocument(request)) setImmediate(background);
  }
  function sendProblems(exchange: Exchange): void {
    const body = JSON.stringify(shownProblems(reported, root));
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

  if (options.port === null) await known;
  const wanted = options.port ?? state.port ?? defaultPort;
  try {
    const port = await listen(server, { host: options.host, port: wanted });
    const timer = setTimeout(background, watchAfterMs);
    await known;
    return {
      port,
      wanted,
      base: state.site?.base ?? '',
      close: async () => {
        clearTimeout(timer);
        bundler.close();
        server.close();
        server.closeAllConnections();
        await Promise.all([site.close(), watcher?.close(), modules.close()]);
      },
    };
  } catch (error) {
    await site.close();
    throw error;
  }
}

/** Maximum number of browser error reports that are kept until the next change. */
const maxReports = 50;
const maxReportBytes = 64 * 1024;

const isError = (problem: Diagnostic): boolean => problem.severity === 'error';

/**
 * Returns whether only the module server can answer a path. Modules of the site itself have paths like those of pages,
 * so the site is consulted first for them.
 */
const isModule = (path: string): boolean =>
  /^\/(?:@(?:vite|id|fs|react-refresh)(?:\/|$|\?)|node_modules\/|\.sitegen\/vite\/)/.test(path);

/** Returns the URL prefix of the generator's own modules if the generator is inside the site's folder, else null. */
function ownModules(root: string): string | null {
  const path = relative(root, home).split(sep).join('/');
  return path.startsWith('..') ? null : `/${path}/`;
}

const isDocument = (request: IncomingMessage): boolean => /\btext\/html\b|\*\/\*/.test(request.headers.accept ?? '*/*');

function refuseMethod(exchange: Exchange): void {
  exchange.response.setHeader('Allow', 'GET, HEAD');
  sendPlain(exchange, 405, 'Only GET and HEAD are answered here.');
}

function sendPlain(exchange: Exchange, status: number, text: string): void {
  const headers = { 'Cache-Control': 'no-store' };
  sendText(exchange, { status, type: 'text/plain; charset=utf-8', body: `${text}\n`, headers });
}
