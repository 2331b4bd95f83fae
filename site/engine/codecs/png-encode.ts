import { isOpaque } from '../ops/planes.ts';
import type { Pixels } from '../types.ts';
import { type Bytes, fromAscii, u32Bytes } from './bytes.ts';
import { pngChunk } from './metadata.ts';
import { filterRow } from './png-filter.ts';

/** Rows that are filtered between two checks of the abort signal. */
const STRIP_ROWS = 32;

export type PngOptions = {
  /** Awaited between strips with the encoded fraction of the rows (0..1); may throw to cancel. */
  readonly onProgress: (done: number) => Promise<void>;
};

/**
 * Encodes a PNG file row by row, RGB if all pixels are opaque, else RGBA. Needs no canvas, so it has no size limit;
 * transparent pixels keep their colours.
 */
export async function encodePng(pixels: Pixels, { onProgress }: PngOptions): Promise<Blob> {
  const opaque = isOpaque(pixels);
  const parts: Bytes[] = [fromAscii('\x89PNG\r\n\x1a\n'), pngChunk('IHDR', header(pixels, opaque))];
  // Rendering intent: perceptual.
  parts.push(pngChunk('sRGB', Uint8Array.of(0)));
  const deflate = new CompressionStream('deflate');
  const writer = deflate.writable.getWriter();
  const collected = collect(deflate.readable);
  try {
    for (let y = 0; y < pixels.height; y += STRIP_ROWS) {
      await onProgress(y / pixels.height);
      await writer.write(filteredRows(pixels, opaque, y));
    }
    await writer.close();
  } catch (error) {
    await writer.abort(error).catch(() => undefined);
    await collected.catch(() => undefined);
    throw error;
  }
  for (const chunk of await collected) parts.push(pngChunk('IDAT', chunk));
  parts.push(pngChunk('IEND', new Uint8Array(0)));
  return new Blob(parts, { type: 'image/png' });
}

function header({ width, height }: Pixels, opaque: boolean): Uint8Array {
  return Uint8Array.of(...u32Bytes(width), ...u32Bytes(height), 8, opaque ? 2 : 6, 0, 0, 0);
}

function filteredRows(pixels: Pixels, opaque: boolean, from: number): Bytes {
  const { width, height } = pixels;
  const bpp = opaque ? 3 : 4;
  const to = Math.min(height, from + STRIP_ROWS);
  const strip = new Uint8Array((to - from) * (width * bpp + 1));
  const scratch = new Uint8Array(width * bpp);
  let above = from > 0 ? rowOf(pixels, from - 1, bpp) : new Uint8Array(width * bpp);
  for (let y = from; y < to; y++) {
    const row = rowOf(pixels, y, bpp);
    const at = (y - from) * (width * bpp + 1);
    filterRow({ row, above, bpp }, strip.subarray(at, at + width * bpp + 1), scratch);
    above = row;
  }
  return strip;
}

function rowOf({ data, width }: Pixels, y: number, bpp: number): Uint8Array {
  const start = y * width * 4;
  if (bpp === 4) return new Uint8Array(data.buffer, data.byteOffset + start, width * 4);
  const row = new Uint8Array(width * 3);
  for (let from = start, to = 0; to < row.length; from += 4, to += 3) {
    row[to] = data[from] as number;
    row[to + 1] = data[from + 1] as number;
    row[to + 2] = data[from + 2] as number;
  }
  return row;
}

/** Size of the IDAT chunks: few chunks, without a second copy of the whole file in memory. */
const CHUNK_BYTES = 1 << 20;

async function collect(stream: ReadableStream<Bytes>): Promise<readonly Bytes[]> {
  const chunks: Bytes[] = [];
  let chunk = new Uint8Array(CHUNK_BYTES);
  let filled = 0;
  const reader = stream.getReader();
  for (let step = await reader.read(); !step.done; step = await reader.read()) {
    for (let rest = step.value; rest.length > 0; ) {
      const part = rest.subarray(0, CHUNK_BYTES - filled);
      chunk.set(part, filled);
      filled += part.length;
      rest = rest.subarray(part.length);
      if (filled < CHUNK_BYTES) continue;
      chunks.push(chunk);
      chunk = new Uint8Array(CHUNK_BYTES);
      filled = 0;
    }
  }
  return filled > 0 ? [...chunks, chunk.subarray(0, filled)] : chunks;
}
