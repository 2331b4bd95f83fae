import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Model } from '../../../../../site/engine/manifest.ts';
import { type ByteStore, cacheByteStore, memoryByteStore } from '../../../../../site/engine/models/byte-store.ts';
import { type LoadOptions, type ModelStore, modelStore } from '../../../../../site/engine/models/store.ts';

const CONTENT = Uint8Array.from({ length: 40_000 }, (_, i) => (i * 2654435761) >>> 13);
const MODEL: Model = {
  id: 'net',
  title: 'Net',
  file: 'net.onnx',
  bytes: CONTENT.length,
  sha256: createHash('sha256').update(CONTENT).digest('hex'),
  role: 'denoise',
  choice: 'default',
  adapter: 'plain',
  inputs: [],
  outputs: [],
  licence: 'MIT',
  notice: '',
  homepage: '',
  changes: [],
};

let answer: (request: IncomingMessage, response: ServerResponse) => void;
let ranges: string[] = [];
let manifestUrl = '';
let files: ByteStore;
let store: ModelStore;
const server = createServer((request, response) => {
  ranges.push(request.headers.range ?? 'all');
  answer(request, response);
});

/** Time without a byte after which a connection is given up. */
const SILENCE_MS = 30_000;

/** Waits until a condition holds, in real time. */
const until = async (holds: () => boolean) => {
  while (!holds()) await setImmediate();
};

/** Answers as a file server with ranges does. */
const fileServer =
  (content: Uint8Array): typeof answer =>
  (request, response) => {
    const from = Number(/bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0);
    const rest = content.subarray(from);
    response.writeHead(from > 0 ? 206 : 200, {
      'content-length': rest.length,
      ...(from > 0 ? { 'content-range': `bytes ${from}-${content.length - 1}/${content.length}` } : {}),
    });
    response.end(rest);
  };
const serveFile = fileServer(CONTENT);

const load = (options: Partial<LoadOptions> = {}) =>
  store.load(MODEL, { signal: new AbortController().signal, onProgress: () => {}, ...options });

beforeEach(async () => {
  ranges = [];
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  manifestUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/models/manifest.json`;
  files = memoryByteStore();
  store = modelStore({ files, manifestUrl, network: { fetch, wait: async () => {} } });
  answer = serveFile;
});

afterEach(async () => {
  vi.useRealTimers();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

describe('modelStore', () => {
  it('downloads a model once and works offline afterwards, until the model is removed', async () => {
    expect(await store.state(MODEL)).toEqual({ kind: 'absent' });
    const shown: number[] = [];
    const first = await load({ onProgress: (received, total) => shown.push(received / total) });
    expect(first).toEqual({ kind: 'ready', content: CONTENT, kept: true });
    expect(shown[0]).toBe(0);
    expect(shown.at(-1)).toBe(1);
    expect([...shown].sort((a, b) => a - b)).toEqual(shown);

    answer = (_, response) => response.destroy();
    expect(await store.state(MODEL)).toEqual({ kind: 'stored' });
    expect(await load()).toMatchObject({ kind: 'ready' });
    expect(ranges).toEqual(['all']);

    await store.remove(MODEL);
    expect(await store.state(MODEL)).toEqual({ kind: 'absent' });
    expect(await load()).toEqual({ kind: 'offline' });
  });

  it('continues an interrupted download', async () => {
    let cut: ServerResponse | undefined;
    answer = (request, response) => {
      if (request.headers.range) return serveFile(request, response);
      cut = response.writeHead(200, { 'content-length': CONTENT.length });
      cut.write(CONTENT.subarray(0, 15_000));
    };
    const onProgress = (received: number) => {
      if (received === 15_000) cut?.destroy();
    };
    expect(await load({ onProgress })).toMatchObject({ kind: 'ready', content: CONTENT });
    expect(ranges).toEqual(['all', 'bytes=15000-']);
  });

  it.each([
    ['that never answers', 0, 'absent'],
    ['that falls silent in the middle', 9_000, 'part'],
  ] as const)('asks a server once more %s, then gives up, and continues on request', async (_, sent, state) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    answer = ({ headers }, response) => {
      if (sent > 0 && !headers.range)
        response.writeHead(200, { 'content-length': CONTENT.length }).write(CONTENT.subarray(0, sent));
    };
    let received = 0;
    const loading = load({
      onProgress: (bytes) => {
        received = bytes;
      },
    });
    await until(() => ranges.length === 1 && received === sent);
    vi.advanceTimersByTime(SILENCE_MS);
    await until(() => ranges.length === 2);
    vi.advanceTimersByTime(SILENCE_MS);
    expect(await loading).toEqual({ kind: 'offline' });
    expect(ranges).toHaveLength(2);
    expect(await store.state(MODEL)).toMatchObject({ kind: state });
    answer = serveFile;
    expect(await load()).toMatchObject({ kind: 'ready', content: CONTENT });
  });

  it('waits for a slow server as long as it sends', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let received = 0;
    answer = async (_, response) => {
      response.writeHead(200, { 'content-length': CONTENT.length });
      for (let at = 0; at < CONTENT.length; at += 5_000) {
        vi.advanceTimersByTime(SILENCE_MS - 1);
        response.write(CONTENT.subarray(at, at + 5_000));
        await until(() => received === at + 5_000);
      }
      response.end();
    };
    const onProgress = (bytes: number) => {
      received = bytes;
    };
    expect(await load({ onProgress })).toMatchObject({ kind: 'ready', content: CONTENT });
    expect(ranges).toEqual(['all']);
  });

  it('keeps what was downloaded if it is cancelled, and continues from there', async () => {
    const controller = new AbortController();
    answer = (_, response) =>
      response.writeHead(200, { 'content-length': CONTENT.length }).write(CONTENT.subarray(0, 9_000));
    const onProgress = (received: number) => {
      if (received >= 9_000) controller.abort();
    };
    expect(await load({ signal: controller.signal, onProgress })).toEqual({ kind: 'cancelled' });
    expect(await store.state(MODEL)).toEqual({ kind: 'part', received: 9_000 });
    answer = serveFile;
    expect(await load()).toMatchObject({ kind: 'ready', content: CONTENT });
    expect(ranges).toEqual(['all', 'bytes=9000-']);
    expect(await files.names()).toEqual([`${MODEL.sha256}.onnx`]);
  });

  it('starts again if the server does not support ranges', async () => {
    await files.put(`${MODEL.sha256}.part`, CONTENT.slice(0, 1000));
    answer = (_, response) => response.writeHead(200).end(CONTENT);
    expect(await load()).toMatchObject({ kind: 'ready', content: CONTENT });
  });

  it('starts again if the stored part belongs to another file', async () => {
    await files.put(`${MODEL.sha256}.part`, new Uint8Array(1000));
    expect(await load()).toMatchObject({ kind: 'ready', content: CONTENT });
    expect(ranges).toEqual(['bytes=1000-', 'all']);
  });

  it.each([
    ['damaged', CONTENT.map((byte, i) => (i === 7 ? byte ^ 1 : byte))],
    ['cut', CONTENT.subarray(0, 1000)],
    ['too long', Uint8Array.from([...CONTENT, 0])],
    ['a page of the server', new TextEncoder().encode('<!doctype html>')],
  ])('neither stores nor hands out a file that is %s', async (_, content) => {
    answer = fileServer(content);
    expect(await load()).toEqual({ kind: 'wrong' });
    expect(await files.names()).toEqual([]);
  });

  it('reports an error status of the server', async () => {
    answer = (_, response) => response.writeHead(404).end('not here');
    expect(await load()).toEqual({ kind: 'refused', status: 404 });
    expect(ranges).toHaveLength(1);
  });

  it('downloads a file again that was damaged in the store', async () => {
    await files.put(`${MODEL.sha256}.onnx`, new Uint8Array(CONTENT.length));
    expect(await load()).toMatchObject({ kind: 'ready', content: CONTENT });
    expect(await files.get(`${MODEL.sha256}.onnx`)).toEqual(CONTENT);
  });

  it('returns the model if it cannot be stored', async () => {
    const full: ByteStore = { ...memoryByteStore(), put: async () => false };
    store = modelStore({ files: full, manifestUrl, network: { fetch, wait: async () => {} } });
    expect(await load()).toMatchObject({ kind: 'ready', kept: false });
  });

  it('removes models that the manifest no longer lists', async () => {
    await load();
    await files.put(`${'0'.repeat(64)}.onnx`, new Uint8Array(3));
    await store.tidy({ version: 1, models: [MODEL], missing: [] });
    expect(await files.names()).toEqual([`${MODEL.sha256}.onnx`]);
  });
});

it('downloads a network again whose stored bytes cannot be read', async () => {
  const unreadable = () =>
    new Response(new ReadableStream({ start: (controller) => controller.error(new TypeError('Failed to fetch')) }));
  const cache = {
    match: async () => unreadable(),
    put: async () => {},
    delete: async () => true,
    keys: async () => [],
  };
  const caches = { open: async () => cache } as unknown as CacheStorage;
  store = modelStore({ files: cacheByteStore(caches), manifestUrl, network: { fetch, wait: async () => {} } });
  expect(await load()).toMatchObject({ kind: 'ready' });
  expect(ranges).toEqual(['all']);
});
