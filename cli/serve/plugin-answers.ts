import type { SiteInfo } from '../contract.ts';
import { loadPlugins, type PluginList } from '../plugins/load.ts';
import type { Plugin } from '../plugins/types.ts';
import { readBody } from './http/body.ts';
import { isSameOrigin } from './http/request.ts';
import type { Exchange } from './http/send.ts';

export type PluginAnswersInput = {
  readonly root: string;
  readonly site: () => SiteInfo | null;
  readonly plugins: () => PluginList;
};

/** The request that a plugin may answer. */
type Target = {
  /** Path without base and query. */
  readonly path: string;
  /** Authority of the request. */
  readonly host: string;
};

/** Maximum size of a request, which may hold pictures. */
const maxBodyBytes = 64 * 1024 * 1024;

/** Returns the function that lets the plugins of a site answer a request. It resolves to false if none of them does. */
export function createPluginAnswers({ root, site, plugins }: PluginAnswersInput) {
  return async (exchange: Exchange, { path, host }: Target): Promise<boolean> => {
    const info = site();
    const list = plugins();
    if (!info || list.plugins.length === 0) return false;
    const loaded = await loadPlugins(list);
    const server = (loaded.ok ? loaded.value : []).find((plugin) => answers(plugin, path))?.serve;
    if (!server) return false;
    const { request, response } = exchange;
    const isRead = request.method !== 'POST';
    const body = isRead ? undefined : isSameOrigin(request, host) ? await readBody(request, maxBodyBytes) : null;
    if (body === null) {
      response.writeHead(isSameOrigin(request, host) ? 413 : 403, { Connection: 'close' }).end();
      return true;
    }
    const headers = Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' ? [[name, value]] : [],
    );
    const init = { method: request.method ?? 'GET', headers, ...(body && { body: new Uint8Array(body) }) };
    const answer = await server.answer(new Request(`http://${host}${request.url}`, init), { root, site: info });
    const bytes = Buffer.from(await answer.arrayBuffer());
    response.writeHead(answer.status, { ...Object.fromEntries(answer.headers), 'Content-Length': bytes.length });
    response.end(request.method === 'HEAD' ? undefined : bytes);
    return true;
  };
}

const answers = ({ serve }: Plugin, path: string): boolean =>
  serve !== undefined && (path === serve.path || path.startsWith(`${serve.path}/`));
