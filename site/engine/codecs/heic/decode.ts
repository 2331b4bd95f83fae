import { VideoSample } from 'mediabunny';
import { yuvPlanes } from '../../ops/video/yuv.ts';
import type { Pixels } from '../../types.ts';
import { yuvOf } from '../frames.ts';
import type { CodedColours } from '../hevc/sequence.ts';
import { hevcCodecs } from './codec-string.ts';
import type { TiledImage } from './container.ts';
import { rgbOfYuv } from './rgb-of-yuv.ts';

export type DecodeTiles = {
  readonly image: TiledImage;
  readonly colours: CodedColours;
  /** Takes the pixels of the tile with this index; of a tile that is decoded again, once more. */
  readonly draw: (index: number, tile: Pixels) => void;
  /** Called again and again; may throw to stop. */
  readonly pause: () => Promise<void>;
};

/** Decodes the tiles, by the browser's video decoder where it has one for HEVC. False for streams that cannot be decoded. */
export async function decodeTiles(work: DecodeTiles): Promise<boolean> {
  return (await decodeByBrowser(work).catch(() => false)) || decodeHere(work);
}

/** Decodes the tiles by our own decoder, which takes longer. */
async function decodeHere({ image, colours, draw, pause }: DecodeTiles): Promise<boolean> {
  const { decodePicture } = await import('../hevc/decode.ts');
  for (const [index, { data, config }] of image.tiles.entries()) {
    const picture = await decodePicture({ data, config, pause });
    if (!picture) return false;
    draw(index, rgbOfYuv(picture, colours));
  }
  return true;
}

const TICKS_PER_TILE = 100_000;

/**
 * Decodes the tiles by the browser's video decoder. False where it has none. (A video element plays HEVC in more browsers;
 * Firefox ESR 153 gives its pixels in the wrong range, which loses the ends of the scale.)
 */
async function decodeByBrowser(work: DecodeTiles): Promise<boolean> {
  const { tiles } = work.image;
  const config = await supportedConfig(work.image);
  if (!config) return false;
  const drawn: Promise<void>[] = [];
  let failure: unknown = null;
  const decoder = new VideoDecoder({
    output: (frame) => {
      drawn.push(drawFrame(frame, Math.round(frame.timestamp / TICKS_PER_TILE), work));
    },
    error: (error) => {
      failure = error;
    },
  });
  try {
    decoder.configure(config);
    for (const [index, { data }] of tiles.entries())
      decoder.decode(new EncodedVideoChunk({ type: 'key', timestamp: index * TICKS_PER_TILE, data }));
    await decoder.flush();
  } finally {
    await Promise.all(drawn);
    if (decoder.state !== 'closed') decoder.close();
  }
  return failure === null && drawn.length === tiles.length;
}

async function supportedConfig({ tiles }: TiledImage): Promise<VideoDecoderConfig | null> {
  const [first] = tiles;
  if (!first || !('VideoDecoder' in globalThis)) return null;
  for (const codec of hevcCodecs(first.config)) {
    const config = { codec, description: first.config, codedWidth: first.width, codedHeight: first.height };
    const { supported } = await VideoDecoder.isConfigSupported(config).catch(() => ({ supported: false }));
    if (supported) return config;
  }
  return null;
}

/** Reads a frame and closes it. */
async function drawFrame(frame: VideoFrame, index: number, { colours, draw }: DecodeTiles): Promise<void> {
  const sample = new VideoSample(frame);
  try {
    draw(index, await pixelsOf(sample, colours));
  } finally {
    sample.close();
  }
}

/** Browsers agree on the planes of a frame and not on their colours; some frames of graphics chips have no planes to read. */
async function pixelsOf(sample: VideoSample, colours: CodedColours): Promise<Pixels> {
  if (/^(I4|NV12)/.test(sample.format ?? '')) {
    const { width, height, planes } = { ...sample.visibleRect, planes: yuvPlanes(await yuvOf(sample)) };
    const samples = planes.map(({ data }) => ({ bits: 8, values: data }));
    return rgbOfYuv({ width, height, across: 2, down: 2, planes: samples }, colours);
  }
  const { width, height } = sample.visibleRect;
  const data = new Uint8ClampedArray(sample.allocationSize({ format: 'RGBA' }));
  await sample.copyTo(data, { format: 'RGBA' });
  return { width, height, data };
}
