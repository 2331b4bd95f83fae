import {
  BlobSource,
  EncodedPacketSink,
  Input,
  type InputAudioTrack,
  type InputVideoTrack,
  MATROSKA,
  MP4,
  Mp4OutputFormat,
  QTFF,
  VideoSampleSink,
  WEBM,
  WebMOutputFormat,
} from 'mediabunny';
import type { FrameFormat } from '../codecs/frames.ts';
import { stop } from '../errors.ts';
import type { VideoInfo, View } from './types.ts';
import { writableCodecs } from './writing.ts';

/** A video file that is open for reading. The caller of `openSource` closes it. */
export type VideoSource = {
  readonly info: VideoInfo;
  readonly track: InputVideoTrack;
  readonly audio: readonly InputAudioTrack[];
  readonly view: View;
  readonly format: FrameFormat;
  /** Ticks per second: all times of frames are multiples of 1 / this. */
  readonly resolution: number;
  readonly close: () => void;
};

/** Packets that are read to measure frame rate and bitrate. */
const MAX_STAT_PACKETS = 600;

/** Opens a video file. Stops with an error of the catalogue if it cannot be read or decoded. */
export async function openSource(blob: Blob, name: string): Promise<VideoSource> {
  if (blob.size === 0) return stop({ code: 'file.empty', name });
  const input = new Input({ formats: [MP4, QTFF, MATROSKA, WEBM], source: new BlobSource(blob) });
  try {
    return await read(input, blob, name);
  } catch (error) {
    input.dispose();
    throw error;
  }
}

async function read(input: Input, blob: Blob, name: string): Promise<VideoSource> {
  if (!(await input.canRead())) return stop({ code: 'file.wrongTypeVideo', name, type: blob.type });
  const track = await input
    .getPrimaryVideoTrack()
    .catch((error: unknown) => stop({ code: 'file.damaged', name, type: blob.type, details: String(error) }));
  if (!track) {
    // An interrupted recording lacks its index.
    if ((await input.getTracks()).length > 0) return stop({ code: 'video.noPicture', name });
    return stop({ code: 'file.damaged', name, type: blob.type, details: 'It lists neither pictures nor sound.' });
  }
  const codec = codecName((await track.getCodec()) ?? String((await track.getInternalCodecId()) ?? '?'));
  if (!(await isDecodable(track)))
    return stop({ code: 'video.undecodable', codec, details: (await track.getCodecParameterString()) ?? codec });
  await decodeFirstFrame(track).catch((error: unknown) =>
    stop({ code: 'file.damaged', name, type: blob.type || codec, details: String(error) }),
  );
  const audio = await input.getAudioTracks();
  const coded = { width: await track.getCodedWidth(), height: await track.getCodedHeight() };
  const upright = { width: await track.getDisplayWidth(), height: await track.getDisplayHeight() };
  const view = { coded, upright, rotation: await track.getRotation(), flip: await track.getFlip() };
  const stats = await track.computePacketStats(MAX_STAT_PACKETS);
  const start = await track.getFirstTimestamp();
  const end = await track.computeDuration();
  const fps = stats.averagePacketRate;
  const codecs = await Promise.all(audio.map((one) => one.getCodec()));
  const fits = (supported: readonly string[]) => codecs.every((one) => one !== null && supported.includes(one));
  const info: VideoInfo = {
    ...upright,
    name,
    bytes: blob.size,
    start,
    duration: Math.max(0, end - start),
    fps,
    variable: await isVariable(track),
    frames: stats.packetCount < MAX_STAT_PACKETS ? stats.packetCount : Math.round((end - start) * fps),
    codec,
    bitrate: stats.averageBitrate,
    audio: codecs.map((one) => codecName(one ?? '?')),
    audioFits: {
      mp4: fits(new Mp4OutputFormat().getSupportedCodecs()),
      webm: fits(new WebMOutputFormat().getSupportedCodecs()),
    },
    writable: await writableCodecs({ ...coded, fps }),
    view,
    notes: [],
  };
  const display = { width: await track.getSquarePixelWidth(), height: await track.getSquarePixelHeight() };
  return {
    info,
    track,
    audio,
    view,
    format: { colour: await track.getColorSpace(), display },
    resolution: await track.getTimeResolution(),
    close: () => input.dispose(),
  };
}

/**
 * Whether this browser decodes a track. Browsers decode H.264 level 1b but reject its codec string, so such a track is
 * declared as level 1.1, which includes 1b (ITU-T H.264, A.3).
 */
async function isDecodable(track: InputVideoTrack): Promise<boolean> {
  const config = await track.getDecoderConfig();
  if (!config) return false;
  const renamed = { ...config, codec: config.codec.replace(/^(avc[13]\.....)09$/, (_, profile) => `${profile}0b`) };
  const { supported = false } = await VideoDecoder.isConfigSupported(renamed);
  track.getDecoderConfig = async () => renamed;
  track.canDecode = async () => supported;
  return supported;
}

/** Throws if the first frame cannot be decoded although the codec is supported. */
async function decodeFirstFrame(track: InputVideoTrack): Promise<void> {
  for await (const sample of new VideoSampleSink(track).samples()) return sample.close();
  throw new Error('It holds no frame.');
}

/** Frames whose distances in time are compared. */
const COMPARED_FRAMES = 120;
/** Maximum frames of H.264 and HEVC that are stored before one that is shown earlier. */
const MAX_REORDERED_FRAMES = 16;

async function isVariable(track: InputVideoTrack): Promise<boolean> {
  const times: number[] = [];
  for await (const packet of new EncodedPacketSink(track).packets(undefined, undefined, { metadataOnly: true })) {
    times.push(packet.timestamp);
    if (times.length >= COMPARED_FRAMES + MAX_REORDERED_FRAMES) break;
  }
  return isUneven(times);
}

/**
 * Whether frames come at uneven times: their distances differ by more than rounding. The times are in seconds, in the order
 * in which a file stores the frames. Of many, the last ones in time are left out: what is shown between them may be stored
 * after them.
 */
export function isUneven(times: readonly number[]): boolean {
  const sorted = [...times]
    .sort((a, b) => a - b)
    .slice(0, Math.max(COMPARED_FRAMES, times.length - MAX_REORDERED_FRAMES));
  const gaps = sorted.slice(1).map((time, i) => time - (sorted[i] as number));
  return gaps.length > 1 && Math.max(...gaps) - Math.min(...gaps) > 0.0025;
}

const NAMES: { readonly [codec: string]: string } = {
  avc: 'H.264',
  hevc: 'HEVC',
  vp8: 'VP8',
  vp9: 'VP9',
  av1: 'AV1',
  prores: 'ProRes',
  jpeg: 'Motion JPEG',
  mp4v: 'MPEG-4',
  'V_MPEG4/ISO/ASP': 'MPEG-4',
  V_MPEG2: 'MPEG-2',
  V_THEORA: 'Theora',
  aac: 'AAC',
  opus: 'Opus',
  mp3: 'MP3',
  vorbis: 'Vorbis',
  flac: 'FLAC',
};

/** The common name of a codec. */
export const codecName = (codec: string): string => NAMES[codec] ?? codec.toUpperCase();
