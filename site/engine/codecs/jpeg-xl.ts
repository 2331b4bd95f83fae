import { loadPart } from '../load-part.ts';
import type { Pixels, Size } from '../types.ts';
import type { Bytes } from './bytes.ts';
import { jxlSize } from './jxl-header.ts';
import { type StartCodec, startCodec } from './wasm-codec.ts';

/** Pixels above which no JPEG XL is written: the encoder holds 112 bytes for each, and WebAssembly at most 2 GB. */
const MAX_PX = 16.8e6;
/** The same where memory is short: 450 MB. */
const MAX_FRUGAL_PX = 4e6;

/** Of 9. A file at 5 is 5 % smaller, and takes four times the time of 0.5 seconds a megapixel. */
const LOSSY_EFFORT = 4;
/** A lossless file at 7 is 6 % smaller, and takes ten times the time. */
const LOSSLESS_EFFORT = 3;

const OPTIONS = {
  progressive: false,
  epf: -1,
  lossyPalette: false,
  decodingSpeedTier: 0,
  photonNoiseIso: 0,
  lossyModular: false,
} as const;

type JxlOptions = typeof OPTIONS & { readonly effort: number; readonly quality: number; readonly lossless: boolean };

/** The used parts of libjxl's modules. */
export type JxlEncoder = {
  readonly encode: (
    data: Uint8ClampedArray,
    width: number,
    height: number,
    options: JxlOptions,
  ) => Uint8Array<ArrayBuffer> | null;
};
export type JxlDecoder = { readonly decode: (file: Bytes) => Pixels | null };

/** Pixels in sRGB as the codestream of a JPEG XL file, at a quality of 0..1: lossless at 1. Throws if memory runs out. */
export type WriteJxl = (pixels: Pixels, quality: number) => Bytes;

export const fitsJxl = ({ width, height }: Size, isFrugal: boolean): boolean =>
  width * height <= (isFrugal ? MAX_FRUGAL_PX : MAX_PX);

/** Loads the encoder. Stops with `job.notLoaded` if it cannot be loaded. */
export const loadJxlEncoder = async (): Promise<WriteJxl> => jxlWriterOf(await loadPart(startEncoder));

async function startEncoder(): Promise<JxlEncoder> {
  const [{ default: start }, { default: url }] = await Promise.all([
    import('@jsquash/jxl/codec/enc/jxl_enc.js'),
    import('@jsquash/jxl/codec/enc/jxl_enc.wasm?url'),
  ]);
  return startCodec(start as unknown as StartCodec<JxlEncoder>, url);
}

export function jxlWriterOf({ encode }: JxlEncoder): WriteJxl {
  return ({ data, width, height }, quality) => {
    const percentage = Math.min(100, Math.max(1, Math.round(100 * quality)));
    const lossless = percentage === 100;
    const effort = lossless ? LOSSLESS_EFFORT : LOSSY_EFFORT;
    const file = encode(data, width, height, { ...OPTIONS, quality: percentage, lossless, effort });
    if (!file) throw new Error('The encoder gave no file.');
    return file;
  };
}

/** Bytes that the decoder holds for each pixel. */
const DECODER_BYTES = 67;

/**
 * Decodes a JPEG XL file to upright pixels in sRGB; null if it is damaged, or would take more than `memory` in bytes.
 * Rejects if the decoder cannot be loaded.
 */
export async function decodeJxl(file: Bytes, memory = Number.POSITIVE_INFINITY): Promise<Pixels | null> {
  const size = jxlSize(file);
  if (!size || size.width * size.height * DECODER_BYTES > memory) return null;
  const { decode } = await loadPart(startDecoder);
  return readJxl({ decode }, file);
}

async function startDecoder(): Promise<JxlDecoder> {
  const [{ default: start }, { default: url }] = await Promise.all([
    import('@jsquash/jxl/codec/dec/jxl_dec.js'),
    import('@jsquash/jxl/codec/dec/jxl_dec.wasm?url'),
  ]);
  return startCodec(start as unknown as StartCodec<JxlDecoder>, url);
}

export function readJxl({ decode }: JxlDecoder, file: Bytes): Pixels | null {
  try {
    const pixels = decode(file);
    return pixels && { width: pixels.width, height: pixels.height, data: pixels.data };
  } catch {
    return null;
  }
}
