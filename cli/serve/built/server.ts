import { createReadStream, type ReadStream } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { relative, resolve, sep } from 'node:path';
import { PassThrough } from 'node:stream';
import sirv from 'sirv';
import { resolveConfig } from '../../config/resolve.ts';
import type { Domain } from '../../config/types.ts';
import { splitQuery, withQuery } from '../../lib/url.ts';
import { type Policies, policiesOf } from '../../render/csp.ts';
import { siteInfo } from '../../routes/site-info.ts';
import { bootScript } from '../../runtime/boot-script.ts';
import { readSources } from '../../sources/read.ts';
import { openStatCache } from '../../sources/stat-cache.ts';
import type { DevelopmentOptions, RunningServer } from '../development.ts';
import { listen } from '../http/listen.ts';
import { readTarget } from '../http/request.ts';
import { type Exchange, sendFile, sendText } from '../http/send.ts';
import { findFile, notFoundFile, safePath } from './lookup.ts';
import { type BuiltSite, createOutputReader, type OutputReader } from './output.ts';

export type BuiltOptions = Omit<DevelopmentOptions, 'drafts'>;

const defaultPort = 3000;

/**
 * Starts a server for a built site, or one for each of its domains: the first on the requested port, the others on the
 * next ones. Rejects if there is no built site or a port cannot be opened.
 */
export async function startBuilt(options: BuiltOptions): Promise<RunningServer> {
  const { domains } = settingsOf(options, () => {});
  if (domains.length === 0) return startOne(options);
  const running: DomainServer[] = [];
  for (const { name } of domains) {
    const port = running.length === 0 || options.port === 0 ? options.port : (running.at(-1)?.port ?? 0) + 1;
    running.push({
      name,
      ...(await startOne({ ...options, port, overrides: { ...options.overrides, domain: name } })),
    });
  }
  return {
    ...(running[0] as DomainServer),
    domains: running.map(({ name, port }) => ({ name, port })),
    close: async () => void (await Promise.all(running.map((one) => one.close()))),
  };
}

type DomainServer = RunningServer & { readonly name: string };

/**
 * Starts a server for a built site that behaves like a static host: clean URLs, redirects, headers, compressed copies
 * and not-found pages. Rejects if there is no built site or the port cannot be opened.
 */
async function startOne(options: BuiltOptions): Promise<RunningServer> {
  const { root } = options;
  const settings = settingsOf(options, options.report);
  const folder = resolve(root, settings.out);
  const output = createOutputReader(folder, settings.policies);
  const site = output.read();
  if (!site)
    throw new Error(
      `There is no built site in ${folder}. Run \`npx sitegen build\` first, or name its folder by --out.`,
    );
  const handle = createHandler(folder, output);
  const server = createServer((request, response) => {
    handle({ request, response }).catch((error) => {
      options.log(`${request.url}: ${(error as Error).message}`);
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  const requestedPort = options.port ?? settings.port;
  const port = await listen(server, { host: options.host, port: requestedPort });
  return {
    port,
    requestedPort,
    base: site.base,
    close: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

type Settings = {
  readonly out: string;
  readonly port: number;
  readonly policies: Policies | null;
  /** Domains of a site that is built for several of them. */
  readonly domains: readonly Domain[];
};

/**
 * Returns the settings for serving. Falls back to defaults if the configuration has errors, since an existing build can
 * still be served.
 */
function settingsOf({ root, overrides }: BuiltOptions, report: BuiltOptions['report']): Settings {
  const config = resolveConfig(readSources(root, openStatCache(null, Date.now)), overrides);
  if (!config.ok) {
    report(config.problems, false);
    return { out: overrides.out ?? 'dist', port: defaultPort, policies: null, domains: [] };
  }
  const { site, locales } = config.value;
  const domains = overrides.domain === undefined ? locales.domains : [];
  const plan = { config: config.value, site: siteInfo(config.value, new Map()) };
  const policies = policiesOf({ plan, bootScript: bootScript({ theme: site.theme }) });
  return { out: site.output.dir, port: site.serve.port, policies, domains };
}

/**
 * Creates a function that answers requests from an output folder. It finds the file again for every request, so that a
 * new build is served at once.
 */
export function createHandler(folder: string, output: OutputReader): (exchange: Exchange) => Promise<void> {
  const openWhole = openBySirv(folder);
  return async (exchange) => {
    const { request, response } = exchange;
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('Allow', 'GET, HEAD');
      return sendPlain(exchange, 405, 'Only GET and HEAD are answered here.');
    }
    const target = readTarget(request);
    if (target === null) return sendPlain(exchange, 400, 'This request is malformed.');
    const [pathname, query] = splitQuery(target.url);
    const safe = safePath(pathname);
    if (safe === 'malformed') return sendPlain(exchange, 400, 'This URL is malformed.');
    for (let site = await currentSite(output); ; site = await currentSite(output)) {
      if (!site) return sendPlain(exchange, 503, 'There is no built site at the moment.');
      const path = safe === 'forbidden' ? '/' : safe.path;
      const below = belowBase(path, site.base);
      if (below === null && path === '/' && safe !== 'forbidden')
        return sendRedirect(exchange, { to: `${site.base}/`, status: 302 }, {});
      if (below === null || safe === 'forbidden') return sendNotFound(exchange, folder, { site, below: '/' });
      const headers = site.headers(path.length > 1 ? path.replace(/\/$/, '') : path);
      const redirect = site.redirect(path.length > 1 ? path.replace(/\/$/, '') : path);
      if (redirect) return sendRedirect(exchange, { ...redirect, to: withQuery(redirect.to, query) }, headers);
      const file = findFile(folder, below);
      const isPage = file !== null && !/\/404\.html$/.test(file);
      if (isPage && (await sendFile(exchange, { file, headers, precompressed: true, openWhole }))) return;
      // If a build has replaced the folder meanwhile, the file was perhaps only missing between its two steps.
      if (output.read() === site) return sendNotFound(exchange, folder, { site, below });
    }
  };
}

/** Returns a function that opens a file of the folder by sirv. It returns null if the file does not exist. */
function openBySirv(folder: string): (file: string) => ReadStream | null {
  // In `dev` mode sirv does not cache a file list, so it serves files of a new build.
  const handle = sirv(folder, { dev: true, extensions: [] });
  return (file) => {
    const url = `/${relative(folder, file).split(sep).join('/')}`;
    // sirv decodes the URL and then treats `?` and `#` as the end of the path.
    if (/[?#]/.test(url)) return createReadStream(file);
    // sirv supports neither q-values nor lists of entity tags, and reads the size before it opens the file, which a
    // build may replace in between. So it gets a response that only catches the stream.
    let source: ReadStream | null = null;
    const response = Object.assign(new PassThrough(), { getHeader: () => undefined, writeHead: () => {} });
    response.once('pipe', (opened: ReadStream) => {
      source = opened.unpipe(response);
    });
    try {
      handle({ url: encodeURI(url), headers: {} } as IncomingMessage, response as unknown as ServerResponse, () => {});
    } catch {
      // A build removed the file after sirv had found it.
    }
    return source;
  };
}

/**
 * Returns the built site. Waits up to 1 s if there is none: a build replaces the output folder in two steps, and for a
 * moment there is none.
 */
async function currentSite(output: OutputReader): Promise<BuiltSite | null> {
  for (let attempt = 0; attempt < 50; attempt++) {
    const site = output.read();
    if (site) return site;
    await new Promise((done) => setTimeout(done, 20));
  }
  return null;
}

/** Returns the path without base; null if it is not below the base. */
function belowBase(path: string, base: string): string | null {
  if (path === base) return '/';
  return path.startsWith(`${base}/`) ? path.slice(base.length) : null;
}

function sendRedirect(
  { response }: Exchange,
  { to, status }: { to: string; status: number },
  headers: Readonly<Record<string, string>>,
): void {
  response.writeHead(status, { ...headers, Location: to, 'Content-Length': 0 });
  response.end();
}

async function sendNotFound(
  exchange: Exchange,
  folder: string,
  { site, below }: { readonly site: BuiltSite; readonly below: string },
): Promise<void> {
  const file = notFoundFile(folder, below);
  const headers = { ...site.headers(`${site.base}${below}`), 'Cache-Control': 'no-cache' };
  const status = site.missingStatus(below.replace(/(?<=.)\/$/, ''));
  if (file !== null && (await sendFile(exchange, { file, status, headers, precompressed: true }))) return;
  sendPlain(exchange, status, 'There is no page at this URL.');
}

function sendPlain(exchange: Exchange, status: number, text: string): void {
  const headers = { 'Cache-Control': 'no-store' };
  sendText(exchange, { status, type: 'text/plain; charset=utf-8', body: `${text}\n`, headers });
}
