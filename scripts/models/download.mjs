import { setTimeout as sleep } from 'node:timers/promises';

/**
 * @typedef {object} Limits
 * @property {number} attempts consecutive attempts that receive nothing
 * @property {number} waitMs pause before the second attempt, doubled for each further one
 * @property {number} stallMs time without data after which a connection is closed
 */

/** @type {Limits} */
export const LIMITS = Object.freeze({ attempts: 4, waitMs: 500, stallMs: 30_000 });

/** Error of a download that failed for good. */
export class DownloadError extends Error {
  /**
   * @param {string} message
   * @param {{ readonly status?: number, readonly cause?: unknown }} details
   */
  constructor(message, details) {
    super(message, { cause: details.cause });
    this.name = 'DownloadError';
    /** HTTP status, or 0 without a response. */
    this.status = details.status ?? 0;
  }
}

/**
 * Yields the bytes at `url` in order. A connection that breaks or stalls is resumed at its offset; if the server
 * does not support ranges, received bytes are skipped. Leaving the loop closes the connection.
 * Throws a `DownloadError` if the server refuses, or after the last attempt.
 * @param {string} url
 * @param {Partial<Limits>} [limits]
 * @returns {AsyncGenerator<Uint8Array, void, undefined>}
 */
export async function* download(url, limits = {}) {
  const { attempts, waitMs, stallMs } = { ...LIMITS, ...limits };
  let offset = 0;
  let failures = 0;
  let etag = '';
  for (;;) {
    const before = offset;
    const stall = watchdog(stallMs);
    try {
      const response = await fetch(url, { headers: headersFrom(offset, etag), signal: stall.signal });
      let skip = skipped(response, offset);
      etag = response.headers.get('etag') ?? '';
      for await (const chunk of response.body ?? []) {
        stall.alive();
        const fresh = chunk.subarray(Math.min(skip, chunk.length));
        skip -= chunk.length - fresh.length;
        offset += fresh.length;
        if (fresh.length > 0) yield fresh;
      }
      return;
    } catch (error) {
      failures = offset > before ? 1 : failures + 1;
      if (isFinal(error) || failures >= attempts) throw asDownloadError(error);
    } finally {
      stall.end();
    }
    await sleep(waitMs * 2 ** (failures - 1));
  }
}

/**
 * @param {number} offset
 * @param {string} etag
 */
function headersFrom(offset, etag) {
  const headers = { 'accept-encoding': 'identity' };
  if (offset === 0) return headers;
  const withRange = { ...headers, range: `bytes=${offset}-` };
  return etag.startsWith('"') ? { ...withRange, 'if-range': etag } : withRange;
}

/**
 * Number of leading bytes of the response that have been received before.
 * @param {Response} response
 * @param {number} offset
 */
function skipped(response, offset) {
  const { status } = response;
  if (status === 200) return offset;
  if (status === 206 && response.headers.get('content-range')?.startsWith(`bytes ${offset}-`)) return 0;
  throw new DownloadError(`the server answered ${status}`, { status });
}

/** @param {unknown} error */
function isFinal(error) {
  if (!(error instanceof DownloadError)) return false;
  const { status } = error;
  return status < 500 && status !== 408 && status !== 429;
}

/** @param {unknown} error */
function asDownloadError(error) {
  if (error instanceof DownloadError) return error;
  const { message, cause } = error instanceof Error ? error : new Error(String(error));
  const reason = cause instanceof Error ? cause.message : message;
  return new DownloadError(`the connection failed (${reason})`, { cause: error });
}

/**
 * Creates a signal that aborts if `alive` is not called for `ms`.
 * @param {number} ms
 */
function watchdog(ms) {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new Error(`no byte for ${ms / 1000} s`)), ms);
  return {
    signal: controller.signal,
    alive: () => {
      timer.refresh();
    },
    end: () => {
      clearTimeout(timer);
      controller.abort();
    },
  };
}
