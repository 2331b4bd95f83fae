import type { Pixels, Size } from '../types.ts';

export type JpegOptions = {
  /** 0..1, as canvases take it. */
  readonly quality: number;
  /** Shows through where a pixel is transparent: red, green, blue in 0..255. */
  readonly matte: readonly [number, number, number];
  /** Awaited between rows of blocks with the encoded fraction of the rows (0..1); may throw to cancel. */
  readonly onProgress: (done: number) => Promise<void>;
};

/**
 * Longest side that libjpeg decodes (`JPEG_MAX_DIMENSION`), and so browsers and most programs. The header could hold 65,535
 * pixels (ITU-T T.81, B.2.2).
 */
const MAX_SIDE_PX = 65_500;

/** Whether a JPEG file of this size can be opened. */
export const fitsJpeg = ({ width, height }: Size): boolean => width <= MAX_SIDE_PX && height <= MAX_SIDE_PX;

/**
 * Encodes a baseline JPEG (ITU-T T.81) without chroma subsampling, row of blocks by row of blocks, for pictures that are
 * larger than a canvas of the browser. The caller checks the size by `fitsJpeg`.
 */
export async function encodeJpeg(pixels: Pixels, { quality, matte, onProgress }: JpegOptions): Promise<Blob> {
  const { width, height } = pixels;
  const tables = [scaledTable(LUMA_QUANTISATION, quality), scaledTable(CHROMA_QUANTISATION, quality)] as const;
  const parts: BlobPart[] = [headerOf({ width, height }, tables)];
  const divisors = tables.map((table) => divisorsOf(table));
  const writer = createBitWriter();
  const planes = [0, 1, 2].map(() => new Float32Array(8 * 8));
  const previous = [0, 0, 0];
  for (let top = 0; top < height; top += 8) {
    await onProgress(top / height);
    for (let left = 0; left < width; left += 8) {
      readBlock(pixels, { left, top, matte }, planes);
      for (const [component, block] of planes.entries()) {
        const table = component === 0 ? 0 : 1;
        transform(block);
        previous[component] = writeBlock(writer, quantise(block, divisors[table]!), {
          previous: previous[component]!,
          dc: DC_CODES[table]!,
          ac: AC_CODES[table]!,
        });
      }
    }
    parts.push(writer.take());
  }
  writer.flush();
  parts.push(writer.take(), Uint8Array.of(0xff, 0xd9));
  return new Blob(parts, { type: 'image/jpeg' });
}

/** Order in which coefficients are stored: index in the block by position (figure A.6). */
const ZIGZAG = zigzag();

function zigzag(): Uint8Array {
  const order: number[] = [];
  for (let sum = 0; sum < 15; sum++)
    for (let i = 0; i <= sum; i++) {
      const [x, y] = sum % 2 === 0 ? [i, sum - i] : [sum - i, i];
      if (x < 8 && y < 8) order.push(8 * y + x);
    }
  return Uint8Array.from(order);
}

/** Quantisation tables of annex K.1, by rows. */
const LUMA_QUANTISATION = [
  16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22, 29, 51,
  87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92, 49, 64, 78, 87, 103, 121, 120, 101,
  72, 92, 95, 98, 112, 100, 103, 99,
] as const;
const CHROMA_QUANTISATION = [
  17, 18, 24, 47, 99, 99, 99, 99, 18, 21, 26, 66, 99, 99, 99, 99, 24, 26, 56, 99, 99, 99, 99, 99, 47, 66, 99, 99, 99,
  99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99,
  99, 99, 99, 99, 99, 99,
] as const;

/** A table for a quality, scaled as libjpeg does. */
function scaledTable(table: readonly number[], quality: number): Uint8Array {
  const percentage = Math.min(100, Math.max(1, Math.round(100 * quality)));
  const scale = percentage < 50 ? 5000 / percentage : 200 - 2 * percentage;
  return Uint8Array.from(table, (value) => Math.min(255, Math.max(1, Math.floor((value * scale + 50) / 100))));
}

/** Factors that normalise a transformed block and divide it by its quantisation table. */
const divisorsOf = (table: Uint8Array): Float32Array =>
  Float32Array.from(table, (value, i) => 1 / (value * 8 * (SCALES[i >> 3] ?? 1) * (SCALES[i & 7] ?? 1)));

/** Scales of the outputs of `transformEight`. */
const SCALES = Array.from({ length: 8 }, (_, k) => (k === 0 ? 1 : Math.SQRT2 * Math.cos((k * Math.PI) / 16)));

type Corner = { readonly left: number; readonly top: number; readonly matte: JpegOptions['matte'] };

/** Reads a block as Y, Cb and Cr around 0; pixels beyond the border repeat it. */
function readBlock(
  { width, height, data }: Pixels,
  { left, top, matte }: Corner,
  planes: readonly Float32Array[],
): void {
  const [luma, cb, cr] = planes as readonly [Float32Array, Float32Array, Float32Array];
  for (let i = 0; i < 64; i++) {
    const x = Math.min(width - 1, left + (i & 7));
    const y = Math.min(height - 1, top + (i >> 3));
    const at = 4 * (y * width + x);
    const alpha = data[at + 3]! / 255;
    const composited = (channel: 0 | 1 | 2) => matte[channel] + (data[at + channel]! - matte[channel]) * alpha;
    const [red, green, blue] = [composited(0), composited(1), composited(2)];
    const value = 0.299 * red + 0.587 * green + 0.114 * blue;
    luma[i] = value - 128;
    cb[i] = (blue - value) / 1.772;
    cr[i] = (red - value) / 1.402;
  }
}

/** Scaled discrete cosine transform of a block, in place (Arai, Agui and Nakajima 1988). */
function transform(block: Float32Array): void {
  for (let row = 0; row < 64; row += 8) transformEight(block, row, 1);
  for (let column = 0; column < 8; column++) transformEight(block, column, 8);
}

function transformEight(data: Float32Array, start: number, step: number): void {
  const at = (k: number) => start + k * step;
  const [s07, d07] = [data[at(0)]! + data[at(7)]!, data[at(0)]! - data[at(7)]!];
  const [s16, d16] = [data[at(1)]! + data[at(6)]!, data[at(1)]! - data[at(6)]!];
  const [s25, d25] = [data[at(2)]! + data[at(5)]!, data[at(2)]! - data[at(5)]!];
  const [s34, d34] = [data[at(3)]! + data[at(4)]!, data[at(3)]! - data[at(4)]!];
  const [even0, even3] = [s07 + s34, s07 - s34];
  const [even1, even2] = [s16 + s25, s16 - s25];
  data[at(0)] = even0 + even1;
  data[at(4)] = even0 - even1;
  const turned = (even2 + even3) * Math.SQRT1_2;
  data[at(2)] = even3 + turned;
  data[at(6)] = even3 - turned;
  const [odd0, odd1, odd2] = [d34 + d25, d25 + d16, d16 + d07];
  const z5 = (odd0 - odd2) * 0.382683433;
  const z2 = 0.5411961 * odd0 + z5;
  const z4 = 1.306562965 * odd2 + z5;
  const z3 = odd1 * Math.SQRT1_2;
  const [z11, z13] = [d07 + z3, d07 - z3];
  data[at(5)] = z13 + z2;
  data[at(3)] = z13 - z2;
  data[at(1)] = z11 + z4;
  data[at(7)] = z11 - z4;
}

/** Quantised coefficients in zigzag order. */
function quantise(block: Float32Array, divisors: Float32Array): Int16Array {
  const out = new Int16Array(64);
  for (let i = 0; i < 64; i++) out[i] = Math.round(block[ZIGZAG[i]!]! * divisors[ZIGZAG[i]!]!);
  return out;
}

/** Huffman codes by symbol: `length << 16 | bits`. */
type Codes = Int32Array;

/** Numbers of codes of each length and their symbols (annex K.3), as hexadecimal digits. */
const DC_SPECS = [
  ['00010501010101010100000000000000', '000102030405060708090a0b'],
  ['00030101010101010101010000000000', '000102030405060708090a0b'],
] as const;
const AC_SPECS = [
  [
    '0002010303020403050504040000017d',
    '01020300041105122131410613516107227114328191a1082342b1c11552d1f02433627282090a161718191a25262728292a3435363738393a434445464748494a535455565758595a636465666768696a737475767778797a838485868788898a92939495969798999aa2a3a4a5a6a7a8a9aab2b3b4b5b6b7b8b9bac2c3c4c5c6c7c8c9cad2d3d4d5d6d7d8d9dae1e2e3e4e5e6e7e8e9eaf1f2f3f4f5f6f7f8f9fa',
  ],
  [
    '00020102040403040705040400010277',
    '000102031104052131061241510761711322328108144291a1b1c109233352f0156272d10a162434e125f11718191a262728292a35363738393a434445464748494a535455565758595a636465666768696a737475767778797a82838485868788898a92939495969798999aa2a3a4a5a6a7a8a9aab2b3b4b5b6b7b8b9bac2c3c4c5c6c7c8c9cad2d3d4d5d6d7d8d9dae2e3e4e5e6e7e8e9eaf2f3f4f5f6f7f8f9fa',
  ],
] as const;

const bytesOf = (digits: string): Uint8Array =>
  Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

function codesOf([counts, symbols]: readonly [string, string]): Codes {
  const codes = new Int32Array(256);
  let code = 0;
  let next = 0;
  const list = bytesOf(symbols);
  for (const [index, count] of bytesOf(counts).entries()) {
    for (let i = 0; i < count; i++) codes[list[next++]!] = ((index + 1) << 16) | code++;
    code <<= 1;
  }
  return codes;
}

const DC_CODES = DC_SPECS.map(codesOf);
const AC_CODES = AC_SPECS.map(codesOf);

type BitWriter = {
  readonly writeBits: (bits: number, length: number) => void;
  /** Fills the last byte with ones. */
  readonly flush: () => void;
  /** The whole bytes since the last call. */
  readonly take: () => Uint8Array<ArrayBuffer>;
};

function createBitWriter(): BitWriter {
  let bytes = new Uint8Array(2 ** 16);
  let size = 0;
  let pending = 0;
  let count = 0;
  const push = (byte: number) => {
    if (size + 2 > bytes.length) {
      const larger = new Uint8Array(2 * bytes.length);
      larger.set(bytes);
      bytes = larger;
    }
    bytes[size++] = byte;
    // A zero byte after 0xff distinguishes it from a marker.
    if (byte === 0xff) bytes[size++] = 0;
  };
  const writeBits = (bits: number, length: number) => {
    pending = (pending << length) | bits;
    count += length;
    while (count >= 8) {
      count -= 8;
      push((pending >> count) & 0xff);
    }
    pending &= (1 << count) - 1;
  };
  return {
    writeBits: writeBits,
    flush: () => {
      if (count > 0) writeBits((1 << (8 - count)) - 1, 8 - count);
    },
    take: () => {
      const output = bytes.slice(0, size);
      size = 0;
      return output;
    },
  };
}

type BlockCodes = { readonly previous: number; readonly dc: Codes; readonly ac: Codes };

/** Writes a block (F.1.2), and returns its first coefficient. */
function writeBlock(writer: BitWriter, block: Int16Array, { previous, dc, ac }: BlockCodes): number {
  const putCode = (codes: Codes, symbol: number) => writer.writeBits(codes[symbol]! & 0xffff, codes[symbol]! >> 16);
  const putValue = (value: number, length: number) => {
    if (length > 0) writer.writeBits(value < 0 ? value + (1 << length) - 1 : value, length);
  };
  const lengthOf = (value: number) => 32 - Math.clz32(Math.abs(value));
  const change = block[0]! - previous;
  putCode(dc, lengthOf(change));
  putValue(change, lengthOf(change));
  let zeros = 0;
  for (let i = 1; i < 64; i++) {
    const value = block[i]!;
    if (value === 0) {
      zeros++;
      continue;
    }
    for (; zeros > 15; zeros -= 16) putCode(ac, SIXTEEN_ZEROS);
    const length = lengthOf(value);
    putCode(ac, (zeros << 4) | length);
    putValue(value, length);
    zeros = 0;
  }
  if (zeros > 0) putCode(ac, END_OF_BLOCK);
  return block[0]!;
}

const SIXTEEN_ZEROS = 0xf0;
const END_OF_BLOCK = 0;

/** Everything before the coefficients: JFIF, quantisation, frame, Huffman tables, scan. */
function headerOf({ width, height }: Size, tables: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bigEndian16 = (value: number) => [value >> 8, value & 255];
  const segment = (marker: number, content: readonly number[]) => [
    0xff,
    marker,
    ...bigEndian16(content.length + 2),
    ...content,
  ];
  const huffman = (kind: number, [counts, symbols]: readonly [string, string]) =>
    segment(0xc4, [kind, ...bytesOf(counts), ...bytesOf(symbols)]);
  return Uint8Array.from([
    ...[0xff, 0xd8],
    ...segment(0xe0, [0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0]),
    ...tables.flatMap((table, id) => segment(0xdb, [id, ...Array.from(ZIGZAG, (index) => table[index]!)])),
    ...segment(0xc0, [
      8,
      ...bigEndian16(height),
      ...bigEndian16(width),
      3,
      ...[1, 0x11, 0],
      ...[2, 0x11, 1],
      ...[3, 0x11, 1],
    ]),
    ...DC_SPECS.flatMap((spec, id) => huffman(id, spec)),
    ...AC_SPECS.flatMap((spec, id) => huffman(0x10 | id, spec)),
    ...segment(0xda, [3, ...[1, 0], ...[2, 0x11], ...[3, 0x11], 0, 63, 0]),
  ]);
}
