import { createServer } from 'node:http';
import { join, resolve } from 'node:path';
import sirv from 'sirv';
import { resolveConfig } from '../../config/resolve.ts';
import { siteInfo } from '../../config/site-info.ts';
import { policyOf } from '../../emit/site-files.ts';
import { bootScript } from '../../runtime/boot-script.ts';
import { readSources } from '../../sources/read.ts';
import { openStatCache } from '../../sources/stat-cache.ts';
import { createCollector } from '../collector.ts';
import type { DevelopmentOptions, RunningServer } from '../development.ts';
import { listen } from '../http/listen.ts';
import { type Exchange, sendFile, sendText } from '../http/send.ts';
import { textType } from '../http/types.ts';
import { findFile, notFoundFile, safePath } from './lookup.ts';
import { type BuiltSite, createOutputReader, type OutputReader } from './output.ts';

export type BuiltOptions = Omit<DevelopmentOptions, 'drafts'>;

const defaultPort = 3000;

/** Serves a built site as a good static host would. Rejects where there is none. */
export async function startBuilt(options: BuiltOptions): Promise<RunningServer> {
  const { root } = options;
  const settings = settingsOf(options);
  const folder = resolve(root, settings.out);
  const output = createOutputReader(folder, settings.policy);
  const site = output.read();
  if (!site)
    throw new Error(`There is no built site in ${folder}. Run \`sitegen build\` first, or name its folder by --out.`);
  const collector = createCollector({
    file: join(root, '.sitegen/events.ndjson'),
    now: () => new Date(),
    show: options.showEvent,
  });
  const answer = builtAnswers(folder, output);
  const server = createServer((request, response) => {
    const exchange = { request, response };
    const path = (request.url ?? '/').split('?')[0] as string;
    const isEvent = request.method === 'POST' && settings.collect !== null && path === site.base + settings.collect;
    (isEvent ? collector.take(exchange) : answer(exchange)).catch((error) => {
      options.log(`${request.url}: ${(error as Error).message}`);
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  const wanted = options.port ?? settings.port;
  const port = await listen(server, { host: options.host, port: wanted });
  return {
    port,
    wanted,
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
  readonly collect: string | null;
  readonly policy: string | null;
};

/** What the configuration says of serving; a built site is served even where its sources are broken by now. */
function settingsOf({ root, overrides, report }: BuiltOptions): Settings {
  const config = resolveConfig(readSources(root, openStatCache(null, Date.now)), overrides);
  if (!config.ok) {
    report(config.problems, false);
    return { out: overrides.out ?? 'dist', port: defaultPort, collect: null, policy: null };
  }
  const { site } = config.value;
  const plan = { config: config.value, site: siteInfo(config.value, new Map()) };
  const policy = policyOf({ plan, bootScript: bootScript({ theme: site.theme }) });
  return { out: site.output.dir, port: site.serve.port, collect: site.serve.collect ?? null, policy };
}

/** Answers requests from an output folder. Files are looked up anew each time, so that a new build shows at once. */
export function builtAnswers(folder: string, output: OutputReader): (exchange: Exchange) => Promise<void> {
  const files = sirv(folder, { dev: true, etag: true, brotli: true, gzip: true });
  return async (exchange) => {
    const { request, response } = exchange;
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('Allow', 'GET, HEAD');
      return sendPlain(exchange, 405, 'Only GET and HEAD are answered here.');
    }
    const site = output.read() ?? (await patiently(output));
    if (!site) return sendPlain(exchange, 503, 'There is no built site at the moment.');
    const [pathname = '/', query] = (request.url ?? '/').split(/\?(.*)/s);
    const safe = safePath(pathname);
    if (safe === 'malformed') return sendPlain(exchange, 400, 'This address is malformed.');
    const path = safe === 'forbidden' ? '/' : safe.path;
    const below = belowBase(path, site.base);
    if (below === null && path === '/' && safe !== 'forbidden')
      return redirect(exchange, { to: `${site.base}/`, status: 302 }, {});
    if (below === null || safe === 'forbidden') return notFound(exchange, folder, { site, below: '/' });
    const headers = site.headers(path.length > 1 ? path.replace(/\/$/, '') : path);
    const move = site.redirect(path.length > 1 ? path.replace(/\/$/, '') : path);
    if (move) return redirect(exchange, { ...move, to: withQuery(move.to, query) }, headers);
    const file = findFile(folder, below);
    if (file === null) return notFound(exchange, folder, { site, below });
    if (/\/404\.html$/.test(file)) return notFound(exchange, folder, { site, below });
    if (request.headers.range !== undefined) {
      const ranged = { 'Content-Type': textType(file), ...headers };
      if (!(await sendFile(exchange, { file, headers: ranged }))) await notFound(exchange, folder, { site, below });
      return;
    }
    const own = {
      'Cache-Control': 'no-cache',
      'Content-Type': textType(file),
      'Accept-Ranges': 'bytes',
      'X-Content-Type-Options': 'nosniff',
    };
    for (const [name, value] of Object.entries({ ...own, ...headers })) response.setHeader(name, value);
    request.url = encodeURI(below);
    files(request, response, () => void notFound(exchange, folder, { site, below }));
  };
}

/** A new build takes the place of the old one in two steps; between them there is none for a moment. */
async function patiently(output: OutputReader): Promise<BuiltSite | null> {
  for (let tries = 0; tries < 50; tries++) {
    await new Promise((done) => setTimeout(done, 20));
    const site = output.read();
    if (site) return site;
  }
  return null;
}

function belowBase(path: string, base: string): string | null {
  if (path === base) return '/';
  return path.startsWith(`${base}/`) ? path.slice(base.length) : null;
}

function withQuery(to: string, query: string | undefined): string {
  return query === undefined || query === '' || to.includes('?') ? to : `${to}?${query}`;
}

function redirect(
  { response }: Exchange,
  { to, status }: { to: string; status: number },
  headers: Readonly<Record<string, string>>,
): void {
  response.writeHead(status, { ...headers, Location: to, 'Content-Length': 0 });
  response.end();
}

async function notFound(
  exchange: Exchange,
  folder: string,
  at: { readonly site: BuiltSite; readonly below: string },
): Promise<void> {
  const file = notFoundFile(folder, at.below);
  const headers = { ...at.site.headers(`${at.site.base}${at.below}`), 'Cache-Control': 'no-cache' };
  for (const name of exchange.response.getHeaderNames()) exchange.response.removeHeader(name);
  const status = at.site.missingStatus(at.below.replace(/(?<=.)\/$/, ''));
  if (file !== null && (await sendFile(exchange, { file, status, headers }))) return;
  sendPlain(exchange, status, 'There is no page at this address.');
}

function sendPlain(exchange: Exchange, status: number, text: string): void {
  const headers = { 'Cache-Control': 'no-store' };
  sendText(exchange, { status, type: 'text/plain; charset=utf-8', body: `${text}\n`, headers });
}
