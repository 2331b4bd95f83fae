import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type ToolError, toolErrorOf } from '../../../../../site/engine/errors.ts';
import { reporter } from '../../../../../site/engine/jobs/progress.ts';
import type { Model } from '../../../../../site/engine/manifest.ts';
import { type ByteStore, memoryByteStore } from '../../../../../site/engine/models/byte-store.ts';
import { createModelLoader } from '../../../../../site/engine/models/loader.ts';
import { modelStore } from '../../../../../site/engine/models/store.ts';
import type { Progress } from '../../../../../site/engine/types.ts';
import { modelFiles } from '../../../../engine/networks.ts';

const manifestUrl = 'https://site.test/models/manifest.json';
const content = Uint8Array.from({ length: 5000 }, (_, i) => i % 251);
const files = modelFiles([{ id: 'net', adapter: 'srvgg', content }]);

/** A site whose connection breaks after `bytesUntilBreak` bytes of a file; `Infinity`: never. */
function site(bytesUntilBreak: number, kept: ByteStore = memoryByteStore()) {
  const requested: string[] = [];
  const fetch = async (url: string): Promise<Response> => {
    const { pathname } = new URL(url);
    requested.push(pathname);
    const file = files.get(pathname);
    if (file === undefined) return new Response('', { status: 404 });
    if (typeof file === 'string') return new Response(file);
    if (bytesUntilBreak === 0) throw new TypeError('Failed to fetch');
    let at = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (at >= file.length) return controller.close();
        if (at >= bytesUntilBreak) return controller.error(new TypeError('network error'));
        controller.enqueue(file.slice(at, at + 1000));
        at += 1000;
      },
    });
    return new Response(body);
  };
  const store = modelStore({ files: kept, network: { fetch, wait: async () => undefined }, manifestUrl });
  return { loader: createModelLoader({ store, manifestUrl, fetch }), requested };
}

async function load(bytesUntilBreak: number, kept?: ByteStore) {
  const { loader, requested } = site(bytesUntilBreak, kept);
  const progress: Progress[] = [];
  const notes: ToolError[] = [];
  const report = reporter(
    (one) => progress.push(one),
    () => progress.length * 200,
  );
  const options = { signal: new AbortController().signal, report, onNote: (note: ToolError) => notes.push(note) };
  const bytes = await loader
    .model('net')
    .then((model) => loader.bytes(model, options))
    .catch(toolErrorOf);
  return { bytes, progress, notes, requested };
}

describe('the loader of models', () => {
  it('downloads once, with progress in bytes', async () => {
    const kept = memoryByteStore();
    const first = await load(Number.POSITIVE_INFINITY, kept);
    expect(first.bytes).toEqual(content);
    expect(first.progress[0]).toMatchObject({ stage: 'download', done: 0 });
    expect(first.progress.at(-1)?.parts).toEqual({ done: 4000, total: 5000 });
    const second = await load(Number.POSITIVE_INFINITY, kept);
    expect(second.bytes).toEqual(content);
    expect(second.progress).toEqual([]);
    expect(second.requested).toEqual(['/models/manifest.json']);
  });

  it('reports the bytes received before the connection broke, or that the device is offline', async () => {
    expect((await load(2000)).bytes).toEqual({ code: 'model.download', name: 'net', done: 2000, total: 5000 });
    expect((await load(0)).bytes).toEqual({ code: 'model.offline', name: 'net', bytes: 5000 });
  });

  it('reports that nothing was stored if the disk is full', async () => {
    const full: ByteStore = { ...memoryByteStore(), put: async () => false };
    const { bytes, notes } = await load(Number.POSITIVE_INFINITY, full);
    expect(bytes).toEqual(content);
    expect(notes).toEqual([{ code: 'model.storage' }]);
  });

  it('fails with the name of a model that is not in the manifest', async () => {
    const { loader } = site(Number.POSITIVE_INFINITY);
    await expect(loader.model('gone').catch((error) => Promise.reject(toolErrorOf(error)))).rejects.toEqual({
      code: 'model.missingNoFallback',
      name: 'gone',
    });
    const listed: Model = await loader.model('net');
    expect(listed.sha256).toBe(createHash('sha256').update(content).digest('hex'));
  });
});
