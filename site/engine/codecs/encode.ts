import { stop } from '../errors.ts';
import type { Reporter } from '../jobs/progress.ts';
import { checkpoint } from '../jobs/run.ts';
import { flatten, isOpaque } from '../ops/planes.ts';
import type { Device, EncodeOptions, EncodeType, Pixels, Size } from '../types.ts';
import { encodeAvif } from './avif-encode.ts';
import type { Bytes } from './bytes.ts';
import { canvasWrites } from './canvas-writes.ts';
import { encodeJpeg, fitsJpeg } from './jpeg-encode.ts';
import { fitsJxl, loadJxlEncoder } from './jpeg-xl.ts';
import { adaptMetadata, type Metadata, writeMetadata } from './metadata.ts';
import { fitsMozJpeg, loadMozJpeg } from './mozjpeg.ts';
import { encodePng, type PngOptions } from './png-encode.ts';
import { encodeIndexedPng } from './png-indexed.ts';
import { writeProfile } from './profile.ts';
import { encodeWithin } from './target-size.ts';

export type EncodeParts = {
  /** Metadata of the original file. */
  readonly metadata: Metadata;
  /** Profile of the pixels' colours; null for sRGB. */
  readonly profile: Bytes | null;
  readonly canvas: Device['canvas'];
  /** Whether memory is short: a canvas holds large pictures two more times, and MozJPEG four times. */
  readonly isFrugal?: boolean;
  readonly signal: AbortSignal;
  readonly report: Pick<Reporter, 'done'>;
};

/** Pixels above which a JPEG is written row by row where memory is short: those of the largest canvas of an iPhone. */
const MAX_FRUGAL_CANVAS_PX = 4096 * 4096;

const FORMAT_NAMES: { readonly [type in EncodeType]: string } = {
  'image/png': 'PNG',
  'image/jpeg': 'JPEG',
  'image/webp': 'WebP',
  'image/avif': 'AVIF',
  'image/jxl': 'JPEG XL',
};

/**
 * Encodes a picture file with its colour profile, and with metadata kept, stripped, or kept without location (AVIF: always stripped). Stops with
 * `output.encode` if the format cannot be written on this device, or not at this size; PNG always works.
 */
export async function encodePicture(given: Pixels, options: EncodeOptions, parts: EncodeParts): Promise<Blob> {
  const { type } = options;
  const { signal, report, profile } = parts;
  // AVIF and JPEG XL files are written without a profile.
  const pixels = profile && (type === 'image/avif' || type === 'image/jxl') ? inSrgb(given) : given;
  const onProgress = (done: number) => {
    report.done(done);
    return checkpoint(signal);
  };
  const write = await writerFor(pixels, options, parts);
  const encodeAt = async (quality: number) => {
    await checkpoint(signal);
    const written = write?.(quality);
    if (written) return written;
    return type === 'image/jpeg' && !canvasSuits(pixels, parts)
      ? encodeJpeg(pixels, { ...options, quality, onProgress })
      : encodeInBrowser(pixels, { ...options, quality }, parts);
  };
  const blob = type === 'image/png' ? await encodeAsPng(pixels, options, onProgress) : await within(encodeAt, options);
  await checkpoint(signal);
  if (options.metadata === 'strip') return withProfile(blob, profile);
  const { width, height } = pixels;
  const adapted = adaptMetadata(parts.metadata, { width, height, keepGps: options.metadata === 'keep' });
  if (!adapted.exif && !adapted.xmp) return withProfile(blob, profile);
  return withProfile(new Blob([writeMetadata(new Uint8Array(await blob.arrayBuffer()), adapted)], { type }), profile);
}

async function withProfile(blob: Blob, profile: Bytes | null): Promise<Blob> {
  if (!profile) return blob;
  return new Blob([await writeProfile(new Uint8Array(await blob.arrayBuffer()), profile)], { type: blob.type });
}

/** Display P3 converted to sRGB, in bands of rows that a canvas holds. */
function inSrgb({ width, height, data }: Pixels): Pixels {
  const rows = Math.max(1, Math.min(height, Math.floor(1_048_576 / width)));
  const out = new Uint8ClampedArray(data.length);
  const context = new OffscreenCanvas(width, rows).getContext('2d', { colorSpace: 'srgb', willReadFrequently: true });
  if (!context) return { width, height, data };
  for (let y = 0; y < height; y += rows) {
    const [from, count] = [4 * y * width, Math.min(rows, height - y)];
    const band = data.slice(from, from + 4 * count * width);
    context.putImageData(new ImageData(band, width, count, { colorSpace: 'display-p3' }), 0, 0);
    out.set(context.getImageData(0, 0, width, count).data, from);
  }
  return { width, height, data: out };
}

const encodeAsPng = (pixels: Pixels, { colours = 0 }: EncodeOptions, onProgress: PngOptions['onProgress']) =>
  colours > 0 ? encodeIndexedPng(pixels, colours) : encodePng(pixels, { onProgress });

/** Encodes at the chosen quality, or a lower one whose file is not larger than `maxBytes`. */
async function within(encodeAt: (quality: number) => Promise<Blob>, { quality, maxBytes = 0 }: EncodeOptions) {
  if (maxBytes <= 0) return encodeAt(quality);
  const maxQuality = Math.max(1, Math.round(100 * quality));
  return (await encodeWithin({ encode: (percentage) => encodeAt(percentage / 100), maxBytes, maxQuality })).blob;
}

/** Encodes at a quality; null if another encoder has to. */
type Write = (quality: number) => Blob | null;

/** The compiled encoder for a picture; null if the browser's is used. Stops for sizes that the format cannot have. */
async function writerFor(pixels: Pixels, options: EncodeOptions, parts: EncodeParts): Promise<Write | null> {
  const { width, height } = pixels;
  if (options.type === 'image/jpeg' && !fitsJpeg(pixels)) {
    const details = `A side of ${Math.max(width, height)} pixels is more than programs open in a JPEG file.`;
    return stop({ code: 'output.encode', format: FORMAT_NAMES[options.type], details });
  }
  if (options.type === 'image/jpeg') return mozJpegFor(pixels, options, parts);
  return options.type === 'image/jxl' ? jxlFor(pixels, parts) : null;
}

/** Writes a picture as JPEG XL. Stops where the encoder cannot be loaded, or memory does not allow this size. */
async function jxlFor(pixels: Pixels, { isFrugal = false }: EncodeParts): Promise<Write> {
  const stopEncoding = (details: string) => stop({ code: 'output.encode', format: FORMAT_NAMES['image/jxl'], details });
  const { width, height } = pixels;
  if (!fitsJxl(pixels, isFrugal)) return stopEncoding(`Memory does not suffice for ${width} × ${height} pixels.`);
  const write = await loadJxlEncoder().catch((error: unknown) => stopEncoding(String(error)));
  return (quality) => {
    try {
      return new Blob([write(pixels, quality)], { type: 'image/jxl' });
    } catch (error) {
      return stopEncoding(String(error));
    }
  };
}

/** Writes a picture as a smaller JPEG than canvases do, unless memory is short, it is large, or MozJPEG cannot be loaded: null. */
async function mozJpegFor(pixels: Pixels, { matte }: EncodeOptions, { isFrugal }: EncodeParts): Promise<Write | null> {
  const write = !isFrugal && fitsMozJpeg(pixels) ? await loadMozJpeg() : null;
  if (!write) return null;
  const opaque = isOpaque(pixels) ? pixels : flatten(pixels, matte);
  return (quality) => write(opaque, quality);
}

const canvasSuits = (pixels: Size, { canvas, isFrugal = false }: EncodeParts): boolean =>
  fitsCanvas(pixels, canvas) && !(isFrugal && pixels.width * pixels.height > MAX_FRUGAL_CANVAS_PX);

const fitsCanvas = ({ width, height }: Size, { area, side }: Device['canvas']): boolean =>
  width <= side && height <= side && width * height <= area;

/** Encodes by a canvas; AVIF by the browser's video encoder if no canvas writes it. */
async function encodeInBrowser(pixels: Pixels, options: EncodeOptions, parts: EncodeParts): Promise<Blob> {
  if (options.type !== 'image/avif' || (await canvasWrites(options.type, globalThis)))
    return encodeByCanvas(pixels, options, parts);
  const blob = await encodeAvif(pixels, options.quality);
  return blob ?? stop({ code: 'output.encode', format: FORMAT_NAMES[options.type], details: 'No encoder takes it.' });
}

async function encodeByCanvas(
  pixels: Pixels,
  { type, quality, matte }: EncodeOptions,
  parts: EncodeParts,
): Promise<Blob> {
  const { width, height } = pixels;
  const stopEncoding = (details: string) => stop({ code: 'output.encode', format: FORMAT_NAMES[type], details });
  if (!fitsCanvas(pixels, parts.canvas)) {
    return stopEncoding(`${width} × ${height} pixels are more than a canvas of this browser holds.`);
  }
  const flat = type === 'image/jpeg' && !isOpaque(pixels) ? flatten(pixels, matte) : pixels;
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { colorSpace: 'srgb' });
  if (!context) return stopEncoding('The browser gave no canvas.');
  context.putImageData(new ImageData(flat.data, width, height), 0, 0);
  if (!hasPixels(context, flat)) return stopEncoding('The canvas stayed empty.');
  parts.report.done(0.5);
  const blob = await canvas.convertToBlob({ type, quality }).catch((error: unknown) => stopEncoding(String(error)));
  // Frees the canvas's memory.
  canvas.width = 1;
  canvas.height = 1;
  return blob.type === type ? blob : stopEncoding('The browser wrote another format.');
}

/** Whether a canvas holds the pixels: one that is too large stays empty without an error. Checks the last pixel. */
function hasPixels(context: OffscreenCanvasRenderingContext2D, { data, width, height }: Pixels): boolean {
  const last = data[data.length - 1] ?? 0;
  return last < 255 || context.getImageData(width - 1, height - 1, 1, 1).data[3] === 255;
}
