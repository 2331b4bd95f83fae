import { appendFile, mkdir } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { dirname } from 'node:path';
import type { Exchange } from './http/send.ts';

/** Writes events that pages send to a file, so that tracking can be seen at work without a service. */
export type Collector = { readonly take: (exchange: Exchange) => Promise<void> };

export type CollectorOptions = {
  /** A line of JSON for each event is appended to this file. */
  readonly file: string;
  readonly now: () => Date;
  /** Takes a line for the terminal; null where events are not to be shown. */
  readonly show: ((line: string) => void) | null;
};

/** Larger events are refused: the largest that a beacon may be. */
const mostBytes = 64 * 1024;

export function createCollector({ file, now, show }: CollectorOptions): Collector {
  return {
    async take({ request, response }) {
      const body = await bodyOf(request);
      if (body === null) {
        response.writeHead(413, { Connection: 'close' }).end();
        return;
      }
      const event = { at: now().toISOString(), type: request.headers['content-type'] ?? null, ...contentOf(body) };
      const line = JSON.stringify(event);
      try {
        await mkdir(dirname(file), { recursive: true });
        await appendFile(file, `${line}\n`);
        response.writeHead(204).end();
      } catch (error) {
        response.writeHead(507, { 'Content-Type': 'text/plain' }).end(`${(error as Error).message}\n`);
      }
      show?.(line);
    },
  };
}

/** Null where the body is larger than an event may be. */
export async function bodyOf(request: IncomingMessage): Promise<Buffer | null> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > mostBytes) return null;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** JSON as what it says, other text as it is, anything else in base64. */
function contentOf(body: Buffer): { event: unknown } | { text: string } | { base64: string } {
  const text = body.toString('utf8');
  if (!Buffer.from(text).equals(body)) return { base64: body.toString('base64') };
  try {
    return { event: JSON.parse(text) };
  } catch {
    return { text };
  }
}
