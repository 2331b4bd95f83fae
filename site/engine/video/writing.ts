import type { Size } from '../types.ts';
import type { OutputCodec } from './types.ts';

/** Size and frame rate of what is encoded. */
export type EncoderInput = Size & { readonly fps: number };

/** How an encoder spends bits: the same quantizer for every frame, or an average in bits per second. */
export type Rate =
  | { readonly kind: 'quantizer'; readonly quantizer: number }
  | { readonly kind: 'bitrate'; readonly bitrate: number };

/** Bits that a codec needs for the quality of H.264 with 1. */
const RELATIVE_BITRATE: { readonly [codec: string]: number } = {
  'H.264': 1,
  avc: 1,
  HEVC: 0.65,
  VP9: 0.7,
  vp9: 0.7,
  AV1: 0.55,
  av1: 0.55,
  VP8: 1.05,
};

/** Source whose bitrate is the basis of the estimate. */
type GuessInput = EncoderInput & { readonly codec: string; readonly bitrate: number };

/**
 * Estimates the bits per second that keep the quality of the source, without measuring. A second encoder also encodes the
 * artefacts of the first one and needs about twice as many bits; measured on panned and zoomed photographs of 512 × 320
 * at 0.15 bits per pixel.
 */
export function guessBitrate(source: GuessInput, codec: OutputCodec): number {
  const ratio = (RELATIVE_BITRATE[codec] ?? 1) / Math.min(1, RELATIVE_BITRATE[source.codec] ?? 1);
  const min = Math.max(40_000, source.width * source.height * source.fps * 0.02);
  return Math.round(2 * Math.max(min, source.bitrate * Math.max(1, ratio)));
}

/** Levels of H.264: number, maximum frame and rate in macroblocks of 16 × 16 (ITU-T H.264, table A-1). */
const AVC_LEVELS = [
  [0x1e, 1620, 40_500],
  [0x1f, 3600, 108_000],
  [0x28, 8192, 245_760],
  [0x2a, 8704, 522_240],
  [0x32, 22_080, 589_824],
  [0x33, 36_864, 983_040],
  [0x34, 36_864, 2_073_600],
] as const;

/** Levels of VP9: name, maximum rate and frame in pixels. */
const VP9_LEVELS = [
  [10, 829_440, 36_864],
  [20, 4_608_000, 122_880],
  [30, 20_736_000, 552_960],
  [31, 36_864_000, 983_040],
  [40, 83_558_400, 2_228_224],
  [41, 160_432_128, 2_228_224],
  [50, 311_951_360, 8_912_896],
  [51, 588_251_136, 8_912_896],
  [60, 1_176_502_272, 35_651_584],
] as const;

/** Configuration of the encoder, with the lowest level that holds the size and the frame rate. */
export function encoderConfig(
  codec: OutputCodec,
  { width, height, fps, rate }: EncoderInput & { readonly rate: Rate },
): VideoEncoderConfig {
  const pixels = width * height;
  const common = {
    width,
    height,
    framerate: Math.max(1, fps),
    latencyMode: 'quality' as const,
    ...(rate.kind === 'quantizer'
      ? { bitrateMode: 'quantizer' as const }
      : { bitrateMode: 'variable' as const, bitrate: rate.bitrate }),
  };
  if (codec === 'avc') {
    const blocks = Math.ceil(width / 16) * Math.ceil(height / 16);
    const level = AVC_LEVELS.find(([, frame, rate]) => blocks <= frame && blocks * fps <= rate) ?? AVC_LEVELS[6];
    return { ...common, codec: `avc1.6400${level[0].toString(16)}`, avc: { format: 'avc' } };
  }
  const found = VP9_LEVELS.find(([, rate, frame]) => pixels <= frame && pixels * fps <= rate) ?? VP9_LEVELS[8];
  if (codec === 'vp9') return { ...common, codec: `vp09.00.${found[0]}.08` };
  // Levels of AV1 count from 2.0 as 0, four to a whole one.
  const level = Math.max(0, (Math.floor(found[0] / 10) - 2) * 4 + (found[0] % 10));
  return { ...common, codec: `av01.0.${String(level).padStart(2, '0')}M.08` };
}

/**
 * The decoder configuration of an H.264 encoder with level 1.1 in place of 1b, whose number 9 some players reject. The
 * level is the fourth byte of the configuration and of its first parameter set (ISO/IEC 14496-15, 5.3.3.1).
 */
export function withLevel11(config: VideoDecoderConfig): VideoDecoderConfig {
  const { codec, description } = config;
  if (!codec.startsWith('avc') || !description) return config;
  const bytes = ArrayBuffer.isView(description)
    ? new Uint8Array(description.buffer, description.byteOffset, description.byteLength).slice()
    : new Uint8Array(description.slice(0));
  for (const at of [3, 11]) if (bytes[at] === 9) bytes[at] = 11;
  return { ...config, description: bytes };
}

/** Codecs that this browser and device can encode at a size. */
export async function writableCodecs(input: EncoderInput): Promise<readonly OutputCodec[]> {
  const all: readonly OutputCodec[] = ['avc', 'vp9', 'av1'];
  const rate = { kind: 'bitrate', bitrate: 1e6 } as const;
  const writable = await Promise.all(all.map((codec) => isWritable(encoderConfig(codec, { ...input, rate }))));
  return all.filter((_, i) => writable[i]);
}

/** The configuration, or the same with the baseline profile of H.264 if only that is supported; null if neither is. */
export async function supportedConfig(config: VideoEncoderConfig): Promise<VideoEncoderConfig | null> {
  const plain = { ...config, codec: config.codec.replace('avc1.6400', 'avc1.4200') };
  for (const one of [config, plain]) if (await isSupported(one)) return one;
  return null;
}

const isWritable = async (config: VideoEncoderConfig): Promise<boolean> => (await supportedConfig(config)) !== null;

async function isSupported(config: VideoEncoderConfig): Promise<boolean> {
  const answer = await VideoEncoder.isConfigSupported(config).catch(() => null);
  return answer?.supported === true;
}
