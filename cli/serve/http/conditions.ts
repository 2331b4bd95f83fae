import type { IncomingMessage } from 'node:http';
import fresh from 'fresh';

/** What identifies the version of a representation. `etag` may be weak. */
export type Validators = { readonly etag: string; readonly modified?: Date };

/**
 * Returns what the conditions of a GET or HEAD request call for, in the order of RFC 9110, 13.2.2: 412 where the
 * client wants another version, 304 where it has this one, null where the representation is to be sent.
 */
export function checkConditions({ headers }: IncomingMessage, { etag, modified }: Validators): 304 | 412 | null {
  const { 'if-match': match, 'if-none-match': noneMatch } = headers;
  const unmodifiedSince = Date.parse(headers['if-unmodified-since'] ?? '');
  const seconds = modified && secondsOf(modified);
  if (match !== undefined) {
    if (match.trim() !== '*' && !(isStrong(etag) && match.split(',').some((tag) => tag.trim() === etag))) return 412;
  } else if (seconds !== undefined && seconds * 1000 > unmodifiedSince) return 412;
  const sent = {
    ...(noneMatch === undefined ? {} : { 'if-none-match': noneMatch.trim() }),
    ...(headers['if-modified-since'] === undefined ? {} : { 'if-modified-since': headers['if-modified-since'] }),
  };
  return fresh(sent, { etag, ...(modified ? { 'last-modified': modified.toUTCString() } : {}) }) ? 304 : null;
}

/**
 * Whether a `Range` header may be followed: without `If-Range`, or where its validator is strong and that of this
 * version (RFC 9110, 13.1.5). Parts of two versions would not fit together.
 */
export function isRangeCurrent({ headers }: IncomingMessage, { etag, modified }: Validators): boolean {
  const condition = headers['if-range'];
  if (condition === undefined) return true;
  if (typeof condition !== 'string') return false;
  if (/^(?:W\/)?"/.test(condition)) return isStrong(condition) && condition === etag;
  if (!modified) return false;
  // A file may change twice in the second that its date names.
  const isSettled = Date.now() - modified.getTime() >= 1000;
  return isSettled && Date.parse(condition) === secondsOf(modified) * 1000;
}

const isStrong = (etag: string): boolean => !etag.startsWith('W/');

const secondsOf = (date: Date): number => Math.floor(date.getTime() / 1000);
