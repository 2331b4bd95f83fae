import { toLinear, toSrgb } from './srgb.ts';

/** Lightness 0..1, green to red and blue to yellow about -0.4..0.4. */
export type Oklab = readonly [lightness: number, a: number, b: number];

/** Red, green and blue in 0..1, sRGB. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** OKLab (Ottosson 2020, "A perceptual color space for image processing") of an sRGB colour. */
export function toOklab([red, green, blue]: Rgb): Oklab {
  const r = toLinear(red);
  const g = toLinear(green);
  const b = toLinear(blue);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

/** The sRGB colour of an OKLab colour, clamped to 0..1. */
export function fromOklab([lightness, a, b]: Oklab): Rgb {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    toSrgb(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    toSrgb(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    toSrgb(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

/** Distance of two colours in OKLab; black to white is 1, just noticeable about 0.02. */
export const oklabDistance = (x: Oklab, y: Oklab): number => Math.hypot(x[0] - y[0], x[1] - y[1], x[2] - y[2]);
