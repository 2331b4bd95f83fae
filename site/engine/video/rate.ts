import { VideoSample } from 'mediabunny';
import { frameOf, yuvOf } from '../codecs/frames.ts';
import { type Yuv, yuvPlanes } from '../ops/video/yuv.ts';
import { type FrameEncoder, openEncoder } from './encoder.ts';
import { type Written, writtenOf } from './framing.ts';
import { startsOf, type TaskControls } from './measure.ts';
import { framesOf, type Range } from './reading.ts';
import { type Search, searchSetting } from './search.ts';
import type { VideoSource } from './source.ts';
import type { OutputCodec, Quality, VideoSettings } from './types.ts';
import { encoderConfig, guessBitrate, type Rate, supportedConfig } from './writing.ts';

/**
 * Luma PSNR in dB, beside the decoded source, that the worst frame of the sample must reach. Above 40 dB a difference is
 * hard to see.
 */
export const MIN_PSNR_DB: { readonly [quality in Quality]: number } = { high: 45, source: 41, small: 36 };

/** Seconds between key frames of what is written. */
export const KEY_SECONDS = 2;

export type RatePlan = {
  readonly rate: Rate;
  /** Bytes of a key frame and of one between them, on average in the sample; null: nothing could be measured. */
  readonly frameBytes: { readonly key: number; readonly delta: number } | null;
};

/** Pixels of the sample in all its frames, and limits of the frames in each of its runs. */
const SAMPLE_PIXELS = 12e6;
const RUN_FRAMES = { min: 4, max: 12 } as const;
/** The result may be this much better than requested, in dB; closer costs another encoding of the sample. */
const TOLERANCE_DB = 0.8;
const MAX_TRIALS = 6;
/** Chromium’s coarsest quantizer of VP9 and AV1 gives 40 to 42 dB; smaller files than that take a bitrate. */
const TOO_FINE_DB = 3;

/** Quantizers of each codec: where the search starts for 41 dB, and the change of dB by one step. */
const QUANTIZERS: { readonly [codec in OutputCodec]: { max: number; start: number; slope: number } } = {
  avc: { max: 51, start: 24, slope: -0.9 },
  vp9: { max: 63, start: 44, slope: -0.25 },
  av1: { max: 63, start: 48, slope: -0.25 },
};
/**
 * Change of dB when the bitrate is doubled; how far the search may go from the guess, in doublings; and dB that are
 * added to the target, as rate control treats the same frames differently in the sample and in the whole (up to 1.4 dB
 * of the worst frame in ten clips).
 */
const BITRATE = { slope: 5, down: 4, up: 4, margin: 1.5 } as const;

export type RateRequest = Pick<VideoSettings, 'codec' | 'quality' | 'container' | 'geometry'> & {
  readonly range: Range;
};

/**
 * Finds the setting of the encoder that keeps the requested quality, by encoding a few runs of frames and decoding them
 * again: a quantizer where the encoder takes one for each frame and its coarsest is coarse enough, else a bitrate.
 * Without a decoder for what is written the bitrate is a guess.
 */
export async function planRate(source: VideoSource, request: RateRequest, task: TaskControls): Promise<RatePlan> {
  const written = writtenOf(source, request);
  const guess = guessBitrate({ ...written.info, ...written.view.coded }, request.codec);
  try {
    const sample = await sampleOf(source, { range: request.range, written }, task);
    return (
      (await planQuantizer(written, { ...request, sample }, task)) ??
      (await planBitrate(written, { ...request, sample, guess }, task))
    );
  } catch (error) {
    task.signal.throwIfAborted();
    console.warn(error);
    return { rate: { kind: 'bitrate', bitrate: guess }, frameBytes: null };
  }
}

type PlanInput = Pick<RateRequest, 'codec' | 'quality'> & { readonly sample: readonly SampleFrame[] };

/** Null where the encoder takes no quantizer, or even its coarsest gives far more than the quality requests. */
async function planQuantizer(written: Written, { codec, quality, sample }: PlanInput, task: TaskControls) {
  const { max, start, slope } = QUANTIZERS[codec];
  const coarsest = { kind: 'quantizer', quantizer: max } as const;
  const config = encoderConfig(codec, { ...written.view.coded, fps: written.info.fps, rate: coarsest });
  if (!(await supportedConfig(config))) return null;
  const target = MIN_PSNR_DB[quality];
  const first = Math.min(max, Math.round(start + (target - MIN_PSNR_DB.source) / slope));
  const { rate, psnr, frameBytes } = await searchRate(
    (quantizer) => tryRate(written, { codec, rate: { kind: 'quantizer', quantizer }, sample }, task),
    { start: first, min: 1, max, slope, step: 1, target },
  );
  const tooFine = rate.kind === 'quantizer' && rate.quantizer === max && psnr > target + TOO_FINE_DB;
  return tooFine ? null : { rate, frameBytes };
}

async function planBitrate(
  written: Written,
  { codec, quality, sample, guess }: PlanInput & { readonly guess: number },
  task: TaskControls,
): Promise<RatePlan> {
  const { slope, down, up, margin } = BITRATE;
  const start = Math.log2(guess);
  const { rate, frameBytes } = await searchRate(
    (octave) => tryRate(written, { codec, rate: { kind: 'bitrate', bitrate: Math.round(2 ** octave) }, sample }, task),
    { start, min: start - down, max: start + up, slope, step: 0.1, target: MIN_PSNR_DB[quality] + margin },
  );
  return { rate, frameBytes };
}

async function searchRate(
  attempt: (setting: number) => Promise<Trial>,
  search: Omit<Search, 'tolerance' | 'trials'>,
): Promise<Trial> {
  const trials = new Map<number, Trial>();
  const measure = async (setting: number): Promise<number> => {
    const trial = await attempt(setting);
    trials.set(setting, trial);
    return trial.psnr;
  };
  const found = await searchSetting(measure, { ...search, tolerance: TOLERANCE_DB, trials: MAX_TRIALS });
  return trials.get(found) as Trial;
}

/** Bytes of the whole file: its pictures by the plan, and its unchanged sound. */
export function expectedBytes(
  { info }: VideoSource,
  { rate, frameBytes }: RatePlan,
  { seconds, frames }: { readonly seconds: number; readonly frames: number },
): number {
  const audioBytesPerSecond = Math.max(0, (info.bytes * 8) / Math.max(0.1, info.duration) - info.bitrate) / 8;
  const keys = Math.ceil(seconds / KEY_SECONDS);
  const bitrate = rate.kind === 'bitrate' ? rate.bitrate : info.bitrate;
  const pictures = frameBytes
    ? keys * frameBytes.key + Math.max(0, frames - keys) * frameBytes.delta
    : (seconds * bitrate) / 8;
  return Math.round(pictures + seconds * audioBytesPerSecond);
}

type SampleFrame = { readonly yuv: Yuv; readonly startsRun: boolean };

type SampleInput = { readonly range: Range; readonly written: Written };

/** What is written of a few runs of decoded frames. */
async function sampleOf(
  source: VideoSource,
  { range, written }: SampleInput,
  task: TaskControls,
): Promise<readonly SampleFrame[]> {
  const { width, height } = written.view.coded;
  const runs = 3;
  const fitting = Math.floor(SAMPLE_PIXELS / (runs * width * height));
  const length = Math.max(RUN_FRAMES.min, Math.min(RUN_FRAMES.max, fitting));
  const sample: SampleFrame[] = [];
  for (const from of startsOf(source, range, length).slice(0, runs)) {
    let count = 0;
    for await (const { yuv } of framesOf(source, { from, to: range.to })) {
      await task.checkpoint();
      sample.push({ yuv: written.pixelsOf(yuv), startsRun: count === 0 });
      if (++count >= length) break;
    }
  }
  return sample;
}

type Trial = {
  readonly rate: Rate;
  /** Luma PSNR of the worst frame, in dB. */
  readonly psnr: number;
  readonly frameBytes: { readonly key: number; readonly delta: number };
};

type TrialInput = { readonly codec: OutputCodec; readonly rate: Rate; readonly sample: readonly SampleFrame[] };

/** Encodes and decodes the sample. */
async function tryRate(written: Written, { codec, rate, sample }: TrialInput, task: TaskControls): Promise<Trial> {
  const { view, info, format } = written;
  const config = await supportedConfig(encoderConfig(codec, { ...view.coded, fps: info.fps, rate }));
  if (!config) throw new Error(`No encoder for ${codec} at this rate.`);
  const chunks: EncodedVideoChunk[] = [];
  let decoderConfig: VideoDecoderConfig | undefined;
  let error: unknown = null;
  const onError = (thrown: unknown) => {
    error ??= thrown;
  };
  const encoder = openEncoder({
    codec,
    config,
    rate,
    onError,
    onChunk: (chunk, meta) => {
      chunks.push(chunk);
      decoderConfig ??= meta?.decoderConfig;
    },
  });
  try {
    const frameUs = 1e6 / Math.max(1, info.fps);
    for (const [i, { yuv, startsRun }] of sample.entries()) {
      const timing = { timestamp: (i * frameUs) / 1e6, duration: frameUs / 1e6 };
      encoder.encode(frameOf(yuv, timing, format), startsRun);
      await drained(encoder, () => error !== null);
      await task.checkpoint();
    }
    await encoder.flush();
  } finally {
    encoder.close();
  }
  if (error) throw error;
  if (!decoderConfig) throw new Error('The encoder gave no configuration.');
  const psnr = await worstPsnr(chunks, decoderConfig, { sample, task });
  const mean = (kind: EncodedVideoChunkType) => {
    const sizes = chunks.filter(({ type }) => type === kind).map(({ byteLength }) => byteLength);
    return sizes.length > 0 ? sizes.reduce((sum, one) => sum + one, 0) / sizes.length : 0;
  };
  const key = mean('key');
  return { rate, psnr, frameBytes: { key, delta: mean('delta') || key } };
}

/** Frames that may wait in the encoder. */
const MAX_QUEUED = 4;

/** Waits until the encoder takes further frames. */
export async function drained(encoder: FrameEncoder, failed: () => boolean): Promise<void> {
  while (encoder.queued() > MAX_QUEUED && !failed()) await new Promise<void>((resolve) => setTimeout(resolve, 1));
}

type Comparison = { readonly sample: readonly SampleFrame[]; readonly task: TaskControls };

async function worstPsnr(
  chunks: readonly EncodedVideoChunk[],
  config: VideoDecoderConfig,
  { sample, task }: Comparison,
): Promise<number> {
  let worst = Number.POSITIVE_INFINITY;
  let error: unknown = null;
  let index = 0;
  let compared = Promise.resolve();
  const decoder = new VideoDecoder({
    output: (frame) => {
      const original = sample[index++]?.yuv;
      compared = compared
        .then(async () => {
          const decoded = new VideoSample(frame);
          try {
            if (original) worst = Math.min(worst, lumaPsnr(original, await yuvOf(decoded)));
          } finally {
            decoded.close();
          }
        })
        .catch((thrown: unknown) => {
          error ??= thrown;
        });
    },
    error: (thrown) => {
      error ??= thrown;
    },
  });
  try {
    decoder.configure(config);
    for (const chunk of chunks) {
      decoder.decode(chunk);
      await task.checkpoint();
      // A decoder may stop returning frames while too many are open.
      await compared;
    }
    await decoder.flush();
    await compared;
  } finally {
    if (decoder.state !== 'closed') decoder.close();
  }
  if (error) throw error;
  if (index < sample.length) throw new Error(`Of ${sample.length} frames ${index} were decoded.`);
  return worst;
}

function lumaPsnr(a: Yuv, b: Yuv): number {
  const [lumaA, lumaB] = [yuvPlanes(a)[0].data, yuvPlanes(b)[0].data];
  let sum = 0;
  for (let at = 0; at < lumaA.length; at++) sum += ((lumaA[at] as number) - (lumaB[at] as number)) ** 2;
  return 10 * Math.log10((255 ** 2 * lumaA.length) / Math.max(1, sum));
}
