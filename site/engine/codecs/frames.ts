import type { VideoSample } from 'mediabunny';
import { emptyYuv, type Yuv, yuvPlanes } from '../ops/video/yuv.ts';
import type { Size } from '../types.ts';

/** When a frame is shown, in seconds. */
export type Timing = { readonly timestamp: number; readonly duration: number };

/** Chroma subsampling and bits per sample of the planar formats of decoders. */
const PLANAR = /^I4(20|22|44)A?(?:P(10|12))?$/;

/** The pixels of a decoded frame as 8-bit 4:2:0. Frames in that format are copied bit for bit, others rounded and averaged. */
export async function yuvOf(sample: VideoSample): Promise<Yuv> {
  const size = { width: sample.visibleRect.width, height: sample.visibleRect.height };
  const format = sample.format ?? '';
  if (format === 'NV12') return fromNv12(await bytesOf(sample), size);
  const planar = PLANAR.exec(format);
  if (!planar) return fromRgba(await bytesOf(sample, 'RGBA'), size, sample.colorSpace);
  const bytes = await bytesOf(sample);
  const bits = planar[2] ? Number(planar[2]) : 8;
  if (bits === 8 && planar[1] === '20') {
    const frame = emptyYuv(size);
    frame.data.set(bytes.subarray(0, frame.data.length));
    return frame;
  }
  const values = bits === 8 ? bytes : new Uint16Array(bytes.buffer, 0, bytes.byteLength >> 1);
  return fromPlanar(values, size, { across: planar[1] === '44' ? 1 : 2, down: planar[1] === '20' ? 2 : 1, bits });
}

async function bytesOf(sample: VideoSample, format?: 'RGBA'): Promise<Uint8Array<ArrayBuffer>> {
  const options = format ? { format } : {};
  const bytes = new Uint8Array(sample.allocationSize(options));
  await sample.copyTo(bytes, options);
  return bytes;
}

function fromNv12(bytes: Uint8Array, size: Size): Yuv {
  const frame = emptyYuv(size);
  const [y, cb, cr] = yuvPlanes(frame);
  y.data.set(bytes.subarray(0, y.data.length));
  const pairs = bytes.subarray(y.data.length);
  for (let i = 0; i < cb.data.length; i++) {
    cb.data[i] = pairs[2 * i] as number;
    cr.data[i] = pairs[2 * i + 1] as number;
  }
  return frame;
}

type Layout = { readonly across: 1 | 2; readonly down: 1 | 2; readonly bits: number };

function fromPlanar(values: Uint8Array | Uint16Array, size: Size, { across, down, bits }: Layout): Yuv {
  const frame = emptyYuv(size);
  const scale = 2 ** (bits - 8);
  let start = 0;
  for (const [index, { data, width, height }] of yuvPlanes(frame).entries()) {
    const chroma = index > 0;
    const w = chroma ? Math.ceil(size.width / across) : size.width;
    const h = chroma ? Math.ceil(size.height / down) : size.height;
    const dx = chroma ? 2 / across : 1;
    const dy = chroma ? 2 / down : 1;
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        let sum = 0;
        for (let row = 0; row < dy; row++)
          for (let column = 0; column < dx; column++)
            sum += values[start + Math.min(h - 1, y * dy + row) * w + Math.min(w - 1, x * dx + column)] as number;
        data[y * width + x] = Math.min(255, Math.round(sum / (dx * dy * scale)));
      }
    start += w * h;
  }
  return frame;
}

/** Weights of red and blue in luma (ITU-T H.273, table 4); BT.709 for other matrices. */
const LUMA_WEIGHTS: { readonly [matrix: string]: readonly [red: number, blue: number] } = {
  smpte170m: [0.299, 0.114],
  bt470bg: [0.299, 0.114],
  'bt2020-ncl': [0.2627, 0.0593],
};

/**
 * Converts by BT.709, or BT.601 for standard definition, in the range of the source: the written file is labelled with
 * the source's colours, and a player would stretch or compress a frame of the other range.
 */
function fromRgba(bytes: Uint8Array, size: Size, { matrix, fullRange }: VideoColorSpaceInit): Yuv {
  const frame = emptyYuv(size);
  const [kr, kb] = LUMA_WEIGHTS[matrix ?? ''] ?? [0.2126, 0.0722];
  const [black, lumaSteps, chromaSteps] = fullRange ? [0, 255, 127.5] : [16, 219, 112];
  for (const [index, { data, width, height }] of yuvPlanes(frame).entries()) {
    const step = index === 0 ? 1 : 2;
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        const at = 4 * (y * step * size.width + x * step);
        const [r, g, b] = [bytes[at] as number, bytes[at + 1] as number, bytes[at + 2] as number];
        const luma = kr * r + (1 - kr - kb) * g + kb * b;
        const value =
          index === 0
            ? black + (lumaSteps * luma) / 255
            : 128 + (chromaSteps * (index === 1 ? (b - luma) / (1 - kb) : (r - luma) / (1 - kr))) / 255;
        data[y * width + x] = Math.min(255, Math.round(value));
      }
  }
  return frame;
}

export type FrameFormat = {
  readonly colour: VideoColorSpaceInit;
  /** Size of the frame before rotation, with square pixels. */
  readonly display: Size;
};

/**
 * The pixels as a frame for an encoder or a canvas. The caller closes it. Firefox takes only even sizes of 4:2:0: a frame
 * of an odd size is the visible part of one with its last column and row repeated.
 */
export function frameOf(yuv: Yuv, { timestamp, duration }: Timing, format: FrameFormat): VideoFrame {
  const { width, height } = yuv;
  const coded = withEvenSides(yuv);
  return new VideoFrame(coded.data, {
    format: 'I420',
    codedWidth: coded.width,
    codedHeight: coded.height,
    visibleRect: { x: 0, y: 0, width, height },
    displayWidth: format.display.width,
    displayHeight: format.display.height,
    timestamp: Math.round(timestamp * 1e6),
    duration: Math.round(duration * 1e6),
    colorSpace: format.colour,
  });
}

/** Repeats the last column and row of luma where their number is odd. Chroma has the same size. */
function withEvenSides(yuv: Yuv): Yuv {
  const { width, height } = yuv;
  if (width % 2 === 0 && height % 2 === 0) return yuv;
  const out = emptyYuv({ width: width + (width % 2), height: height + (height % 2) });
  const [luma, ...chroma] = yuvPlanes(out);
  const [from, ...chromaFrom] = yuvPlanes(yuv);
  for (let y = 0; y < out.height; y++) {
    const row = Math.min(y, height - 1) * width;
    luma.data.set(from.data.subarray(row, row + width), y * out.width);
    luma.data.fill(from.data[row + width - 1] as number, y * out.width + width, (y + 1) * out.width);
  }
  for (const [index, { data }] of chroma.entries()) data.set((chromaFrom[index] as (typeof chroma)[number]).data);
  return out;
}
