import type { IncomingMessage } from 'node:http';
import fresh from 'fresh';

/** Validators of a representation: entity tag (strong or weak) and time of modification. */
export type Validators = { readonly etag: string; readonly modified?: Date };

/**
 * Evaluates the preconditions of a GET or HEAD request in the order of RFC 9110, 13.2.2. Returns 412 if the client
 * requires another version, 304 if it already has this one, and null if the representation must be sent.
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
 * Returns whether a `Range` header applies: there is no `If-Range`, or `If-Range` has a strong validator that matches
 * the current version (RFC 9110, 13.1.5). Otherwise the client would combine parts of two versions.
 */
export function isRangeCurrent({ headers }: IncomingMessage, { etag, modified }: Validators): boolean {
  const condition = headers['if-range'];
  if (condition === undefined) return true;
  if (typeof condition !== 'string') return false;
  if (/^(?:W\/)?"/.test(condition)) return isStrong(condition) && condition === etag;
  if (!modified) return false;
  // A modification time within the last second is not a strong validator: the file may change again in that second.
  const isSettled = Date.now() - modified.getTime() >= 1000;
  return isSettled && Date.parse(condition) === secondsOf(modified) * 1000;
}

const isStrong = (etag: string): boolean => !etag.startsWith('W/');

const secondsOf = (date: Date): number => Math.floor(date.getTime() / 1000);
