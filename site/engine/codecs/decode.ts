import { stop, toolErrorOf } from '../errors.ts';
import { freeBuffer } from '../free-buffer.ts';
import { checkpoint } from '../jobs/run.ts';
import type { ColorSpace, Device, ImageType, PictureInfo, Pixels, Size } from '../types.ts';
import type { Bytes } from './bytes.ts';
import { isComplete } from './containers.ts';
import { orientationOf } from './exif.ts';
import { type Header, readHeader } from './header.ts';
import { pngOfHeic } from './heic/convert.ts';
import { decodeJxl } from './jpeg-xl.ts';
import { hasLocation, type Metadata, readMetadata } from './metadata.ts';
import { asPlainSrgb } from './png-colour.ts';
import { decodePng } from './png-decode.ts';
import { keptProfile } from './profile.ts';
import { sniff } from './sniff.ts';
import { decodeTiff, pngOf } from './tiff.ts';
import { turnUpright } from './upright.ts';

export type Limits = {
  readonly canvas: Device['canvas'];
  /** Maximum bytes of pictures and work. */
  readonly memory: number;
};

export type DecodeOptions = Limits & {
  /** File name for messages. */
  readonly name: string;
  readonly signal: AbortSignal;
  /** The colours of the pixels; those of the file where not given. */
  readonly colorSpace?: ColorSpace | undefined;
};

export type Decoded = { readonly pixels: Pixels; readonly info: PictureInfo };

/** Maximum pixels of a strip that is read from the decoded bitmap: each strip is in memory twice. */
const MAX_STRIP_PIXELS = 1_048_576;

/**
 * Decodes a picture file to upright pixels, in Display P3 if that is its profile, else in sRGB; of an animation, the
 * first frame. Stops with an error `file.*` of the
 * catalogue. Needs `createImageBitmap` and `OffscreenCanvas`.
 */
export async function decodePicture(blob: Blob, options: DecodeOptions): Promise<Decoded> {
  const { name, signal } = options;
  if (blob.size === 0) stop({ code: 'file.empty', name });
  const bytes = await readBytes(blob, name);
  const type = pictureType(bytes, blob, name);
  const header = readHeader(bytes, type);
  if (!isComplete(bytes)) stop({ code: 'file.damaged', name, type });
  if (header) refuseTooLarge(header, options.memory);
  await checkpoint(signal);
  const metadata = kindsOf(readMetadata(bytes));
  const colorSpace = options.colorSpace ?? ((await keptProfile(bytes)) ? 'display-p3' : 'srgb');
  const pixels = await decodeBytes(bytes, type, { ...options, colorSpace });
  // A scan of 12 megapixels with 16 bits has 72 MB.
  freeBuffer(bytes.buffer);
  return {
    pixels,
    info: {
      ...sizeOf(pixels),
      ...(header ?? UNKNOWN),
      ...sizeOf(pixels),
      type,
      bytes: blob.size,
      colorSpace,
      metadata,
    },
  };
}

/** Which metadata a file has. */
const kindsOf = (metadata: Metadata): PictureInfo['metadata'] => ({
  exif: metadata.exif !== null,
  gps: hasLocation(metadata),
  xmp: metadata.xmp !== null,
  profile: metadata.profile,
});

const UNKNOWN: Omit<Header, keyof Size> = { bitsPerChannel: 8, hasAlpha: true, animated: false };

const sizeOf = ({ width, height }: Size): Size => ({ width, height });

/** Refuses pictures whose decoded bitmap and its copy exceed the memory: a small file can hold gigabytes of pixels. */
function refuseTooLarge({ width, height }: Size, available: number): void {
  const needed = width * height * 4 * 2;
  if (needed > available) stop({ code: 'file.tooLarge', width, height, needed, available, suggestedSize: null });
}

async function readBytes(blob: Blob, name: string): Promise<Bytes> {
  try {
    return new Uint8Array(await blob.arrayBuffer());
  } catch (error) {
    if (error instanceof RangeError) throw error;
    return stop({ code: 'file.unreadable', name, details: String(error) });
  }
}

function pictureType(bytes: Bytes, blob: Blob, name: string): ImageType {
  const type = sniff(bytes);
  // The type of a blob comes from its name. A picture's name is no evidence if the content is unknown.
  if (type === null && (blob.type === '' || blob.type.startsWith('image/')))
    return stop({ code: 'file.notAPicture', name });
  if (type === null) return stop({ code: 'file.wrongType', name, type: blob.type });
  // Workers cannot rasterise SVG.
  if (type.startsWith('video/') || type === 'image/svg+xml') return stop({ code: 'file.wrongType', name, type });
  return type as ImageType;
}

async function decodeBytes(file: Bytes, type: ImageType, options: DecodeOptions): Promise<Pixels> {
  const { name, signal } = options;
  try {
    const bytes = type === 'image/png' ? asPlainSrgb(file) : file;
    if (type === 'image/png' && options.colorSpace !== 'display-p3') {
      const pause = () => checkpoint(signal);
      const exact = await decodePng(bytes, pause);
      const { exif } = readMetadata(bytes);
      if (exact) return turnUpright(exact, exif ? orientationOf(exif) : 1, pause);
    }
    const bitmap = await createImageBitmap(new Blob([bytes], { type }), {
      imageOrientation: 'from-image',
      colorSpaceConversion: 'default',
      premultiplyAlpha: 'none',
    });
    try {
      return await readBitmap(bitmap, options);
    } finally {
      bitmap.close();
    }
  } catch (error) {
    if (error instanceof RangeError || (error instanceof Error && /memory/i.test(error.message))) throw error;
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    const details = String(error);
    const decoded = await decodeOtherwise(file, type, options).catch((other: unknown) => {
      const isOfFile = toolErrorOf(other).code !== 'job.notLoaded';
      if (!isOfFile || signal.aborted || /memory|allocation/i.test(String(other))) throw other;
      return null;
    });
    if (decoded) return decoded;
    if (type === 'image/heic') return stop({ code: 'file.heic', details });
    if (type === 'image/tiff') return stop({ code: 'file.tiff', details });
    if (type === 'image/jxl') return stop({ code: 'file.wrongType', name, type, details });
    return stop({ code: 'file.damaged', name, type, details });
  }
}

/** Decodes types that not every browser decodes; null for others, and where that cannot be done either. */
async function decodeOtherwise(file: Bytes, type: ImageType, options: DecodeOptions): Promise<Pixels | null> {
  if (type === 'image/jxl') return decodeJxl(file, options.memory);
  const pause = () => checkpoint(options.signal);
  if (type === 'image/tiff') {
    const page = await decodeTiff(file, pause);
    return page?.profile ? decodeBytes(await pngOf(page, pause), 'image/png', options) : (page?.pixels ?? null);
  }
  const png = type === 'image/heic' ? await pngOfHeic(file, pause) : null;
  return png && decodeBytes(png, 'image/png', options);
}

/** Reads a decoded picture strip by strip, so that no canvas exceeds the device's limits. */
async function readBitmap(
  bitmap: ImageBitmap,
  { canvas, signal, colorSpace = 'srgb' }: DecodeOptions,
): Promise<Pixels> {
  const { width, height } = bitmap;
  const columns = Math.min(width, canvas.side);
  const rows = Math.max(
    1,
    Math.min(height, canvas.side, Math.floor(Math.min(MAX_STRIP_PIXELS, canvas.area) / columns)),
  );
  const data = new Uint8ClampedArray(width * height * 4);
  const strip = new OffscreenCanvas(columns, rows);
  const context = strip.getContext('2d', { willReadFrequently: true, colorSpace });
  if (!context)
    return stop({ code: 'device.outOfMemory', suggestedSize: null, details: 'The browser gave no canvas.' });
  try {
    for (let y = 0; y < height; y += rows) {
      await checkpoint(signal);
      for (let x = 0; x < width; x += columns) {
        const part = { width: Math.min(columns, width - x), height: Math.min(rows, height - y) };
        context.clearRect(0, 0, columns, rows);
        context.drawImage(bitmap, -x, -y);
        const read = context.getImageData(0, 0, part.width, part.height).data;
        if (part.width === width) data.set(read, y * width * 4);
        else copyColumns(read, part, { data, width, at: (y * width + x) * 4 });
        freeBuffer(read.buffer);
      }
    }
  } finally {
    // Frees the canvas now; garbage collection may come much later.
    strip.width = 0;
    strip.height = 0;
  }
  return { width, height, data };
}

type Target = { readonly data: Uint8ClampedArray; readonly width: number; readonly at: number };

function copyColumns(read: Uint8ClampedArray, part: Size, { data, width, at }: Target): void {
  for (let row = 0; row < part.height; row++) {
    data.set(read.subarray(row * part.width * 4, (row + 1) * part.width * 4), at + row * width * 4);
  }
}
