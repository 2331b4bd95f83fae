import { isOpaque } from '../ops/planes.ts';
import type { Pixels } from '../types.ts';
import { type Frame, writeAvif } from './avif-container.ts';
import type { Bytes } from './bytes.ts';

/** AV1 quantizer (0..63) for quality 0; coarser ones make artefacts larger than details. */
const MAX_QUANTIZER = 56;

/**
 * Writes an AVIF file with the browser's AV1 encoder, for browsers whose canvases cannot. Null where there is no
 * such encoder, or it does not take this size. `quality` 0..1.
 */
export async function encodeAvif(pixels: Pixels, quality: number): Promise<Blob | null> {
  if (!('VideoEncoder' in globalThis)) return null;
  const coded = { width: even(pixels.width), height: even(pixels.height) };
  const config = await usableConfig(coded);
  if (!config) return null;
  const quantizer = Math.round((1 - Math.min(1, Math.max(0, quality))) * MAX_QUANTIZER);
  const colour = await encodeFrame(colourPlanes(pixels, coded), { config, quantizer });
  const alpha = isOpaque(pixels) ? null : await encodeFrame(alphaPlanes(pixels, coded), { config, quantizer });
  if (!colour) return null;
  const file = writeAvif({ coded, width: pixels.width, height: pixels.height, colour, alpha });
  return new Blob([file], { type: 'image/avif' });
}

const even = (side: number): number => side + (side % 2);

type Size = { readonly width: number; readonly height: number };

/** Levels 4.0 to 6.3 of the main profile, as `seq_level_idx`. */
const LEVELS = ['08', '12', '16', '19'] as const;

async function usableConfig(size: Size): Promise<VideoEncoderConfig | null> {
  for (const level of LEVELS) {
    const config: VideoEncoderConfig = {
      ...size,
      codec: `av01.0.${level}M.08`,
      bitrateMode: 'quantizer',
      latencyMode: 'quality',
    };
    const { supported } = await VideoEncoder.isConfigSupported(config).catch(() => ({ supported: false }));
    if (supported) return config;
  }
  return null;
}

type FrameOptions = { readonly config: VideoEncoderConfig; readonly quantizer: number };

async function encodeFrame(data: Bytes, { config, quantizer }: FrameOptions): Promise<Frame | null> {
  const chunks: Bytes[] = [];
  let encoderError: unknown = null;
  const encoder = new VideoEncoder({
    output: (chunk) => {
      const bytes = new Uint8Array(chunk.byteLength);
      chunk.copyTo(bytes);
      chunks.push(bytes);
    },
    error: (error) => {
      encoderError = error;
    },
  });
  const { width, height } = config;
  const frame = new VideoFrame(data, {
    format: 'I420',
    codedWidth: width,
    codedHeight: height,
    timestamp: 0,
    colorSpace: { primaries: 'bt709', transfer: 'iec61966-2-1', matrix: 'smpte170m', fullRange: true },
  });
  try {
    encoder.configure(config);
    encoder.encode(frame, { keyFrame: true, av1: { quantizer } } as VideoEncoderEncodeOptions);
    await encoder.flush();
  } catch (error) {
    encoderError = error;
  } finally {
    frame.close();
    if (encoder.state !== 'closed') encoder.close();
  }
  const [first] = chunks;
  return encoderError || !first ? null : { data: first };
}

/** Planes Y, Cb and Cr (BT.601, full range, 4:2:0); an odd edge is repeated. */
function colourPlanes({ data, width, height }: Pixels, coded: Size): Bytes {
  const area = coded.width * coded.height;
  const out = new Uint8Array((area * 3) / 2);
  const half = coded.width / 2;
  const clamped = new Uint8ClampedArray(1);
  const byte = (value: number) => {
    clamped[0] = value;
    return clamped[0] as number;
  };
  for (let y = 0; y < coded.height; y += 2) {
    for (let x = 0; x < coded.width; x += 2) {
      let [cbSum, crSum] = [0, 0];
      for (let n = 0; n < 4; n++) {
        const [column, row] = [x + (n & 1), y + (n >> 1)];
        const at = 4 * (Math.min(row, height - 1) * width + Math.min(column, width - 1));
        const [r, g, b] = [data[at] as number, data[at + 1] as number, data[at + 2] as number];
        const luma = 0.299 * r + 0.587 * g + 0.114 * b;
        out[row * coded.width + column] = Math.round(luma);
        cbSum += b - luma;
        crSum += r - luma;
      }
      const at = (y / 2) * half + x / 2;
      out[area + at] = byte(128 + cbSum / 4 / 1.772);
      out[area + area / 4 + at] = byte(128 + crSum / 4 / 1.402);
    }
  }
  return out;
}

/** The opacity as luma, without colour. */
function alphaPlanes({ data, width, height }: Pixels, coded: Size): Bytes {
  const area = coded.width * coded.height;
  const out = new Uint8Array((area * 3) / 2).fill(128, area);
  for (let y = 0; y < coded.height; y++) {
    for (let x = 0; x < coded.width; x++) {
      const at = Math.min(y, height - 1) * width + Math.min(x, width - 1);
      out[y * coded.width + x] = data[4 * at + 3] as number;
    }
  }
  return out;
}
