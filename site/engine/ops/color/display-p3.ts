import type { ColorSpace } from '../../types.ts';
import type { Rgb } from './oklab.ts';
import { toLinear, toSrgb } from './srgb.ts';

type Bytes = readonly [red: number, green: number, blue: number];

/** Linear sRGB to linear Display P3; both have the white point D65 (CSS Color 4). */
const SRGB_TO_P3 = [
  [0.8224619687, 0.1775380313, 0],
  [0.0331941989, 0.9668058011, 0],
  [0.0170826307, 0.0723974407, 0.9105199286],
] as const;

/** Linear Display P3 to linear sRGB: the inverse. */
const P3_TO_SRGB = [
  [1.2249401763, -0.2249401763, 0],
  [-0.0420569547, 1.0420569547, 0],
  [-0.0196375546, -0.0786360456, 1.0982736001],
] as const;

/** A colour in the other space, 0..1, each channel clamped. Display P3 has the tone curve of sRGB. */
function convert(matrix: typeof SRGB_TO_P3 | typeof P3_TO_SRGB, colour: Rgb): Rgb {
  const [red, green, blue] = colour.map(toLinear) as [number, number, number];
  const [r, g, b] = matrix.map((row) => toSrgb(row[0] * red + row[1] * green + row[2] * blue)) as [
    number,
    number,
    number,
  ];
  return [r, g, b];
}

/** The values, 0..255, that show an sRGB colour in a picture with the colours of `colorSpace`. */
export function srgbColourIn(colorSpace: ColorSpace, colour: Bytes): Bytes {
  if (colorSpace === 'srgb') return colour;
  const [red, green, blue] = colour;
  const [r, g, b] = convert(SRGB_TO_P3, [red / 255, green / 255, blue / 255]);
  return [Math.round(255 * r), Math.round(255 * g), Math.round(255 * b)];
}

/** The sRGB colour, 0..1, of values in `colorSpace`; the nearest value of each channel for colours that sRGB lacks. */
export const srgbOf = (colorSpace: ColorSpace, colour: Rgb): Rgb =>
  colorSpace === 'srgb' ? colour : convert(P3_TO_SRGB, colour);

/** The same for `#rrggbb`; other values are returned unchanged. */
export function srgbHexIn(colorSpace: ColorSpace, colour: string): string {
  const bytes = bytesOfHex(colour);
  if (!bytes) return colour;
  return `#${srgbColourIn(colorSpace, bytes)
    .map((value) => value.toString(16).padStart(2, '0'))
    .join('')}`;
}

/** Red, green and blue, 0..255, of `#rrggbb`; null for other texts. */
export function bytesOfHex(text: string): Bytes | null {
  const digits = /^#([0-9a-f]{6})$/i.exec(text)?.[1];
  if (!digits) return null;
  const value = Number.parseInt(digits, 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}
