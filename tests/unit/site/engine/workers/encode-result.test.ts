import { afterEach, expect, test, vi } from 'vitest';
import type { EncodeType, Pixels } from '../../../../../site/engine/types.ts';
import { encodeResult } from '../../../../../site/engine/workers/encode-result.ts';

afterEach(() => vi.unstubAllGlobals());

const picture = (alpha: number): Pixels => ({
  width: 4,
  height: 4,
  data: Uint8ClampedArray.from({ length: 64 }, (_, at) => (at % 4 === 3 ? alpha : 90)),
});

/** Encodes a result in a browser whose canvases write JPEG and PNG: PNG also in place of formats that they do not know. */
async function written(type: EncodeType, pixels: Pixels) {
  vi.stubGlobal('ImageData', class ImageData {});
  vi.stubGlobal(
    'OffscreenCanvas',
    class {
      getContext = () => ({ putImageData: () => undefined, getImageData: () => ({ data: [0, 0, 0, 255] }) });
      convertToBlob = async ({ type: wanted }: { readonly type: string }) =>
        new Blob([], { type: wanted === 'image/jpeg' ? wanted : 'image/png' });
    },
  );
  const options = { type, quality: 0.9, metadata: 'strip', matte: [255, 255, 255] } as const;
  const parts = {
    canvas: { area: 1e6, side: 1000 },
    isFrugal: true,
    signal: new AbortController().signal,
    report: { stage: () => {}, done: () => {}, plan: () => {}, expect: () => {} },
  };
  const encoded = await encodeResult(
    { picture: 'result', svg: null, original: null, options },
    { result: pixels },
    parts,
  );
  return { type: encoded.file.type, error: encoded.error, bytes: encoded.pixels.file.size };
}

test('a result in a format that the browser cannot write becomes JPEG, or PNG with transparency, beside the error', async () => {
  for (const [type, format] of [
    ['image/webp', 'WebP'],
    ['image/avif', 'AVIF'],
  ] as const) {
    const error = { code: 'output.encode', format };
    expect(await written(type, picture(255))).toMatchObject({ type: 'image/jpeg', error, bytes: 64 });
    expect(await written(type, picture(90))).toMatchObject({ type: 'image/png', error, bytes: 64 });
  }
  expect(await written('image/jpeg', picture(255))).toMatchObject({ type: 'image/jpeg', error: null });
});
