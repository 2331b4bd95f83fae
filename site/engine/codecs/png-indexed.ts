import type { Pixels } from '../types.ts';
import { type Bytes, concatBytes, fromAscii, u32Bytes } from './bytes.ts';
import { pngChunk } from './metadata.ts';
import { quantise } from './quantise.ts';

/** Encodes a PNG file with a palette of at most `maxColours` (2..256) colours, with transparency where the picture has it. */
export async function encodeIndexedPng(pixels: Pixels, maxColours: number): Promise<Blob> {
  const { width, height, indices, palette } = quantise(pixels, maxColours);
  // Rows with filter 0: filters do not help indices.
  const rows = new Uint8Array(height * (width + 1));
  for (let y = 0; y < height; y++) rows.set(indices.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  const hasAlpha = palette.some(([, , , alpha]) => alpha < 255);
  const parts = [
    fromAscii('\x89PNG\r\n\x1a\n'),
    pngChunk('IHDR', Uint8Array.of(...u32Bytes(width), ...u32Bytes(height), 8, 3, 0, 0, 0)),
    pngChunk('sRGB', Uint8Array.of(0)),
    pngChunk('PLTE', Uint8Array.from(palette.flatMap((colour) => colour.slice(0, 3)))),
    ...(hasAlpha ? [pngChunk('tRNS', Uint8Array.from(palette.map(([, , , alpha]) => alpha)))] : []),
    pngChunk('IDAT', await deflated(rows)),
    pngChunk('IEND', new Uint8Array(0)),
  ];
  return new Blob([concatBytes(parts)], { type: 'image/png' });
}

async function deflated(rows: Bytes): Promise<Uint8Array> {
  const stream = new Blob([rows]).stream().pipeThrough(new CompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
