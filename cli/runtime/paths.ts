/** Protocols that are never navigated to. */
export const scriptProtocols: readonly string[] = ['javascript:', 'data:', 'blob:', 'vbscript:'];

/** True for `/a`, false for `//host`, `/\host` and everything that does not start with a slash. */
export function isRootPath(to: string): boolean {
  return /^\/(?![/\\])/.test(to);
}

/** True where the protocol can run script, in whatever spelling a browser accepts. */
export function isScriptUrl(to: string): boolean {
  try {
    return scriptProtocols.includes(new URL(to, 'http://localhost').protocol);
  } catch {
    return false;
  }
}

/** Decoded, with no slash at the end except in `/`. */
export function normalizePath(path: string): string {
  const trimmed = path.replace(/\/(?:index\.html)?$/, '') || '/';
  try {
    return decodeURI(trimmed);
  } catch {
    return trimmed;
  }
}

/** URL of a path below the base; what is not such a path stays as it is. */
export function withBase(to: string, base: string): string {
  return isRootPath(to) ? base + to : to;
}

/** Path, and from the first `?` or `#` the rest. */
export function splitPath(to: string): readonly [path: string, rest: string] {
  const end = to.search(/[?#]/);
  return end < 0 ? [to, ''] : [to.slice(0, end), to.slice(end)];
}
