import type { Pixels } from '../types.ts';
import { type Bytes, u16, u32 } from './bytes.ts';
import { pngChunks } from './containers.ts';
import { unfilterRow } from './png-filter.ts';

/**
 * Pixels of a PNG file with an alpha channel, exactly as stored: a canvas premultiplies alpha, which rounds the colours of
 * translucent pixels. Null for files that the browser must decode: without alpha channel, interlaced, or with a colour
 * profile or gamma. 16 bits are rounded to 8. Throws if the file is damaged.
 */
export async function decodePng(bytes: Bytes, checkpoint: () => Promise<void>): Promise<Pixels | null> {
  const chunks = pngChunks(bytes);
  const layout = layoutOf(bytes);
  const hasProfile = chunks.some(({ name }) => name === 'iCCP' || name === 'cICP');
  const isSrgb = chunks.some(({ name }) => name === 'sRGB') || !chunks.some(({ name }) => /^(gAMA|cHRM)$/.test(name));
  if (!layout || hasProfile || !isSrgb || chunks.some(({ name }) => name === 'acTL')) return null;
  const data = chunks.filter(({ name }) => name === 'IDAT').map(({ from, to }) => bytes.subarray(from, to));
  const stream = new Blob(data).stream().pipeThrough(new DecompressionStream('deflate'));
  const { width, height, channels, is16Bit } = layout;
  const bpp = channels * (is16Bit ? 2 : 1);
  const pixels = { width, height, data: new Uint8ClampedArray(width * height * 4) };
  let above = new Uint8Array(width * bpp);
  let y = 0;
  for await (const line of rows(stream, width * bpp + 1)) {
    if (y === height) break;
    const row = line.subarray(1);
    if (!unfilterRow({ row, above, bpp }, line[0] as number)) throw new Error('A row has an unknown filter.');
    expandRow(row, layout, pixels.data.subarray(y * width * 4));
    above = row;
    y += 1;
    if (y % 64 === 0) await checkpoint();
  }
  if (y < height) throw new Error('Rows are missing.');
  return pixels;
}

type Layout = { readonly width: number; readonly height: number; readonly channels: 2 | 4; readonly is16Bit: boolean };

/** Layout of the rows; null without an alpha channel or with interlacing. */
function layoutOf(bytes: Bytes): Layout | null {
  const [bits, colour, interlaced] = [bytes[24], bytes[25], bytes[28]];
  if ((colour !== 4 && colour !== 6) || interlaced !== 0 || (bits !== 8 && bits !== 16)) return null;
  return { width: u32(bytes, 16), height: u32(bytes, 20), channels: colour === 4 ? 2 : 4, is16Bit: bits === 16 };
}

function expandRow(row: Uint8Array, { width, channels, is16Bit }: Layout, out: Uint8ClampedArray): void {
  const sample = (index: number) => (is16Bit ? u16(row, 2 * index) / 257 : (row[index] as number));
  for (let x = 0; x < width; x++) {
    const from = x * channels;
    const to = 4 * x;
    const grey = channels === 2;
    out[to] = sample(from);
    out[to + 1] = sample(grey ? from : from + 1);
    out[to + 2] = sample(grey ? from : from + 2);
    out[to + 3] = sample(from + channels - 1);
  }
}

/** Splits a stream into rows of `length` bytes; drops an incomplete last row. */
async function* rows(stream: ReadableStream<Bytes>, length: number): AsyncGenerator<Bytes> {
  const reader = stream.getReader();
  let row = new Uint8Array(length);
  let filled = 0;
  try {
    for (let step = await reader.read(); !step.done; step = await reader.read()) {
      for (let rest = step.value; rest.length > 0; ) {
        const part = rest.subarray(0, length - filled);
        row.set(part, filled);
        filled += part.length;
        rest = rest.subarray(part.length);
        if (filled < length) continue;
        yield row;
        row = new Uint8Array(length);
        filled = 0;
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
