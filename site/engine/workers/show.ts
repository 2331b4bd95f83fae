import { pngOfHeic } from '../codecs/heic/convert.ts';
import { decodeJxl } from '../codecs/jpeg-xl.ts';
import { encodePng } from '../codecs/png-encode.ts';
import { sniff } from '../codecs/sniff.ts';
import { decodeTiff, pngOf } from '../codecs/tiff.ts';
import { stop } from '../errors.ts';
import { freeBuffer } from '../free-buffer.ts';
import { checkpoint } from '../jobs/run.ts';
import type { Pixels } from '../types.ts';
import { serveHost, type WorkerScope } from './serve.ts';
import type { ShowTypes } from './shown-file.ts';

serveHost<ShowTypes>(globalThis as unknown as WorkerScope<ShowTypes>, {
  setUp: () => undefined,
  perform: async ({ file }, { signal }) => {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const type = sniff(bytes);
    const pause = () => checkpoint(signal);
    if (type === 'image/heic') {
      const png = await pngOfHeic(bytes, pause);
      return png ? new Blob([png], { type: 'image/png' }) : stop({ code: 'file.heic', details: '' });
    }
    const { pixels, profile } =
      (type === 'image/tiff' ? await decodeTiff(bytes, pause) : { pixels: await decodeJxl(bytes), profile: null }) ??
      {};
    freeBuffer(bytes.buffer);
    if (!pixels) return stop({ code: 'file.damaged', name: '', type: file.type });
    if (profile) return new Blob([await pngOf({ pixels, profile }, pause)], { type: 'image/png' });
    return (await pngByCanvas(pixels)) ?? encodePng(pixels, { onProgress: pause });
  },
});

/** Encodes by a canvas, which takes a fifth of the time; null if it holds no picture of this size. */
async function pngByCanvas({ data, width, height }: Pixels): Promise<Blob | null> {
  try {
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext('2d', { willReadFrequently: true });
    context?.putImageData(new ImageData(data, width, height), 0, 0);
    const last = data.at(-1) ?? 0;
    const isEmpty = last > 0 && context?.getImageData(width - 1, height - 1, 1, 1).data[3] !== last;
    return context && !isEmpty ? await canvas.convertToBlob({ type: 'image/png' }) : null;
  } catch {
    return null;
  }
}
