import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { hostname } from 'node:os';

/** Returns the path of a URL without base and query, still percent-encoded; `''` if it is not below the base. */
export function pathOf(url: string, base: string): string {
  const path = url.split('?')[0] as string;
  return path.startsWith(`${base}/`) ? path.slice(base.length) : '';
}

/**
 * Returns the path as the route table contains it: decoded, without base, `index.html` and trailing slash; null outside
 * the base.
 */
export function pathBelow(pathname: string, base: string): string | 'malformed' | null {
  if (pathname !== base && !pathname.startsWith(`${base}/`)) return null;
  try {
    const path = decodeURIComponent(pathname.slice(base.length)).replace(/\/(?:index\.html)?$/, '') || '/';
    return path.includes('\0') ? 'malformed' : path;
  } catch {
    return 'malformed';
  }
}

export type Target = {
  /** Path and query, still percent-encoded. */
  readonly url: string;
  /** Authority (host and port) of the request; `''` if there is none. */
  readonly host: string;
};

/**
 * Returns the target of a request in origin form (RFC 9112, 3.2). The authority of a target in absolute form replaces
 * the `Host` header. Returns null if the request must get status 400: several `Host` headers, an invalid authority, or
 * a target without a path.
 */
export function readTarget({ url = '', headers, rawHeaders }: IncomingMessage): Target | null {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
  if (hosts.length > 1) return null;
  const absoluteForm = /^https?:\/\/([^/?#]*)(.*)$/is.exec(url);
  const host = absoluteForm?.[1] ?? headers.host ?? '';
  const target = absoluteForm ? (absoluteForm[2] as string) : url;
  const path = absoluteForm && !target.startsWith('/') ? `/${target}` : target;
  if ((absoluteForm || host !== '') && nameOf(host) === null) return null;
  return path.startsWith('/') ? { url: path, host } : null;
}

/** Returns the host name of an authority without port and in lower case, or null if it is malformed. */
function nameOf(authority: string): string | null {
  if (authority === '' || /[\s/?#@\\%]/.test(authority)) return null;
  try {
    return new URL(`http://${authority}`).hostname;
  } catch {
    return null;
  }
}

/** Returns the host names, besides `localhost` and IP addresses, of a server that listens on `host`. */
export function ownNames(host: string): readonly string[] {
  const machine = hostname().toLowerCase();
  return [host.toLowerCase(), machine, `${machine}.local`];
}

/**
 * Returns whether a request for this authority may be answered. With DNS rebinding, another site can point its own host
 * name at this machine and read the responses; it cannot do so for IP addresses, `localhost` or the machine's own name.
 * Vite's `allowedHosts` applies the same rule to modules and to its web socket.
 */
export function isOwnHost(authority: string, host: string): boolean {
  if (authority === '') return true;
  const name = nameOf(authority);
  if (name === null) return false;
  const isAddress = isIP(name.replace(/^\[|\]$/g, '')) !== 0;
  return isAddress || name === 'localhost' || name.endsWith('.localhost') || ownNames(host).includes(name);
}

/**
 * Returns whether a page of this server sent the request. Browsers send `Origin` with every POST; a request without it
 * is rejected.
 */
export function isSameOrigin({ headers }: IncomingMessage, authority: string): boolean {
  const { origin } = headers;
  return origin !== undefined && /^https?:\/\//.test(origin) && origin.replace(/^https?:\/\//, '') === authority;
}
