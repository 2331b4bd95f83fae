import { useSyncExternalStore } from 'react';
import type { Json } from '../contract.ts';

export type CookieOptions = {
  /** Seconds; without it the cookie ends with the browser's session. */
  readonly maxAge?: number;
  readonly path?: string;
  readonly sameSite?: 'Lax' | 'Strict' | 'None';
};

const changed = 'sitegen:cookie';

/** Value of a cookie: text, or what was JSON when written; undefined without such a cookie. */
export function readCookie(name: string): Json | undefined {
  return findCookie(cookies(), name);
}

/** Writes a cookie; null deletes it. Where cookies are blocked nothing happens. */
export function writeCookie(name: string, value: Json, options: CookieOptions = {}): void {
  try {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous and not everywhere.
    document.cookie = formatCookie(name, value, options);
  } catch {
    return;
  }
  document.dispatchEvent(new Event(changed));
}

/** A cookie as state, in step with other tabs where the browser tells of changes. Undefined on the server. */
export function useCookie(
  name: string,
  options: CookieOptions = {},
): readonly [value: Json | undefined, write: (value: Json) => void] {
  const raw = useSyncExternalStore(
    subscribe,
    () => JSON.stringify(readCookie(name)),
    () => undefined,
  );
  return [raw === undefined ? undefined : JSON.parse(raw), (value) => writeCookie(name, value, options)];
}

function subscribe(onChange: () => void): () => void {
  const store = (globalThis as { readonly cookieStore?: EventTarget }).cookieStore;
  document.addEventListener(changed, onChange);
  store?.addEventListener('change', onChange);
  return () => {
    document.removeEventListener(changed, onChange);
    store?.removeEventListener('change', onChange);
  };
}

function cookies(): string {
  try {
    return document.cookie;
  } catch {
    return '';
  }
}

/** Text for `document.cookie`. Text stays as it is unless it would be read as something else; the rest is JSON. */
export function formatCookie(name: string, value: Json, options: CookieOptions = {}): string {
  const text = typeof value === 'string' && parseValue(value) === value ? value : JSON.stringify(value);
  const age = value === null ? 0 : options.maxAge;
  return [
    `${encodeURIComponent(name)}=${value === null ? '' : encodeURIComponent(text)}`,
    `Path=${options.path ?? '/'}`,
    `SameSite=${options.sameSite ?? 'Lax'}`,
    ...(age === undefined ? [] : [`Max-Age=${age}`]),
    ...(options.sameSite === 'None' ? ['Secure'] : []),
  ].join('; ');
}

/** Value of a cookie in the text of a `Cookie` header. */
export function findCookie(header: string, name: string): Json | undefined {
  const start = `${encodeURIComponent(name)}=`;
  const pair = header.split(/; */).find((candidate) => candidate.startsWith(start));
  return pair === undefined ? undefined : parseValue(decode(pair.slice(start.length)));
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** JSON where the text is that and nothing is lost by reading it so. */
function parseValue(text: string): Json {
  try {
    const value = JSON.parse(text) as Json;
    return typeof value === 'number' && String(value) !== text ? text : value;
  } catch {
    return text;
  }
}
