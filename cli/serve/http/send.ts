import { createReadStream, type Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { hashOf } from '../../lib/hash.ts';
import type { Headers } from '../protocol.ts';
import { parseRange } from './range.ts';
import { fileType } from './types.ts';

export type Exchange = { readonly request: IncomingMessage; readonly response: ServerResponse };

export type TextAnswer = {
  readonly status: number;
  readonly type: string;
  readonly body: string;
  readonly headers: Headers;
};

/** Sends a text with its ETag; 304 where the browser has it already. */
export function sendText({ request, response }: Exchange, { status, type, body, headers }: TextAnswer): void {
  const etag = `W/"${hashOf(body)}"`;
  const keeps = headers['Cache-Control'] !== 'no-store';
  if (status === 200 && keeps && isKnown(request, etag, null)) {
    response.writeHead(304, { ...headers, ETag: etag });
    response.end();
    return;
  }
  const bytes = Buffer.from(body);
  const own = {
    'Content-Type': type,
    'Content-Length': bytes.length,
    ...(keeps && status === 200 ? { ETag: etag } : {}),
  };
  response.writeHead(status, { ...own, 'X-Content-Type-Options': 'nosniff', ...headers });
  response.end(request.method === 'HEAD' ? undefined : bytes);
}

export type FileAnswer = {
  readonly file: string;
  readonly headers: Headers;
  /** 200 unless given; another one is sent whole and never as 304. */
  readonly status?: number;
};

/** Sends a file, or the range of it that is asked for. False where there is no such file. */
export async function sendFile(exchange: Exchange, { file, headers, status = 200 }: FileAnswer): Promise<boolean> {
  const { request, response } = exchange;
  const found = await stat(file).catch(() => null);
  if (!found?.isFile()) return false;
  const etag = etagOf(found);
  const own: Record<string, string | number> = {
    'Content-Type': fileType(file),
    'Last-Modified': found.mtime.toUTCString(),
    ETag: etag,
    'Accept-Ranges': 'bytes',
    'Cache-Control': 'no-cache',
    'X-Content-Type-Options': 'nosniff',
    ...headers,
  };
  if (status === 200 && isKnown(request, etag, found.mtime)) {
    response.writeHead(304, own);
    response.end();
    return true;
  }
  const range =
    status === 200 && rangeHolds(request, etag, found.mtime) ? parseRange(request.headers.range, found.size) : null;
  if (range === 'unsatisfiable') {
    response.writeHead(416, { ...headers, 'Content-Range': `bytes */${found.size}` });
    response.end();
    return true;
  }
  const { start, end } = range ?? { start: 0, end: found.size - 1 };
  const length = { 'Content-Length': end - start + 1 };
  if (range) response.writeHead(206, { ...own, ...length, 'Content-Range': `bytes ${start}-${end}/${found.size}` });
  else response.writeHead(status, { ...own, ...length });
  if (request.method === 'HEAD' || found.size === 0) {
    response.end();
    return true;
  }
  await stream(exchange, { file, start, end });
  return true;
}

/** The ETag that sirv gives the same file. */
export const etagOf = ({ size, mtime }: Stats): string => `W/"${size}-${mtime.getTime()}"`;

/** A file may shrink or vanish while it is sent: then the connection ends, and the server lives on. */
function stream({ response }: Exchange, at: { file: string; start: number; end: number }): Promise<void> {
  return new Promise((resolve) => {
    const source = createReadStream(at.file, { start: at.start, end: at.end });
    source.on('error', () => response.destroy());
    response.on('close', () => {
      source.destroy();
      resolve();
    });
    source.pipe(response);
  });
}

/** Whether the browser's copy is the one that would be sent (RFC 9110, 13.1). */
function isKnown(request: IncomingMessage, etag: string, changed: Date | null): boolean {
  const { 'if-none-match': tags, 'if-modified-since': since } = request.headers;
  if (tags !== undefined) return tags.trim() === '*' || tags.split(',').some((tag) => tag.trim() === etag);
  return changed !== null && since !== undefined && Math.floor(changed.getTime() / 1000) * 1000 <= Date.parse(since);
}

/** A range of an older version of the file would not fit the parts that the browser has. */
function rangeHolds(request: IncomingMessage, etag: string, changed: Date): boolean {
  const condition = request.headers['if-range'];
  if (condition === undefined) return true;
  return (
    typeof condition === 'string' &&
    (condition === etag || Date.parse(condition) === Math.floor(changed.getTime() / 1000) * 1000)
  );
}
