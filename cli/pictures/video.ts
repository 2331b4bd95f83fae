import { spawn, spawnSync } from 'node:child_process';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Animation, isOpaqueWebp } from './animation.ts';
import type { Sharp } from './sharp.ts';
import type { VideoEncoder, VideoFormat } from './video-encoder.ts';

/** Version of the arguments below. Increment it if a change of them changes the bytes of the files. */
export const videoVersion = 1;

/**
 * Arguments of the encoders. One thread gives the same bytes on every machine. The values of `-crf` are those that the
 * documentation of each encoder recommends for pictures of this size.
 */
const encoderArguments: Readonly<Record<VideoFormat, readonly string[]>> = {
  webm: '-c:v libvpx-vp9 -b:v 0 -crf 34 -deadline good -cpu-used 2 -row-mt 0 -f webm'.split(' '),
  mp4: '-c:v libx264 -preset slow -crf 23 -profile:v high -movflags +faststart -f mp4'.split(' '),
};

/** Size of a video in pixels. Both encoders need even numbers. */
export type VideoSize = { readonly width: number; readonly height: number };

/** Returns the even size of the video of a picture, at most `maxWidth` pixels wide. */
export function videoSize({ width, height }: VideoSize, maxWidth: number): VideoSize {
  const scale = Math.min(1, maxWidth / width);
  const even = (length: number) => Math.max(2, 2 * Math.round((length * scale) / 2));
  return { width: even(width), height: even(height) };
}

export type AnimationFile = Pick<Animation, 'format'> & {
  /** Absolute path. */
  readonly file: string;
  readonly bytes: Uint8Array;
};

/**
 * Returns whether all pixels of all frames of an animation are opaque. A video would show transparent ones in black.
 */
export function isOpaqueAnimation({ file, bytes, format }: AnimationFile, { program }: VideoEncoder): boolean {
  // Many versions of ffmpeg cannot read animated WebP files.
  if (format === 'webp') return isOpaqueWebp(bytes);
  const filter = 'format=rgba,alphaextract,signalstats,metadata=print:key=lavfi.signalstats.YMIN:file=-';
  const { status, stdout } = spawnSync(
    program,
    ['-v', 'error', '-nostdin', ...inputOf(format, file), '-vf', filter, '-f', 'null', '-'],
    { encoding: 'utf8', maxBuffer: 2 ** 28 },
  );
  const minima = [...(stdout ?? '').matchAll(/YMIN=(\d+)/g)].map(([, value]) => Number(value));
  return status === 0 && minima.length > 0 && minima.every((value) => value === 255);
}

/** Names the format, so that a file cannot be read as another one, such as a list of other files. */
const inputOf = (format: Animation['format'], file: string): readonly string[] => [
  ...['-protocol_whitelist', 'file', '-f', format === 'png' ? 'apng' : 'gif', '-i', `file:${file}`],
];

export type VideoJob = {
  /** Absolute paths. */
  readonly file: string;
  readonly target: string;
  readonly format: VideoFormat;
  readonly source: Animation['format'];
  readonly size: VideoSize;
  /** Maximum number of pixels of all frames that are read at once. */
  readonly maxPixels: number;
  readonly signal?: AbortSignal;
};

/** Writes an animation as a video without sound. Rejects with the last line that the encoder printed. */
export async function encodeVideo(
  { file, target, format, source, size, maxPixels, signal }: VideoJob,
  { program }: VideoEncoder,
  sharp: Sharp,
): Promise<void> {
  const frames = source === 'webp' ? await webpFrames(file, maxPixels, sharp) : null;
  const scale = `scale=${size.width}:${size.height}:flags=lanczos:out_color_matrix=bt709:out_range=tv,format=yuv420p`;
  const child = spawn(
    program,
    [
      ...['-v', 'error', '-y', ...(frames ? frames.input : ['-nostdin', ...inputOf(source, file)])],
      ...['-an', '-vf', scale, '-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'iec61966-2-1'],
      ...['-map_metadata', '-1', '-fflags', '+bitexact', '-flags:v', '+bitexact', '-threads', '1'],
      ...[...encoderArguments[format], `file:${target}`],
    ],
    { stdio: [frames ? 'pipe' : 'ignore', 'ignore', 'pipe'], ...(signal && { signal }) },
  );
  let printed = '';
  child.stderr?.on('data', (data) => {
    printed += data;
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  // An encoder that stops early closes its input; why it stopped is in what it printed.
  if (frames && child.stdin) await pipeline(Readable.from(frames.data), child.stdin).catch(() => {});
  if ((await ended) !== 0) throw new Error(printed.trim().split('\n').at(-1) || 'ffmpeg failed.');
}

/** Shortest time in milliseconds for which a frame is shown; browsers show faster ones for 100 ms. */
const minFrameMs = 11;
const defaultFrameMs = 100;

/** Returns the frames of an animated WebP file as uncompressed pixels at a constant rate, and how ffmpeg reads them. */
async function webpFrames(file: string, maxPixels: number, sharp: Sharp) {
  const image = sharp(file, { animated: true, limitInputPixels: maxPixels, failOn: 'error' });
  const { delay = [], pageHeight = 0 } = await image.metadata();
  const { data, info } = await image
    .removeAlpha()
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const frameMs = delay.map((ms) => (ms < minFrameMs ? defaultFrameMs : ms));
  const tickMs = Math.max(minFrameMs, frameMs.reduce(greatestDivisor));
  const frameBytes = info.width * pageHeight * info.channels;
  const repeated = function* () {
    for (const [index, ms] of frameMs.entries()) {
      const frame = data.subarray(index * frameBytes, (index + 1) * frameBytes);
      for (let tick = 0; tick < Math.max(1, Math.round(ms / tickMs)); tick++) yield frame;
    }
  };
  const size = `${info.width}x${pageHeight}`;
  const input = `-f rawvideo -pixel_format rgb24 -video_size ${size} -framerate 1000/${tickMs} -i pipe:0`.split(' ');
  return { input, data: repeated() };
}

const greatestDivisor = (a: number, b: number): number => (b === 0 ? a : greatestDivisor(b, a % b));
