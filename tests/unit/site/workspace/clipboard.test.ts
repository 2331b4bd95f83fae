import { afterEach, expect, test, vi } from 'vitest';
import { storePixels } from '../../../../site/engine/codecs/stored-pixels.ts';
import { UNCHANGED } from '../../../../site/engine/ops/geometry/geometry.ts';
import { pngOfResult } from '../../../../site/workspace/clipboard.ts';

afterEach(() => vi.unstubAllGlobals());

/** Replaces what browsers draw with; returns what was drawn. */
function drawnSources(): unknown[] {
  const sources: unknown[] = [];
  vi.stubGlobal('ImageData', class ImageData {});
  vi.stubGlobal('createImageBitmap', async (source: unknown) => {
    sources.push(source);
    return { width: 1, height: 1, close: () => undefined };
  });
  const canvas = {
    getContext: () => ({ drawImage: () => undefined, fillRect: () => undefined }),
    toBlob: (done: (blob: Blob) => void) => done(new Blob()),
  };
  vi.stubGlobal('document', { createElement: () => canvas });
  return sources;
}

test('a result is copied from its pixels, and a cropped or turned one from its file, which alone shows no more than was kept', async () => {
  const sources = drawnSources();
  const stored = storePixels({ width: 2, height: 1, data: new Uint8ClampedArray(8) });
  for (const type of ['image/jpeg', 'image/webp']) {
    const blob = new Blob([type], { type });
    await pngOfResult({ stored, blob, geometry: null });
    expect(sources.at(-1)).toBeInstanceOf(ImageData);
    await pngOfResult({ stored, blob, geometry: { ...UNCHANGED, turns: 1 } });
    expect(sources.at(-1)).toBe(blob);
    await pngOfResult({ stored: null, blob, geometry: null });
    expect(sources.at(-1)).toBe(blob);
  }
});
