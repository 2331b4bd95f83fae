import { encodePicture } from '../../engine/codecs/encode.ts';
import { NO_METADATA, readMetadata } from '../../engine/codecs/metadata.ts';
import { keptProfile } from '../../engine/codecs/profile.ts';
import { encodeWithin } from '../../engine/codecs/target-size.ts';
import { resizePixels } from '../../engine/ops/resize/resize.ts';
import type { Device, EncodeType, Pixels } from '../../engine/types.ts';
import type { Pictures } from '../../engine/workers/pictures.ts';
import { zip } from '../../workspace/zip.ts';
import type { Converted, Task, TaskResult } from './protocol.ts';
import { sizeAfter } from './size.ts';

export type ConverterContext = {
  readonly pictures: Pictures;
  readonly canvas: Device['canvas'];
  /** Whether memory is short. */
  readonly isFrugal: boolean;
  readonly now: () => Date;
};

const NO_PROGRESS = { done: () => {} };

/** Formats that the site writes by itself; whether a browser writes the others has to be tried. */
const OWN_FORMATS: readonly EncodeType[] = ['image/jpeg', 'image/png', 'image/jxl'];

/** A picture that is large enough for every encoder. */
const TRIAL_PIXELS: Pixels = { width: 64, height: 64, data: new Uint8ClampedArray(64 * 64 * 4).fill(255) };

const supportedFormats = async ({ canvas }: ConverterContext, signal: AbortSignal): Promise<readonly EncodeType[]> => {
  const parts = { metadata: NO_METADATA, profile: null, canvas, signal, report: NO_PROGRESS };
  const tries = (['image/webp', 'image/avif'] as const).map((type) =>
    encodePicture(TRIAL_PIXELS, { type, quality: 0.5, metadata: 'strip', matte: [255, 255, 255] }, parts).then(
      () => [type],
      () => [],
    ),
  );
  return [...(await Promise.all(tries)).flat(), ...OWN_FORMATS];
};

type ConvertTask = Extract<Task, { kind: 'convert' }>;

const convert = async (
  { fileId, file, options }: ConvertTask,
  context: ConverterContext,
  signal: AbortSignal,
): Promise<Converted> => {
  const { pixels, info } = await context.pictures.open(
    { kind: 'file', id: fileId, name: file.name, blob: file },
    signal,
  );
  if (!info) throw new Error('The file was opened without its header.');
  const size = sizeAfter(pixels, options.resize);
  const smaller = size.width < pixels.width;
  const sized = resizePixels(pixels, { ...size, kernel: 'lanczos', linear: smaller });
  const { type, metadata, matte } = options;
  const bytes = new Uint8Array(await file.arrayBuffer());
  const kept = metadata === 'strip' ? NO_METADATA : readMetadata(bytes);
  const parts = {
    metadata: kept,
    profile: await keptProfile(bytes),
    canvas: context.canvas,
    isFrugal: context.isFrugal,
    signal,
    report: NO_PROGRESS,
  };
  const encode = (quality: number) => encodePicture(sized, { type, quality: quality / 100, metadata, matte }, parts);
  const lossless = type === 'image/png';
  const encoded = await encodeWithin({
    encode,
    maxBytes: lossless ? 0 : options.maxBytes,
    maxQuality: options.quality,
  });
  return { ...size, ...encoded, source: info };
};

/** Performs a task. Throws errors that `toolErrorOf` maps to codes. */
export const perform = (
  task: Task,
  context: ConverterContext,
  signal: AbortSignal,
): Promise<TaskResult[Task['kind']]> => {
  switch (task.kind) {
    case 'formats':
      return supportedFormats(context, signal);
    case 'convert':
      return convert(task, context, signal);
    case 'zip':
      return zip(task.entries, context.now());
  }
};
