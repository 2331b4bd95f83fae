import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type ToolError, toolErrorOf } from '../../../../../site/engine/errors.ts';
import { reporter } from '../../../../../site/engine/jobs/progress.ts';
import type { Model } from '../../../../../site/engine/manifest.ts';
import { memoryShelf, type Shelf } from '../../../../../site/engine/models/shelf.ts';
import { modelStore } from '../../../../../site/engine/models/store.ts';
import { createSupply } from '../../../../../site/engine/models/supply.ts';
import type { Progress } from '../../../../../site/engine/types.ts';
import { shelf } from '../../../../engine/networks.ts';

const manifestUrl = 'https://site.test/models/manifest.json';
const content = Uint8Array.from({ length: 5000 }, (_, i) => i % 251);
const files = shelf([{ id: 'net', adapter: 'srvgg', content }]);

/** A site whose connection breaks after so many bytes of a file; `Infinity` is a good one. */
function site(bytesUntilBreak: number, kept: Shelf = memoryShelf()) {
  const asked: string[] = [];
  const fetch = async (url: string): Promise<Response> => {
    const { pathname } = new URL(url);
    asked.push(pathname);
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
  const store = modelStore({ shelf: kept, network: { fetch, wait: async () => undefined }, manifestUrl });
  return { supply: createSupply({ store, manifestUrl, fetch }), asked };
}

async function load(bytesUntilBreak: number, kept?: Shelf) {
  const { supply, asked } = site(bytesUntilBreak, kept);
  const progress: Progress[] = [];
  const notes: ToolError[] = [];
  const report = reporter(
    (one) => progress.push(one),
    () => progress.length * 100,
  );
  const options = { signal: new AbortController().signal, report, onNote: (note: ToolError) => notes.push(note) };
  const bytes = await supply
    .model('net')
    .then((model) => supply.bytes(model, options))
    .catch(toolErrorOf);
  return { bytes, progress, notes, asked };
}

describe('the supply of networks', () => {
  it('downloads with progress in bytes, and the second time not at all', async () => {
    const kept = memoryShelf();
    const first = await load(Number.POSITIVE_INFINITY, kept);
    expect(first.bytes).toEqual(content);
    expect(first.progress[0]).toMatchObject({ stage: 'download', done: 0 });
    expect(first.progress.at(-1)?.parts).toEqual({ done: 4000, total: 5000 });
    const second = await load(Number.POSITIVE_INFINITY, kept);
    expect(second.bytes).toEqual(content);
    expect(second.progress).toEqual([]);
    expect(second.asked).toEqual(['/models/manifest.json']);
  });

  it('says how much came before the connection broke, or that there is none', async () => {
    expect((await load(2000)).bytes).toEqual({ code: 'model.download', name: 'net', done: 2000, total: 5000 });
    expect((await load(0)).bytes).toEqual({ code: 'model.offline', name: 'net', bytes: 5000 });
  });

  it('notes that a full disk keeps nothing', async () => {
    const full: Shelf = { ...memoryShelf(), put: async () => false };
    const { bytes, notes } = await load(Number.POSITIVE_INFINITY, full);
    expect(bytes).toEqual(content);
    expect(notes).toEqual([{ code: 'model.storage' }]);
  });

  it('names a model that the site does not have', async () => {
    const { supply } = site(Number.POSITIVE_INFINITY);
    await expect(supply.model('gone').catch((error) => Promise.reject(toolErrorOf(error)))).rejects.toEqual({
      code: 'model.missingNoFallback',
      name: 'gone',
    });
    const known: Model = await supply.model('net');
    expect(known.sha256).toBe(createHash('sha256').update(content).digest('hex'));
  });
});
