import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  MkvOutputFormat,
  MovOutputFormat,
  Mp4OutputFormat,
  Output,
  VideoSample,
  VideoSampleSource,
  WebMOutputFormat,
} from 'mediabunny';
import { partOfYuv, type Yuv } from '../../../site/engine/ops/video/yuv.ts';
import type { Box } from '../../../site/engine/types.ts';
import { cameraOver, colourBars, type Mark, marked } from '../../unit/site/engine/ops/video/clips.ts';

export type ClipOptions = {
  readonly width: number;
  readonly height: number;
  readonly frames: number;
  /** Frame times: 24 or 30000 / 1001 per second, or variable. */
  readonly rate: '8' | '24' | '29.97' | 'uneven';
  readonly rotation?: 0 | 90;
  /** `box`: uniform opacity. */
  readonly mark?: 'see-through' | 'opaque' | 'box';
  /** Opacity 0..1 (default 0.5) and luma (default 235, white) of a box. */
  readonly opacity?: number;
  readonly luma?: number;
  /** Content of the frames; by default a camera pans over a large picture. */
  readonly scene?: 'bars' | 'still';
  readonly sound?: 'opus' | 'aac';
  readonly codec: 'avc' | 'vp9' | 'av1';
  readonly container: 'mp4' | 'mov' | 'webm' | 'mkv';
  /** Bits per pixel of a frame; the default exceeds that of cameras. */
  readonly bitsPerPixel?: number;
  /** Pixels that the camera moves per frame. */
  readonly speed?: number;
  /** Pixels that the watermark moves to the right over the whole clip. */
  readonly travel?: number;
};

export type Clip = {
  readonly file: File;
  readonly clean: (frame: number) => Yuv;
  readonly marked: (at: number, frame: number) => boolean;
  readonly times: readonly number[];
  /** Left, top, width and height of the watermark in the first decoded frame. */
  readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
};

/** A stereo AAC frame of silence; its last byte makes frames distinguishable. */
const AAC_SILENCE = [0x21, 0x00, 0x49, 0x90, 0x02, 0x19, 0x00, 0x23, 0x80];
const FORMATS = { mp4: Mp4OutputFormat, mov: MovOutputFormat, webm: WebMOutputFormat, mkv: MkvOutputFormat } as const;

/** Encodes a video with the browser's encoders: a camera over a large picture, with a watermark. */
export async function makeClip(options: ClipOptions): Promise<Clip> {
  const { width, height, frames, rate, codec, container, speed = 3, travel = 0, opacity = 0.5, luma = 235 } = options;
  const camera = cameraOver({ width, height }, 5);
  // Back and forth, so that long clips stay within the picture.
  const bars = colourBars({ width, height });
  const clean = (t: number) => {
    if (options.scene === 'bars') return bars;
    if (options.scene === 'still') return camera(0, 0);
    const along = speed * (24 - Math.abs((t % 96) - 48));
    return camera(along, along * 0.4);
  };
  const box = {
    x: Math.round(width * 0.36),
    y: Math.round(height * 0.4),
    width: Math.round(width * 0.28),
    height: Math.round(height * 0.2),
  };
  const shiftPx = (frame: number) => Math.round((travel * frame) / Math.max(1, frames - 1));
  const inBox = (at: number, frame: number) => {
    const [x, y] = [(at % width) - shiftPx(frame), Math.floor(at / width)];
    return x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height;
  };
  const stroke = (at: number) => ((at % width) - box.x) % 8 < 5;
  const markIn = (frame: number): Mark => ({
    colour: options.mark === 'box' ? [luma, 128, 128] : [215, 120, 138],
    alpha: Float32Array.from({ length: width * height }, (_, at) => {
      if (!options.mark || !inBox(at, frame)) return 0;
      if (options.mark === 'box') return opacity;
      return options.mark === 'opaque' ? 1 : stroke(at) ? 0.45 : 0;
    }),
  });
  const still = markIn(0);
  const times = Array.from({ length: frames }, (_, t) =>
    rate === 'uneven' ? (t * 40 + (t % 3) * 12) / 1000 : rate === '29.97' ? (t * 1001) / 30000 : t / Number(rate),
  );

  const target = new BufferTarget();
  const output = new Output({ format: new FORMATS[container](), target });
  const bitrate = Math.round(width * height * (options.bitsPerPixel ? 24 * options.bitsPerPixel : 100));
  const video = new VideoSampleSource({ codec, bitrate, keyFrameInterval: 1 });
  const clock = rate === '24' ? 24 : rate === '29.97' ? 30000 : 1000;
  output.addVideoTrack(video, {
    rotation: options.rotation ?? 0,
    ...(container === 'mp4' || container === 'mov' ? { frameRate: clock } : {}),
  });
  const sound = options.sound && new EncodedAudioPacketSource(options.sound);
  if (sound) output.addAudioTrack(sound);
  await output.start();
  const end = (times.at(-1) ?? 0) + (rate === '8' ? 1 / 8 : 1 / 24);
  if (sound && options.sound) await addSound(sound, options.sound, end);
  for (const [t, timestamp] of times.entries()) {
    const { data } = marked(clean(t), travel === 0 ? still : markIn(t));
    const duration = (times[t + 1] ?? end) - timestamp;
    const colorSpace = { primaries: 'bt709', transfer: 'bt709', matrix: 'bt709', fullRange: false } as const;
    const sample = new VideoSample(data, {
      format: 'I420',
      codedWidth: width,
      codedHeight: height,
      timestamp,
      duration,
      colorSpace,
    });
    await video.add(sample);
    sample.close();
  }
  await output.finalize();
  return { file: new File([target.buffer as ArrayBuffer], `clip.${container}`), clean, marked: inBox, times, box };
}

/** The clip with the reference frames and the watermark of a part whose corner is even. */
export function partOfClip(clip: Clip, part: Box): Clip {
  const { width } = clip.clean(0);
  return {
    ...clip,
    clean: (frame) => partOfYuv(clip.clean(frame), part),
    marked: (at, frame) =>
      clip.marked((part.y + Math.floor(at / part.width)) * width + part.x + (at % part.width), frame),
  };
}

async function addSound(source: EncodedAudioPacketSource, codec: 'opus' | 'aac', end: number): Promise<void> {
  const [step, decoderConfig] =
    codec === 'aac'
      ? [
          1024 / 48000,
          { codec: 'mp4a.40.2', sampleRate: 48000, numberOfChannels: 2, description: Uint8Array.of(0x11, 0x90) },
        ]
      : [0.02, { codec: 'opus', sampleRate: 48000, numberOfChannels: 2 }];
  const opus = codec === 'opus' ? await opusPackets(end) : [];
  for (let i = 0; i * step < end; i++) {
    const data = codec === 'aac' ? Uint8Array.of(...AAC_SILENCE, i % 251) : (opus[i] as Uint8Array | undefined);
    if (!data) break;
    await source.add(new EncodedPacket(data, 'key', i * step, step), { decoderConfig });
  }
}

/** A rising tone as Opus packets of 20 ms. */
async function opusPackets(end: number): Promise<readonly Uint8Array[]> {
  const packets: Uint8Array[] = [];
  const encoder = new AudioEncoder({
    output: (chunk) => {
      const data = new Uint8Array(chunk.byteLength);
      chunk.copyTo(data);
      packets.push(data);
    },
    error: (error) => {
      throw error;
    },
  });
  encoder.configure({ codec: 'opus', sampleRate: 48000, numberOfChannels: 2, bitrate: 64_000 });
  const length = 960;
  for (let i = 0; i * 0.02 < end; i++) {
    const data = new Float32Array(2 * length);
    for (let n = 0; n < length; n++) data.fill(0.3 * Math.sin((i * length + n) * (0.02 + i * 1e-4)), 2 * n, 2 * n + 2);
    const audio = new AudioData({
      format: 'f32',
      sampleRate: 48000,
      numberOfFrames: length,
      numberOfChannels: 2,
      timestamp: i * 20_000,
      data,
    });
    encoder.encode(audio);
    audio.close();
  }
  await encoder.flush();
  encoder.close();
  return packets;
}
