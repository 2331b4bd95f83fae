import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { hostname } from 'node:os';

/** Path of a request's URL below the base, still encoded and without query; `''` for what is not below it. */
export function pathOf(url: string, base: string): string {
  const path = url.split('?')[0] as string;
  return path.startsWith(`${base}/`) ? path.slice(base.length) : '';
}

export type Target = {
  /** Path and query as they were sent. */
  readonly url: string;
  /** Authority that the request names, `''` where it names none. */
  readonly host: string;
};

/**
 * Returns the target of a request in origin form (RFC 9112, 3.2). An absolute form is taken apart, and its authority
 * replaces the `Host` header. Null for what calls for status 400: several `Host` headers, an authority that is none,
 * or a target that is no path.
 */
export function readTarget({ url = '', headers, rawHeaders }: IncomingMessage): Target | null {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
  if (hosts.length > 1) return null;
  const absolute = /^https?:\/\/([^/?#]*)(.*)$/is.exec(url);
  const host = absolute?.[1] ?? headers.host ?? '';
  const rest = absolute ? (absolute[2] as string) : url;
  const path = absolute && !rest.startsWith('/') ? `/${rest}` : rest;
  if ((absolute || host !== '') && nameOf(host) === null) return null;
  return path.startsWith('/') ? { url: path, host } : null;
}

/** The host name of an authority without its port, in lower case; null where it is malformed. */
function nameOf(authority: string): string | null {
  if (authority === '' || /[\s/?#@\\%]/.test(authority)) return null;
  try {
    return new URL(`http://${authority}`).hostname;
  } catch {
    return null;
  }
}

/** Names besides `localhost` and IP addresses that a server listening on `host` is reached by. */
export function ownNames(host: string): readonly string[] {
  const machine = hostname().toLowerCase();
  return [host.toLowerCase(), machine, `${machine}.local`];
}

/**
 * Whether a request may be answered that names this authority. A page elsewhere can let a name of its own resolve to
 * this machine (DNS rebinding) and would read what is served; it cannot take an IP address, `localhost`, or the
 * machine's own name. The same rule as Vite's `allowedHosts`, which guards its modules and its socket.
 */
export function isOwnHost(authority: string, host: string): boolean {
  if (authority === '') return true;
  const name = nameOf(authority);
  if (name === null) return false;
  const isAddress = isIP(name.replace(/^\[|\]$/g, '')) !== 0;
  return isAddress || name === 'localhost' || name.endsWith('.localhost') || ownNames(host).includes(name);
}

/** Whether a request was sent by a page of this server. Browsers name the origin with each POST; others need not. */
export function isSameOrigin({ headers }: IncomingMessage, authority: string): boolean {
  const { origin } = headers;
  return origin !== undefined && /^https?:\/\//.test(origin) && origin.replace(/^https?:\/\//, '') === authority;
}
