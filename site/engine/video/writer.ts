import {
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  type InputAudioTrack,
  Mp4OutputFormat,
  Output,
  WebMOutputFormat,
} from 'mediabunny';
import { frameOf, type Timing } from '../codecs/frames.ts';
import { stop } from '../errors.ts';
import type { Yuv } from '../ops/video/yuv.ts';
import { openEncoder } from './encoder.ts';
import { writtenOf } from './framing.ts';
import { drained, KEY_SECONDS } from './rate.ts';
import { codecName, type VideoSource } from './source.ts';
import type { OutputFile } from './target.ts';
import type { VideoSettings } from './types.ts';
import { encoderConfig, type Rate, supportedConfig, withLevel11 } from './writing.ts';

/** Encodes and writes frames, which come by time, and copies the sound of the same range. */
export type Writer = {
  readonly frame: (yuv: Yuv, timing: Timing) => Promise<void>;
  readonly finish: () => Promise<void>;
  readonly cancel: () => Promise<void>;
};

export type WriterParts = {
  readonly source: VideoSource;
  readonly settings: VideoSettings;
  readonly rate: Rate;
  readonly file: OutputFile;
  /** Seconds. All times are reduced by `shift`; sound outside the range is left out. */
  readonly range: { readonly from: number; readonly to: number; readonly shift: number };
};

/** Encoded packets that may wait to be written. */
const MAX_PENDING_PACKETS = 16;

export async function createWriter({ source, settings, rate, file, range }: WriterParts): Promise<Writer> {
  const { codec, container } = settings;
  const { audio } = source;
  const { info, format, view, pixelsOf } = writtenOf(source, settings);
  const encoding = {
    ...encoderConfig(codec, { ...view.coded, fps: info.fps, rate }),
    ...displayOf(format.display, view.coded),
  };
  const config = await supportedConfig(encoding);
  if (!config) return stop({ code: 'video.noEncoder', codec: codecName(codec), other: otherCodec(source, codec) });

  const output = new Output({
    format: container === 'mp4' ? new Mp4OutputFormat() : new WebMOutputFormat(),
    target: file.target,
  });
  const video = new EncodedVideoPacketSource(codec);
  // MP4 takes the time scale of the source, so that no time is rounded; WebM counts in milliseconds.
  const clock = container === 'mp4' ? { frameRate: source.resolution } : {};
  output.addVideoTrack(video, { ...clock, rotation: view.rotation, flip: view.flip });
  const sounds = info.audioFits[container] ? audio.map((track) => soundOf(track, range)) : [];
  for (const sound of sounds) output.addAudioTrack(await sound.prepare(), await sound.meta());
  await output.start();

  const times = new Map<number, Timing>();
  let error: unknown = null;
  let pending = 0;
  let written = Promise.resolve();
  const onError = (thrown: unknown) => {
    error ??= thrown;
  };
  const encoder = openEncoder({
    codec,
    config,
    rate,
    onError,
    onChunk: (chunk, meta) => {
      const exact = times.get(chunk.timestamp);
      times.delete(chunk.timestamp);
      const packet = EncodedPacket.fromEncodedChunk(chunk).clone(exact ?? {});
      const decoderConfig = meta?.decoderConfig && withLevel11({ ...meta.decoderConfig, colorSpace: format.colour });
      pending++;
      written = written
        .then(() => video.add(packet, decoderConfig ? { ...meta, decoderConfig } : meta))
        .catch(onError)
        .finally(() => {
          pending--;
        });
    },
  });
  let lastKey = Number.NEGATIVE_INFINITY;
  const check = () => {
    if (error) throw error;
  };
  return {
    frame: async (yuv, timing) => {
      check();
      const shifted = { ...timing, timestamp: timing.timestamp - range.shift };
      const frame = frameOf(pixelsOf(yuv), shifted, format);
      times.set(frame.timestamp, shifted);
      const keyFrame = timing.timestamp - lastKey >= KEY_SECONDS;
      if (keyFrame) lastKey = timing.timestamp;
      encoder.encode(frame, keyFrame);
      for (const sound of sounds) await sound.upTo(timing.timestamp);
      await drained(encoder, () => error !== null);
      if (pending > MAX_PENDING_PACKETS) await written;
      check();
    },
    finish: async () => {
      await encoder.flush();
      encoder.close();
      for (const sound of sounds) await sound.upTo(Number.POSITIVE_INFINITY);
      await written;
      check();
      await output.finalize();
    },
    cancel: async () => {
      encoder.close();
      await output.cancel().catch(() => undefined);
      await file.discard();
    },
  };
}

/** Display size, only where pixels are not square. */
function displayOf(display: { width: number; height: number }, coded: { width: number; height: number }) {
  return display.width === coded.width && display.height === coded.height
    ? {}
    : { displayWidth: display.width, displayHeight: display.height };
}

function otherCodec({ info }: VideoSource, codec: string): string {
  return (
    info.writable
      .filter((one) => one !== codec)
      .map(codecName)
      .join(', ') || '–'
  );
}

/** Copies the packets of a sound track unchanged, along with the picture. */
function soundOf(track: InputAudioTrack, { from, to, shift }: WriterParts['range']) {
  const sink = new EncodedPacketSink(track);
  const first = async () => (from > 0 ? ((await sink.getPacket(from)) ?? undefined) : undefined);
  let packets: AsyncGenerator<EncodedPacket, void, unknown> | null = null;
  let next: EncodedPacket | null = null;
  let source: EncodedAudioPacketSource | null = null;
  let config: EncodedAudioChunkMetadata | undefined;
  const advance = async () => {
    const step = await packets?.next();
    next = step && !step.done && step.value.timestamp < to ? step.value : null;
  };
  return {
    prepare: async () => {
      const codec = await track.getCodec();
      const decoderConfig = await track.getDecoderConfig();
      if (!codec || !decoderConfig) return stop({ code: 'job.failed', details: 'The sound has no configuration.' });
      config = { decoderConfig };
      packets = sink.packets(await first());
      await advance();
      while (next && (next as EncodedPacket).timestamp < from) await advance();
      source = new EncodedAudioPacketSource(codec);
      return source;
    },
    meta: async () => ({ languageCode: await track.getLanguageCode(), disposition: await track.getDisposition() }),
    /** Writes all packets up to half a second after a time. */
    upTo: async (time: number) => {
      while (source && next && next.timestamp <= time + 0.5) {
        await source.add(shift === 0 ? next : next.clone({ timestamp: next.timestamp - shift }), config);
        await advance();
      }
      if (!next) source?.close();
    },
  };
}
