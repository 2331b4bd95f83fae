import type { OutputCodec } from './types.ts';
import type { Rate } from './writing.ts';

/** A `VideoEncoder` whose first frame has the quality of later ones. The owner closes it. */
export type FrameEncoder = {
  /** Closes the frame. */
  readonly encode: (frame: VideoFrame, keyFrame: boolean) => void;
  /** Frames that wait to be encoded. */
  readonly queued: () => number;
  readonly flush: () => Promise<void>;
  readonly close: () => void;
};

export type EncoderParts = {
  readonly codec: OutputCodec;
  readonly config: VideoEncoderConfig;
  readonly rate: Rate;
  readonly onChunk: (chunk: EncodedVideoChunk, meta: EncodedVideoChunkMetadata | undefined) => void;
  readonly onError: (error: unknown) => void;
};

/**
 * Copies of the first frame that are encoded ahead and dropped where the encoder controls the bitrate itself: OpenH264
 * starts with a coarse quantizer and needs some frames to reach its bitrate (first frame 38 dB, later ones 45 dB or more).
 */
const WARM_UP_FRAMES = 6;

export function openEncoder({ codec, config, rate, onChunk, onError }: EncoderParts): FrameEncoder {
  let first: number | null = null;
  let pendingConfig: VideoDecoderConfig | undefined;
  const encoder = new VideoEncoder({
    output: (chunk, meta) => {
      // The configuration comes with the first chunk, which is dropped after a warm-up.
      pendingConfig = meta?.decoderConfig ?? pendingConfig;
      if (chunk.timestamp < (first ?? 0)) return;
      const decoderConfig = pendingConfig;
      pendingConfig = undefined;
      onChunk(chunk, decoderConfig ? { ...meta, decoderConfig } : meta);
    },
    error: onError,
  });
  encoder.configure(config);
  const options = (keyFrame: boolean): VideoEncoderEncodeOptions =>
    rate.kind === 'quantizer' ? { keyFrame, [codec]: { quantizer: rate.quantizer } } : { keyFrame };
  const warmUp = (frame: VideoFrame) => {
    const step = Math.round(1e6 / (config.framerate ?? 24));
    for (let i = WARM_UP_FRAMES; i > 0; i--) {
      const copy = new VideoFrame(frame, { timestamp: frame.timestamp - i * step });
      encoder.encode(copy, { keyFrame: i === WARM_UP_FRAMES });
      copy.close();
    }
  };
  return {
    encode: (frame, keyFrame) => {
      if (first === null) {
        first = frame.timestamp;
        if (rate.kind === 'bitrate') warmUp(frame);
      }
      encoder.encode(frame, options(keyFrame));
      frame.close();
    },
    queued: () => encoder.encodeQueueSize,
    flush: () => encoder.flush(),
    close: () => {
      if (encoder.state !== 'closed') encoder.close();
    },
  };
}
