import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Incompressible bytes, deterministic for a seed. */
export function noise(length: number, seed = 1): Uint8Array {
  const bytes = new Uint8Array(length);
  for (let i = 0, state = seed; i < length; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    bytes[i] = state >>> 24;
  }
  return bytes;
}

function header(path: string, size: number, flag: string): Buffer {
  const block = Buffer.alloc(512);
  block.write(path, 0, 100);
  block.write('000644 \0', 100);
  block.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  block.write(`ustar\0${'00'}`, 257);
  block.write(flag, 156);
  block.write('        ', 148);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return block;
}

function entry(path: string, content: Uint8Array, flag = '0'): Buffer[] {
  const padding = Buffer.alloc((512 - (content.length % 512)) % 512);
  return [header(path, content.length, flag), Buffer.from(content), padding];
}

/** A tarball in npm's format: everything below `package/`, long paths in pax headers. */
export function tarball(files: Readonly<Record<string, Uint8Array | string>>): Buffer {
  const blocks = Object.entries(files).flatMap(([name, content]) => {
    const path = `package/${name}`;
    const bytes = Buffer.from(content);
    if (path.length <= 100) return entry(path, bytes);
    const record = ` path=${path}\n`;
    const length = record.length + String(record.length + 3).length;
    return [...entry('PaxHeader', Buffer.from(`${length}${record}`), 'x'), ...entry(path.slice(0, 100), bytes)];
  });
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]), { level: 1 });
}

export type Site = { readonly url: string; readonly requests: readonly string[]; close(): Promise<void> };
export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** Starts a local server that records its requests. */
export async function serve(answer: Answer): Promise<Site> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${port}`, requests, close };
}
