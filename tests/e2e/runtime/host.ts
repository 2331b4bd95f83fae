import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';
import type { Files } from './build.ts';

/** What a host does wrong with a path. */
export type Fault =
  | { readonly kind: 'status'; readonly status: number; readonly times?: number }
  | { readonly kind: 'html' | 'drop' }
  | { readonly kind: 'slow'; readonly ms: number }
  | { readonly kind: 'edit'; readonly edit: (content: string) => string };

export type Host = {
  readonly url: string;
  /** Requests since the last `clear`: path with query. */
  readonly requests: string[];
  /** Paths that begin with the key go wrong. */
  readonly faults: Map<string, Fault>;
  /** Puts other files in place, as a deployment does. */
  readonly deploy: (files: Files) => void;
  readonly clear: () => void;
  readonly close: () => Promise<void>;
};

const types: { readonly [extension: string]: string } = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.html': 'text/html',
  '.svg': 'image/svg+xml',
};

/** A static host with faults. */
export async function openHost(first: Files): Promise<Host> {
  let files = first;
  const requests: string[] = [];
  const faults = new Map<string, Fault>();
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://host');
    const path = decodeURI(url.pathname);
    if (path === '/favicon.ico') return response.writeHead(204).end();
    requests.push(`${request.method === 'GET' ? '' : `${request.method} `}${path}${url.search}`);
    const [key, fault] = [...faults].find(([prefix]) => path.startsWith(prefix)) ?? [];
    if (key && fault?.kind === 'status' && fault.times) {
      if (fault.times === 1) faults.delete(key);
      else faults.set(key, { ...fault, times: fault.times - 1 });
    }
    if (fault?.kind === 'drop') return request.socket.destroy();
    if (fault?.kind === 'slow') await new Promise((resolve) => setTimeout(resolve, fault.ms));
    if (fault?.kind === 'status') return response.writeHead(fault.status).end('fault');
    if (path.startsWith('/sub/api/') || path.startsWith('/api/'))
      return response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}');
    const name = files.has(path) ? path : `${path.replace(/\/$/, '')}/index.html`;
    const file = files.get(name);
    const edited = fault?.kind === 'edit' && file !== undefined ? fault.edit(file) : file;
    const content = fault?.kind === 'html' ? '<!doctype html>rewritten' : edited;
    const type = fault?.kind === 'html' ? 'text/html' : (types[extname(name)] ?? 'application/octet-stream');
    if (content === undefined)
      return response.writeHead(404, { 'content-type': 'text/html' }).end(files.get('/sub/404/index.html'));
    return response.writeHead(200, { 'content-type': type }).end(content);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    faults,
    deploy: (next) => {
      files = next;
    },
    clear() {
      requests.length = 0;
      faults.clear();
      files = first;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
