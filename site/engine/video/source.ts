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
import { stop } from '../errors.ts';
import type { Looks } from './frames.ts';
import type { View } from './marks.ts';
import type { VideoInfo } from './types.ts';
import { writableCodecs } from './writing.ts';

/** A video file that is open for reading. Who opens it calls `close`. */
export type VideoSource = {
  readonly info: VideoInfo;
  readonly track: InputVideoTrack;
  readonly audio: readonly InputAudioTrack[];
  readonly view: View;
  readonly looks: Looks;
  /** All times of frames are multiples of 1 / this. */
  readonly resolution: number;
  readonly close: () => void;
};

/** Packets that are looked at for rates: enough to know them, few enough for a long file. */
const LOOKED_AT = 600;

/** Opens a file. Stops with an error of the catalogue where nothing can be made of it. */
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
    // The index of a recording that was broken off was never written.
    if ((await input.getTracks()).length > 0) return stop({ code: 'video.noPicture', name });
    return stop({ code: 'file.damaged', name, type: blob.type, details: 'It lists neither pictures nor sound.' });
  }
  const codec = codecName((await track.getCodec()) ?? String((await track.getInternalCodecId()) ?? '?'));
  if (!(await isDecodable(track)))
    return stop({ code: 'video.undecodable', codec, details: (await track.getCodecParameterString()) ?? codec });
  await firstFrame(track).catch((error: unknown) =>
    stop({ code: 'file.damaged', name, type: blob.type || codec, details: String(error) }),
  );
  const audio = await input.getAudioTracks();
  const coded = { width: await track.getCodedWidth(), height: await track.getCodedHeight() };
  const upright = { width: await track.getDisplayWidth(), height: await track.getDisplayHeight() };
  const stats = await track.computePacketStats(LOOKED_AT);
  const start = await track.getFirstTimestamp();
  const end = await track.computeDuration();
  const fps = stats.averagePacketRate;
  const codecs = await Promise.all(audio.map((one) => one.getCodec()));
  const fits = (able: readonly string[]) => codecs.every((one) => one !== null && able.includes(one));
  const info: VideoInfo = {
    ...upright,
    name,
    bytes: blob.size,
    start,
    duration: Math.max(0, end - start),
    fps,
    variable: await isVariable(track),
    frames: stats.packetCount < LOOKED_AT ? stats.packetCount : Math.round((end - start) * fps),
    codec,
    bitrate: stats.averageBitrate,
    audio: codecs.map((one) => codecName(one ?? '?')),
    audioFits: {
      mp4: fits(new Mp4OutputFormat().getSupportedCodecs()),
      webm: fits(new WebMOutputFormat().getSupportedCodecs()),
    },
    writable: await writableCodecs({ ...coded, fps }),
    notes: [],
  };
  const view = { coded, upright, rotation: await track.getRotation(), flip: await track.getFlip() };
  const display = { width: await track.getSquarePixelWidth(), height: await track.getSquarePixelHeight() };
  return {
    info,
    track,
    audio,
    view,
    looks: { colour: await track.getColorSpace(), display },
    resolution: await track.getTimeResolution(),
    close: () => input.dispose(),
  };
}

/**
 * Whether this browser has a decoder for a track. Small slow H.264 may have level 1b, which browsers decode but know by
 * no name: such a track passes for level 1.1, which holds all that 1b does (ITU-T H.264, A.3).
 */
async function isDecodable(track: InputVideoTrack): Promise<boolean> {
  const config = await track.getDecoderConfig();
  if (!config) return false;
  const named = { ...config, codec: config.codec.replace(/^(avc[13]\.....)09$/, (_, profile) => `${profile}0b`) };
  const { supported = false } = await VideoDecoder.isConfigSupported(named);
  track.getDecoderConfig = async () => named;
  track.canDecode = async () => supported;
  return supported;
}

/** Throws where a decoder that knows the codec makes nothing of the first frame. */
async function firstFrame(track: InputVideoTrack): Promise<void> {
  for await (const sample of new VideoSampleSink(track).samples()) return sample.close();
  throw new Error('It holds no frame.');
}

/** Frames come at uneven times: the first distances between them differ by more than rounding. */
async function isVariable(track: InputVideoTrack): Promise<boolean> {
  const times: number[] = [];
  for await (const packet of new EncodedPacketSink(track).packets(undefined, undefined, { metadataOnly: true })) {
    times.push(packet.timestamp);
    if (times.length >= 120) break;
  }
  times.sort((a, b) => a - b);
  const gaps = times.slice(1).map((time, i) => time - (times[i] as number));
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

/** As people call a codec. */
export const codecName = (codec: string): string => NAMES[codec] ?? codec.toUpperCase();
