import type { IncomingMessage } from 'node:http';

/** Path of a request's URL below the base, still encoded and without query; `''` for what is not below it. */
export function pathOf(url: string, base: string): string {
  const path = url.split('?')[0] as string;
  return path.startsWith(`${base}/`) ? path.slice(base.length) : '';
}

/**
 * Whether a request names a host that this server may be known by. A server of this machine only must not answer
 * to other names: a page elsewhere could have its own name lead here and read what is served.
 */
export function isOurHost(request: IncomingMessage, host: string): boolean {
  const isLocal = host === 'localhost' || host === '::1' || host.startsWith('127.');
  if (!isLocal) return true;
  const name = (request.headers.host ?? 'localhost').replace(/:\d+$/, '').toLowerCase();
  return name === 'localhost' || name.endsWith('.localhost') || /^(?:\d+\.){3}\d+$/.test(name) || name.startsWith('[');
}
