// Makes `streams/` beside this file: `node tests/unit/site/engine/codecs/hevc/make.mjs`, with `ffmpeg` and its libx265. Each
// stream is one key frame of a generated picture; `streams.json` holds the SHA-256 of the planes that ffmpeg decodes from it.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

/** Format of the pixels, size, and parameters of x265, by name. */
const STREAMS = {
  plain: ['yuv420p', 152, 88, 'crf=24'],
  coarse: ['yuv420p', 200, 120, 'crf=42'],
  slices: ['yuv420p', 192, 160, 'crf=30:ctu=32:slices=2'],
  sequential: ['yuv420p', 136, 72, 'crf=26:wpp=0'],
  quantisers: ['yuv420p', 152, 88, 'crf=22:aq-mode=3:qg-size=8'],
  lists: ['yuv420p', 96, 64, 'crf=24:scaling-list=default'],
  skipped: ['yuv420p', 96, 64, 'crf=18:tskip=1:no-signhide=1'],
  lossless: ['yuv420p', 48, 40, 'lossless=1'],
  unfiltered: ['yuv420p', 96, 64, 'crf=30:no-deblock=1:no-sao=1:no-strong-intra-smoothing=1'],
  offsets: ['yuv420p', 96, 64, 'crf=30:deblock=-3,4:cbqpoffs=4:crqpoffs=-5'],
  small: ['yuv420p', 96, 64, 'crf=26:max-tu-size=8:tu-intra-depth=4:preset=veryslow'],
  grey: ['gray', 96, 64, 'crf=26'],
  halfWidth: ['yuv422p', 96, 64, 'crf=26'],
  full: ['yuv444p', 96, 64, 'crf=26'],
  tenBits: ['yuv420p10le', 96, 64, 'crf=24'],
  tenBitsHalfWidth: ['yuv422p10le', 96, 64, 'crf=22'],
  twelveBits: ['yuv444p12le', 96, 64, 'crf=26'],
};

const folder = new URL('streams/', import.meta.url);
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
const run = (...args) => execFileSync('ffmpeg', ['-hide_banner', '-loglevel', 'error', '-y', ...args]);

/** Edges in all directions, gradients, noise and plain areas in red, green and blue. */
const picture = (width, height) => {
  let seed = 7;
  const random = () => {
    seed = (seed * 1103515245 + 12345) % 2 ** 31;
    return seed / 2 ** 31;
  };
  const data = Buffer.alloc(3 * width * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const ring = Math.hypot(x - width * 0.4, y - height * 0.6) % 23 < 9 ? 70 : 0;
      const noise = x > width * 0.7 ? 60 * random() : 0;
      const slope = y > height * 0.75 ? 40 : 120 * (x / width) + 60 * Math.sin(y / 9);
      const letter = (x >> 2) % 7 === 0 && y < height * 0.3 ? 255 : 0;
      const colours = [slope + ring + noise, 0.6 * slope + noise + letter, 200 - slope + ring];
      for (const [channel, value] of colours.entries())
        data[3 * (y * width + x) + channel] = Math.min(255, Math.max(0, letter || value));
    }
  return data;
};

const digests = {};
for (const [name, [format, width, height, parameters]] of Object.entries(STREAMS)) {
  const raw = new URL('raw', folder).pathname;
  const stream = new URL(`${name}.hevc`, folder).pathname;
  writeFileSync(raw, picture(width, height));
  run(
    ...['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', `${width}x${height}`, '-i', raw, '-frames:v', '1'],
    ...['-pix_fmt', format, '-c:v', 'libx265', '-x265-params', `log-level=none:info=0:keyint=1:${parameters}`],
    ...['-f', 'hevc', stream],
  );
  run('-i', stream, '-f', 'rawvideo', '-pix_fmt', format, raw);
  digests[name] = { width, height, sha256: createHash('sha256').update(readFileSync(raw)).digest('hex') };
  rmSync(raw);
}
writeFileSync(new URL('streams.json', folder), `${JSON.stringify(digests, null, 2)}\n`);
