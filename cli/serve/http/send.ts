import { createReadStream, fstatSync, type ReadStream, type Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import Negotiator from 'negotiator';
import { hashOf } from '../../lib/hash.ts';
import type { Headers } from '../protocol.ts';
import { checkConditions, isRangeCurrent, type Validators } from './conditions.ts';
import { parseRange } from './range.ts';
import { contentType } from './types.ts';

export type Exchange = { readonly request: IncomingMessage; readonly response: ServerResponse };

export type TextAnswer = {
  readonly status: number;
  readonly type: string;
  readonly body: string;
  readonly headers: Headers;
};

/** Sends a text with an ETag, or 304 if the client already has this version. */
export function sendText({ request, response }: Exchange, { status, type, body, headers }: TextAnswer): void {
  const etag = `W/"${hashOf(body)}"`;
  const isStorable = status === 200 && headers['Cache-Control'] !== 'no-store';
  const condition = isStorable ? checkConditions(request, { etag }) : null;
  if (condition !== null) {
    sendCondition(response, condition, { ...headers, ETag: etag });
    return;
  }
  const bytes = Buffer.from(body);
  const entityHeaders = {
    'Content-Type': type,
    'Content-Length': bytes.length,
    ...(isStorable ? { ETag: etag } : {}),
  };
  response.writeHead(status, { ...entityHeaders, 'X-Content-Type-Options': 'nosniff', ...headers });
  response.end(request.method === 'HEAD' ? undefined : bytes);
}

export type FileAnswer = {
  readonly file: string;
  readonly headers: Headers;
  /** HTTP status, 200 by default. With any other status the file is sent whole, without conditions and ranges. */
  readonly status?: number;
  /** Whether the compressed copies `.br` and `.gz` may be sent instead of the file. */
  readonly precompressed?: boolean;
  /** Opens the file or its compressed copy to send it whole; null if it does not exist. Default: `createReadStream`. */
  readonly openWhole?: (file: string) => ReadStream | null;
};

type Coding = 'br' | 'gzip' | 'identity';

/** How often a file is selected if each time another process replaces it before it is open. */
const maxSelections = 20;

/**
 * Sends a file according to RFC 9110: preconditions, a single range, and compressed copies. Returns false, with nothing
 * sent, if the file does not exist.
 */
export async function sendFile(exchange: Exchange, answer: FileAnswer): Promise<boolean> {
  const isPart = (answer.status ?? 200) === 200 && exchange.request.headers.range !== undefined;
  for (let selection = 0; selection < maxSelections; selection++) {
    const selected = await selectRepresentation(exchange.request, answer, isPart);
    if (selected === null) return false;
    if (await sendRepresentation(exchange, answer, selected)) return true;
  }
  return false;
}

/** Sends a selected file. Returns false, with nothing sent, if another process has replaced or removed the file. */
async function sendRepresentation(
  { request, response }: Exchange,
  answer: FileAnswer,
  { file, coding, stats }: Representation,
): Promise<boolean> {
  const { headers, status = 200, precompressed = false } = answer;
  // Stop at the announced length if the file grows meanwhile: a client would read further bytes as the next response.
  const { openWhole = () => createReadStream(file, { end: stats.size - 1 }) } = answer;
  const range = status === 200 ? request.headers.range : undefined;
  const validators = { etag: etagOf(stats, coding), modified: stats.mtime };
  const vary = precompressed ? { Vary: 'Accept-Encoding' } : {};
  const validatorHeaders = { ETag: validators.etag, 'Cache-Control': 'no-cache', ...vary, ...headers };
  const condition = status === 200 ? checkConditions(request, validators) : null;
  if (condition !== null) {
    sendCondition(response, condition, validatorHeaders);
    return true;
  }
  const byteRange = requestedRange(request, validators, stats.size);
  if (range !== undefined && byteRange === 'unsatisfiable') {
    response.writeHead(416, { ...headers, ...vary, 'Content-Range': `bytes */${stats.size}`, 'Content-Length': 0 });
    response.end();
    return true;
  }
  const part = range === undefined || byteRange === 'unsatisfiable' ? null : byteRange;
  const isBodiless = request.method === 'HEAD' || stats.size === 0;
  const body = isBodiless ? null : part ? createReadStream(file, part) : openWhole(file);
  if (!isBodiless && !(body && (await opens(body, stats)))) return false;
  const entityHeaders = {
    'Content-Type': contentType(answer.file),
    ...(coding === 'identity' ? {} : { 'Content-Encoding': coding }),
    'Last-Modified': stats.mtime.toUTCString(),
    ...(status === 200 ? { 'Accept-Ranges': 'bytes' } : {}),
    'X-Content-Type-Options': 'nosniff',
    ...validatorHeaders,
  };
  if (part) {
    const length = part.end - part.start + 1;
    const range = `bytes ${part.start}-${part.end}/${stats.size}`;
    response.writeHead(206, { ...entityHeaders, 'Content-Length': length, 'Content-Range': range });
  } else response.writeHead(status, { ...entityHeaders, 'Content-Length': stats.size });
  if (body) stream(body, response);
  else response.end();
  return true;
}

/** Returns the range to send, or null for the whole file. Ranges apply only to GET (RFC 9110, 14.2). */
function requestedRange(request: IncomingMessage, validators: Validators, size: number): ReturnType<typeof parseRange> {
  if (request.method !== 'GET' || !isRangeCurrent(request, validators)) return null;
  return parseRange(request.headers.range, size);
}

/**
 * Waits until a file is open. Returns false, with the file closed, if it cannot be opened or is not the one that
 * `stats` describes: a client would wait for bytes that are missing, or read further bytes as the next response.
 */
function opens(source: ReadStream, { ino, size, mtimeMs }: Stats): Promise<boolean> {
  return new Promise((resolve) => {
    source.once('error', () => resolve(false));
    source.once('open', (descriptor) => {
      const opened = fstatSync(descriptor);
      const isSelected = opened.ino === ino && opened.size === size && opened.mtimeMs === mtimeMs;
      if (!isSelected) source.destroy();
      resolve(isSelected);
    });
  });
}

/**
 * Streams an open file to a response. Closes the file if the client disconnects (`pipe` alone leaves the file of an
 * aborted download open), and the connection if the file cannot be read to its end.
 */
function stream(source: ReadStream, response: ServerResponse): void {
  source.on('error', () => response.destroy());
  response.on('close', () => source.destroy());
  source.pipe(response);
}

const copyExtensions = { br: '.br', gzip: '.gz', identity: '' } as const satisfies Record<Coding, string>;

/**
 * Signature of `Negotiator.encoding` with `preferred`, the order among codings of equal quality. The package's types
 * lack it.
 */
type Encodings = {
  encoding: (available: readonly Coding[], options: { readonly preferred: readonly Coding[] }) => string | undefined;
};

type Representation = { readonly file: string; readonly coding: Coding; readonly stats: Stats };

/**
 * Selects the representation to send: the compressed copy that the client prefers, or the file itself for a range.
 * Returns null if the file does not exist.
 */
async function selectRepresentation(
  request: IncomingMessage,
  { file, precompressed = false }: FileAnswer,
  isPart: boolean,
): Promise<Representation | null> {
  const codings: readonly Coding[] = precompressed && !isPart ? ['br', 'gzip', 'identity'] : ['identity'];
  const copies = await Promise.all(
    codings.map(async (coding) => {
      const path = file + copyExtensions[coding];
      const stats = await stat(path).catch(() => null);
      return stats?.isFile() ? { file: path, coding, stats } : null;
    }),
  );
  const existing = copies.filter((copy) => copy !== null);
  const plain = existing.find(({ coding }) => coding === 'identity');
  if (!plain) return null;
  const names = existing.map(({ coding }) => coding);
  const negotiator: Encodings = new Negotiator(request);
  const preferred = negotiator.encoding(names, { preferred: codings });
  return existing.find(({ coding }) => coding === preferred) ?? plain;
}

/** Returns a strong entity tag from size, modification time and content coding. */
const etagOf = ({ size, mtimeMs }: Stats, coding: Coding): string =>
  `"${size.toString(36)}-${Math.round(mtimeMs * 1000).toString(36)}${copyExtensions[coding].replace('.', '-')}"`;

function sendCondition(response: ServerResponse, status: 304 | 412, headers: Headers): void {
  response.writeHead(status, status === 412 ? { ...headers, 'Content-Length': 0 } : headers);
  response.end();
}
