import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

type AnimationOptions = {
  readonly width: number;
  readonly height: number;
  /** Milliseconds of each frame. */
  readonly delays: readonly number[];
  /** How often it plays; 0: without an end. */
  readonly plays?: number;
  /** Opacity of every second pixel, from 0 to 255. */
  readonly alpha?: number;
};

/** RGBA pixels of one frame: a bright square on a dark gradient, further to the right in each frame. */
function frameOf({ width, height, delays, alpha = 255 }: AnimationOptions, index: number): Buffer {
  const pixels = Buffer.alloc(width * height * 4);
  const left = Math.floor((index * (width - 8)) / delays.length);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const isSquare = x >= left && x < left + 8 && y < 8;
      pixels.set(isSquare ? [240, 200, 40, 255] : [20, y % 64, 60, x % 2 ? alpha : 255], 4 * (y * width + x));
    }
  return pixels;
}

/** Returns an animated GIF or WebP file. */
export function animationFile(format: 'gif' | 'webp', options: AnimationOptions): Promise<Buffer> {
  const { width, height, delays, plays = 0 } = options;
  const frames = delays.map((_, index) => frameOf(options, index));
  const raw = { width, height: height * frames.length, channels: 4, pageHeight: height } as const;
  const image = sharp(Buffer.concat(frames), { raw });
  const settings = { delay: [...delays], loop: plays };
  return (format === 'gif' ? image.gif(settings) : image.webp({ ...settings, lossless: true })).toBuffer();
}

/** Returns an animated PNG file with a comment of some bytes before the chunk that says that it is one. */
export function animatedPng(options: AnimationOptions, commentBytes: number): Buffer {
  const { width, height, delays, plays = 0 } = options;
  const chunk = (type: string, ...parts: readonly Buffer[]) => {
    const content = Buffer.concat([Buffer.from(type, 'latin1'), ...parts]);
    return Buffer.concat([uint32(content.length - 4), content, uint32(crc32(content))]);
  };
  let sequence = 0;
  const frames = delays.flatMap((delay, index) => {
    const rows = frameOf(options, index);
    const filtered = Array.from({ length: height }, (_, y) =>
      Buffer.concat([Buffer.of(0), rows.subarray(4 * y * width, 4 * (y + 1) * width)]),
    );
    const pixels = deflateSync(Buffer.concat(filtered));
    const time = Buffer.of(delay >> 8, delay & 255, 1000 >> 8, 1000 & 255, 0, 0);
    const control = chunk('fcTL', uint32(sequence++, width, height, 0, 0), time);
    return [control, index === 0 ? chunk('IDAT', pixels) : chunk('fdAT', uint32(sequence++), pixels)];
  });
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', uint32(width, height), Buffer.of(8, 6, 0, 0, 0)),
    chunk('tEXt', Buffer.from(`Comment\0${'x'.repeat(commentBytes)}`)),
    chunk('acTL', uint32(delays.length, plays)),
    ...frames,
    chunk('IEND'),
  ]);
}

function uint32(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, 4 * index);
  return bytes;
}
