import type { Size } from '../types.ts';
import { ascii, type Bytes } from './bytes.ts';
import {
  bytesOf,
  type Entry,
  entriesOf,
  numberOf,
  read16,
  read32,
  type Tiff,
  tiffOf,
  valuesAt,
} from './tiff-fields.ts';

const TAG = {
  subfile: 0x00fe,
  width: 0x0100,
  height: 0x0101,
  bits: 0x0102,
  compression: 0x0103,
  colours: 0x0106,
  orientation: 0x0112,
  samples: 0x0115,
  palette: 0x0140,
  extra: 0x0152,
  format: 0x0153,
  profile: 0x8773,
  rawVersion: 0xc612,
} as const;

/** JPEG as of 1992, which the decoder does not read: of raw files, and of programs before 2002. */
const OLD_JPEG = 6;
const UNSIGNED = 1;

/** How the samples of a pixel become colours. */
export type TiffColours = 'white is zero' | 'black is zero' | 'rgb' | 'palette' | 'cmyk' | 'ycbcr';

const COLOURS: { readonly [number: number]: TiffColours } = {
  0: 'white is zero',
  1: 'black is zero',
  2: 'rgb',
  3: 'palette',
  5: 'cmyk',
  6: 'ycbcr',
};
/** Samples without opacity. */
const COLOUR_SAMPLES: { readonly [colours in TiffColours]: number } = {
  'white is zero': 1,
  'black is zero': 1,
  rgb: 3,
  palette: 1,
  cmyk: 4,
  ycbcr: 3,
};

/** What the first page of a TIFF file declares. The size is the stored one. */
export type TiffHeader = Size & {
  /** Of each sample. */
  readonly bits: number;
  readonly samples: number;
  readonly colours: TiffColours;
  /** Which sample is the opacity, and whether the colours are multiplied by it. */
  readonly opacity: { readonly sample: number; readonly multiplied: boolean } | null;
  /** As of EXIF, 1 to 8. */
  readonly orientation: number;
  /** Red, then green, then blue values of each colour, 0..65535; empty where `colours` is no palette. */
  readonly palette: readonly number[];
  /** Profile of RGB colours. */
  readonly profile: Bytes | null;
  readonly pages: 'one' | 'several';
};

/** The header of a TIFF file of pictures; null for the raw data of a camera, for other samples, and where it is damaged. */
export function readTiffHeader(bytes: Uint8Array): TiffHeader | null {
  const tiff = tiffOf(bytes);
  if (!tiff) return null;
  const first = read32(tiff, 4);
  const entries = new Map(entriesOf(tiff, first).map((entry) => [entry.tag, entry]));
  const number = (tag: number, missing: number): number => {
    const entry = entries.get(tag);
    return entry ? numberOf(tiff, entry) : missing;
  };
  const colours = COLOURS[number(TAG.colours, -1)];
  const [width, height] = [number(TAG.width, 0), number(TAG.height, 0)];
  const isSmallCopy = (number(TAG.subfile, 0) & 1) === 1;
  const isRaw = entries.has(TAG.rawVersion) || number(TAG.compression, 1) === OLD_JPEG || ascii(bytes, 8, 2) === 'CR';
  if (!colours || width === 0 || height === 0 || isSmallCopy || isRaw) return null;
  if (number(TAG.format, UNSIGNED) !== UNSIGNED) return null;
  const samples = number(TAG.samples, 1);
  const kind = number(TAG.extra, 0);
  const own = COLOUR_SAMPLES[colours];
  if (samples < own) return null;
  const palette = entries.get(TAG.palette);
  const profile = entries.get(TAG.profile);
  return {
    width,
    height,
    bits: number(TAG.bits, 1),
    samples,
    colours,
    opacity: samples > own && (kind === 1 || kind === 2) ? { sample: own, multiplied: kind === 1 } : null,
    orientation: orientationOf(number(TAG.orientation, 1)),
    palette: palette ? shortsOf(tiff, palette) : [],
    profile: profile
      ? rgbProfile(bytes.slice(valuesAt(tiff, profile), valuesAt(tiff, profile) + bytesOf(profile)))
      : null,
    pages: hasFurtherPage(tiff, first) ? 'several' : 'one',
  };
}

/** Up to three values for each of 65,536 colours, whatever a damaged file declares. */
const shortsOf = (tiff: Tiff, entry: Entry): readonly number[] =>
  Array.from({ length: Math.min(entry.count, 3 * 65_536) }, (_, i) => read16(tiff, valuesAt(tiff, entry) + 2 * i));

const orientationOf = (value: number): number => (value >= 1 && value <= 8 ? value : 1);

/** Profiles of print colours do not fit the RGB values that the page gets. */
const rgbProfile = (profile: Bytes): Bytes | null => (ascii(profile, 16, 4) === 'RGB ' ? profile : null);

/** Whether a further page follows that is no small copy of the first. */
function hasFurtherPage(tiff: Tiff, first: number): boolean {
  const next = read32(tiff, first + 2 + 12 * read16(tiff, first));
  const subfile = entriesOf(tiff, next).find(({ tag }) => tag === TAG.subfile);
  return next !== 0 && entriesOf(tiff, next).length > 0 && !(subfile && (numberOf(tiff, subfile) & 1) === 1);
}
