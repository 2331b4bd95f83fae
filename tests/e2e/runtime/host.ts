import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';
import type { Files } from './build.ts';

/** A failure of the host for a path. */
export type Failure =
  | { readonly kind: 'status'; readonly status: number; readonly times?: number }
  | { readonly kind: 'html' | 'drop' }
  | { readonly kind: 'slow'; readonly ms: number }
  | { readonly kind: 'edit'; readonly edit: (content: string) => string };

export type Host = {
  readonly url: string;
  /** Requests since the last `clear`: path with query. */
  readonly requests: string[];
  /** Failures by path prefix. */
  readonly failures: Map<string, Failure>;
  /** Replaces the files, as a deployment does. */
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

/** Starts a static host with configurable failures. */
export async function openHost(first: Files): Promise<Host> {
  let files = first;
  const requests: string[] = [];
  const failures = new Map<string, Failure>();
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://host');
    const path = decodeURI(url.pathname);
    if (path === '/favicon.ico') return response.writeHead(204).end();
    requests.push(`${request.method === 'GET' ? '' : `${request.method} `}${path}${url.search}`);
    const [key, failure] = [...failures].find(([prefix]) => path.startsWith(prefix)) ?? [];
    if (key && failure?.kind === 'status' && failure.times) {
      if (failure.times === 1) failures.delete(key);
      else failures.set(key, { ...failure, times: failure.times - 1 });
    }
    if (failure?.kind === 'drop') return request.socket.destroy();
    if (failure?.kind === 'slow') await new Promise((resolve) => setTimeout(resolve, failure.ms));
    if (failure?.kind === 'status') return response.writeHead(failure.status).end('failure');
    if (path.startsWith('/sub/api/') || path.startsWith('/api/'))
      return response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}');
    const name = files.has(path) ? path : `${path.replace(/\/$/, '')}/index.html`;
    const file = files.get(name);
    const edited = failure?.kind === 'edit' && file !== undefined ? failure.edit(file) : file;
    const content = failure?.kind === 'html' ? '<!doctype html>rewritten' : edited;
    const type = failure?.kind === 'html' ? 'text/html' : (types[extname(name)] ?? 'application/octet-stream');
    if (content === undefined)
      return response.writeHead(404, { 'content-type': 'text/html' }).end(files.get('/sub/404/index.html'));
    return response.writeHead(200, { 'content-type': type }).end(content);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    failures,
    deploy: (next) => {
      files = next;
    },
    clear() {
      requests.length = 0;
      failures.clear();
      files = first;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
