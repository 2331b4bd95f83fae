import { mkdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Diagnostic, ImageRef } from '../contract.ts';
import type { MemoryLimit } from '../lib/memory-limit.ts';
import { isSealed, sealFile } from '../lib/sealed-file.ts';
import { writeFile } from '../lib/write-file.ts';
import { fail, ok, type Result } from '../report/result.ts';
import type { SharedCache } from '../storage/shared-cache.ts';
import type { Animation } from './animation.ts';
import { encodingProblem } from './problems.ts';
import { loadSharp, type Sharp } from './sharp.ts';
import { cleanSvg, type Removed } from './svg.ts';
import { type PictureFile, type PictureFormat, type PictureSettings, pictureFiles } from './variants.ts';
import { encodeVideo, videoSize } from './video.ts';
import { videoEncoder } from './video-encoder.ts';

/** A picture with the files of it that are needed. */
export type EncodeSource = {
  /** Absolute path. */
  readonly file: string;
  /** Below the root, for messages. */
  readonly path: string;
  readonly ref: ImageRef;
  /** Null for a picture without a video. */
  readonly animation: Animation | null;
  readonly files: readonly PictureFile[];
};

export type EncodeOptions = {
  readonly settings: PictureSettings;
  /** Folder of the encoded files. */
  readonly folder: string;
  /** Whether files in the folder are reused. */
  readonly cache: boolean;
  /** Encoded files of other machines. */
  readonly shared: SharedCache;
  /** Limits the pixels in work. */
  readonly limit: Pick<MemoryLimit, 'freeBytes'>;
  /** Maximum number of pictures that are encoded at a time. */
  readonly threads: number;
  readonly signal?: AbortSignal;
};

/**
 * Maximum number of pixels of the sources that are encoded at a time. A decoded pixel takes 4 bytes, and the encoders
 * need several times that: with 64 million pixels, the total stays below a gigabyte. A larger picture is encoded alone.
 */
const maxPixelsInWork = 64e6;

/** Bytes that a pixel in work takes: decoded, resized and in its encoder. */
const bytesPerPixel = 16;

/** Returns the path of an encoded file in the cache. */
export const cachedPicture = (folder: string, { src }: Pick<PictureFile, 'src'>): string => join(folder, basename(src));

/**
 * Encodes the files of pictures that are not cached. Omits everything but pixels: EXIF with locations and cameras, colour
 * profiles (converted to sRGB), comments.
 */
export async function encodePictures(sources: readonly EncodeSource[], options: EncodeOptions): Promise<Result<null>> {
  const { folder, cache, shared } = options;
  const stored = sources.flatMap(({ files }) =>
    files.map((file) => ({ key: `pictures/${basename(file.src)}`, file: cachedPicture(folder, file) })),
  );
  await shared.load(stored);
  const missing = sources.flatMap((source) => {
    const files = source.files.filter((file) => !cache || !isSealed(cachedPicture(folder, file)));
    return files.length > 0 ? [{ ...source, files }] : [];
  });
  if (missing.length === 0) return ok(null);
  const sharp = await loadSharp();
  if (!sharp.ok) return sharp;
  mkdirSync(folder, { recursive: true });
  const problems: Diagnostic[] = [];
  await runBounded(missing, options, async (source) => {
    const problem = await encodeOne(source, options, sharp.value);
    if (problem) problems.push(problem);
  });
  options.signal?.throwIfAborted();
  await shared.save(stored);
  const sorted = problems.sort((a, b) => ((a.file ?? '') < (b.file ?? '') ? -1 : 1));
  return sorted.length > 0 ? fail(sorted) : ok(null);
}

/** Runs `work` for each picture, as many at a time as the bounds of threads and pixels allow. */
async function runBounded(
  sources: readonly EncodeSource[],
  { threads, signal, limit }: EncodeOptions,
  work: (source: EncodeSource) => Promise<void>,
): Promise<void> {
  const running = new Map<Promise<void>, number>();
  const maxPixels = Math.min(maxPixelsInWork, limit.freeBytes() / bytesPerPixel);
  for (const source of sources) {
    if (signal?.aborted) break;
    const pixels = source.ref.width * source.ref.height;
    const pixelsInWork = () => [...running.values()].reduce((sum, count) => sum + count, pixels);
    while (running.size > 0 && (running.size >= threads || pixelsInWork() > maxPixels)) {
      await Promise.race(running.keys());
    }
    const job: Promise<void> = work(source).finally(() => running.delete(job));
    running.set(job, pixels);
  }
  await Promise.all(running.keys());
}

type Pixels = { readonly data: Buffer; readonly info: { width: number; height: number; channels: 1 | 2 | 3 | 4 } };

async function encodeOne(source: EncodeSource, options: EncodeOptions, sharp: Sharp): Promise<Diagnostic | null> {
  const { file, path, ref, files, animation } = source;
  const { folder, settings } = options;
  try {
    if (ref.video && animation) {
      await encodeAnimation({ ...source, animation }, options, sharp);
      return null;
    }
    const input = { limitInputPixels: settings.maxMegapixels * 1e6, failOn: 'error' } as const;
    for (const width of new Set(files.map((picture) => picture.width))) {
      // Compute the pixels of a width once for all of its formats.
      const resized = sharp(file, input).autoOrient().resize({ width }).toColourspace('srgb').raw({ depth: 'uchar' });
      const pixels = (await resized.toBuffer({ resolveWithObject: true })) as Pixels;
      for (const picture of files.filter((candidate) => candidate.width === width)) {
        if (picture.format === 'webm' || picture.format === 'mp4') continue;
        const { width: pixelWidth, height, channels } = pixels.info;
        const image = sharp(pixels.data, { raw: { width: pixelWidth, height, channels } });
        const target = cachedPicture(folder, picture);
        const temporary = `${target}.${process.pid}`;
        await encoder(image, picture.format, settings).toFile(temporary);
        sealFile(temporary, target);
      }
    }
    return null;
  } catch (error) {
    return encodingProblem(path, (error as Error).message, settings);
  }
}

/** Encodes the videos of an animation and their first frame. */
async function encodeAnimation(
  { file, ref, files, animation }: EncodeSource & { readonly animation: Animation },
  { folder, settings, signal }: EncodeOptions,
  sharp: Sharp,
): Promise<void> {
  const size = videoSize(ref, Math.max(...settings.widths));
  const maxPixels = settings.maxMegapixels * 1e6;
  const program = videoEncoder();
  for (const { src, format } of files) {
    const target = cachedPicture(folder, { src });
    const temporary = `${target}.${process.pid}`;
    if (format === 'webm' || format === 'mp4') {
      if (!program) throw new Error('ffmpeg was removed while the site was built.');
      const job = {
        file,
        target: temporary,
        format,
        source: animation.format,
        size,
        maxPixels,
        ...(signal && { signal }),
      };
      await encodeVideo(job, program, sharp);
    } else {
      const frame = sharp(file, { limitInputPixels: maxPixels, failOn: 'error' }).removeAlpha().toColourspace('srgb');
      const { width, height } = size;
      await frame
        .resize({ width, height, fit: 'fill' })
        .jpeg({ quality: settings.quality.jpg, mozjpeg: true })
        .toFile(temporary);
    }
    sealFile(temporary, target);
  }
}

/** Returns the picture with the encoder of a format and its options. */
function encoder(image: ReturnType<Sharp>, format: PictureFormat, { quality }: PictureSettings): ReturnType<Sharp> {
  switch (format) {
    case 'avif':
      return image.avif({ quality: quality.avif, effort: 4, chromaSubsampling: '4:2:0' });
    case 'webp':
      return image.webp({ quality: quality.webp, effort: 4 });
    case 'jpg':
      return image.jpeg({ quality: quality.jpg, mozjpeg: true });
    case 'png':
      return image.png({ compressionLevel: 9 });
  }
}

/** Writes an SVG file without the parts that could run or load something. Returns the kinds of removed parts. */
export async function writeCleaned(text: string, target: string): Promise<readonly Removed[]> {
  const { svg, removed } = await cleanSvg(text);
  mkdirSync(dirname(target), { recursive: true });
  writeFile(target, svg);
  return removed;
}

/** Returns the files of a picture that pages need: all if it is shown, only `src` if pages only link to it. */
export function neededFiles(ref: ImageRef, isShown: boolean): readonly PictureFile[] {
  const files = pictureFiles(ref);
  return isShown ? files : files.filter(({ src }) => src === ref.src);
}
