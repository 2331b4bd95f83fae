import { loadPart } from '../load-part.ts';
import type { Pixels } from '../types.ts';
import type { Bytes } from './bytes.ts';
import { encodePng } from './png-encode.ts';
import { writeProfile } from './profile.ts';
import { readTiffHeader, type TiffHeader } from './tiff-header.ts';
import { turnUpright } from './upright.ts';

/** Pixels that are read at once; more where a strip or tile of the file holds more. */
const PART_PX = 1_048_576;

/** Pixels whose colours are those of a profile; without one, of sRGB. */
export type ProfiledPixels = { readonly pixels: Pixels; readonly profile: Bytes | null };

/**
 * Decodes the first page of a TIFF file to upright pixels in 8 bits. Null if it is damaged, or the raw data of a camera.
 * `pause` is called again and again, and may throw to stop. Rejects if the decoder cannot be loaded.
 */
export async function decodeTiff(bytes: Bytes, pause: () => Promise<void>): Promise<ProfiledPixels | null> {
  const header = readTiffHeader(bytes);
  const stored = header && (await readPixels(bytes, header, pause));
  return stored && { pixels: await turnUpright(stored, header.orientation, pause), profile: header.profile };
}

/** A PNG file, by which the browser reads the colours of a profile. */
export async function pngOf({ pixels, profile }: ProfiledPixels, pause: () => Promise<void>): Promise<Bytes> {
  const png = new Uint8Array(await (await encodePng(pixels, { onProgress: pause })).arrayBuffer());
  return profile ? writeProfile(png, profile) : png;
}

/** The pixels of the first page as they are stored; null if the file is damaged or its compression unknown. */
async function readPixels(bytes: Bytes, header: TiffHeader, pause: () => Promise<void>): Promise<Pixels | null> {
  const { fromArrayBuffer } = await loadPart(() => import('geotiff'));
  const { width, height } = header;
  const write = writerOf(header);
  const data = new Uint8ClampedArray(width * height * 4);
  try {
    const file = await fromArrayBuffer(bytes.buffer);
    const image = await file.getImage();
    const block = Math.max(1, Math.min(height, image.getTileHeight()));
    const rows = block * Math.max(1, Math.floor(PART_PX / width / block));
    for (let top = 0; top < height; top += rows) {
      await pause();
      const bottom = Math.min(height, top + rows);
      const part = await image.readRasters({ window: [0, top, width, bottom], interleave: true });
      const samples = part as unknown as ArrayLike<number>;
      let at = 0;
      const sample: Sample = (number) => samples[at + number] ?? 0;
      for (let to = 4 * top * width; to < 4 * bottom * width; to += 4, at += header.samples) write(sample, data, to);
    }
  } catch (error) {
    if (error instanceof RangeError && /memory|allocation/i.test(error.message)) throw error;
    await pause();
    return null;
  }
  return { width, height, data };
}

/** A sample of a pixel by its number. */
type Sample = (number: number) => number;

/** Returns what writes the samples of a pixel at an index, as red, green, blue and opacity, 0..255. */
function writerOf(header: TiffHeader): (sample: Sample, data: Uint8ClampedArray, at: number) => void {
  const { bits, colours, opacity } = header;
  const scale = colours === 'palette' ? 1 : 255 / (2 ** bits - 1);
  const colourOf = COLOURS_OF[colours](header);
  return (sample, data, at) => {
    const scaled = (number: number) => sample(number) * scale;
    const colour = colourOf(scaled);
    const alpha = opacity ? scaled(opacity.sample) : 255;
    const factor = opacity?.multiplied && alpha > 0 ? 255 / alpha : 1;
    for (let i = 0; i < 3; i++) data[at + i] = (colour[i] ?? 0) * factor;
    data[at + 3] = alpha;
  };
}

/** Red, green and blue, 0..255, of samples of that range; for a palette, the sample is the number of the colour. */
type ColourOf = (sample: Sample) => readonly number[];

const grey = (value: number): readonly number[] => [value, value, value];

const COLOURS_OF: { readonly [colours in TiffHeader['colours']]: (header: TiffHeader) => ColourOf } = {
  'white is zero': () => (sample) => grey(255 - sample(0)),
  'black is zero': () => (sample) => grey(sample(0)),
  rgb: () => (sample) => [sample(0), sample(1), sample(2)],
  palette:
    ({ palette }) =>
    (sample) =>
      [0, 1, 2].map((channel) => (palette[sample(0) + (channel * palette.length) / 3] ?? 0) / 257),
  // Without the profile of the press: near the colours of a print.
  cmyk: () => (sample) => [0, 1, 2].map((ink) => ((255 - sample(ink)) * (255 - sample(3))) / 255),
  // As of ITU-R BT.601, full range, which JPEG uses.
  ycbcr: () => (sample) => {
    const [luma, blue, red] = [sample(0), sample(1) - 128, sample(2) - 128];
    return [luma + 1.402 * red, luma - 0.344136 * blue - 0.714136 * red, luma + 1.772 * blue];
  },
};
