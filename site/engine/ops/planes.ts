import type { Pixels, Plane, Planes, Size } from '../types.ts';

/** A colour of planes: RGB, 0..1. */
export type Colour = readonly [number, number, number];

/** A plane of `size`, zero everywhere. */
export const emptyPlane = ({ width, height }: Size): Plane => ({
  width,
  height,
  data: new Float32Array(width * height),
});

/** `count` planes of `size`, zero everywhere. */
export const emptyPlanes = ({ width, height }: Size, count: number): Planes => ({
  width,
  height,
  planes: Array.from({ length: count }, () => new Float32Array(width * height)),
});

/** Plane `index` of several, sharing its numbers. */
export const planeOf = ({ width, height, planes }: Planes, index: number): Plane => ({
  width,
  height,
  data: planes[index]!,
});

/** Planes of one size as one value, sharing their numbers. */
export const stackPlanes = (parts: readonly Plane[]): Planes => {
  const { width, height } = parts[0]!;
  return { width, height, planes: parts.map((part) => part.data) };
};

/** Applies a function to every plane. */
export const mapPlanes = (planes: Planes, work: (plane: Plane) => Plane): Planes =>
  stackPlanes(planes.planes.map((_, index) => work(planeOf(planes, index))));

/** R, G and B as sRGB values in 0..1, without alpha. */
export function rgbPlanes({ width, height, data }: Pixels): Planes {
  const out = emptyPlanes({ width, height }, 3);
  const [red, green, blue] = out.planes as [Float32Array, Float32Array, Float32Array];
  for (let i = 0, at = 0; i < red.length; i++, at += 4) {
    red[i] = data[at]! / 255;
    green[i] = data[at + 1]! / 255;
    blue[i] = data[at + 2]! / 255;
  }
  return out;
}

/** One of R, G and B (0 to 2) as sRGB values in 0..1. */
export function channelPlane({ width, height, data }: Pixels, index: number): Float32Array<ArrayBuffer> {
  const out = new Float32Array(width * height);
  for (let i = 0, at = index; i < out.length; i++, at += 4) out[i] = data[at]! / 255;
  return out;
}

/** Luma of a picture in 0..1, as `lumaPlane`, without planes of its colours. */
export function pixelLuma({ width, height, data }: Pixels): Plane {
  const out = emptyPlane({ width, height });
  for (let i = 0, at = 0; i < out.data.length; i++, at += 4) {
    const [red, green, blue] = [
      Math.fround(data[at]! / 255),
      Math.fround(data[at + 1]! / 255),
      Math.fround(data[at + 2]! / 255),
    ];
    out.data[i] = 0.299 * red + 0.587 * green + 0.114 * blue;
  }
  return out;
}

/** Alpha in 0..1. */
export function alphaPlane({ width, height, data }: Pixels): Plane {
  const out = emptyPlane({ width, height });
  for (let i = 0; i < out.data.length; i++) out.data[i] = data[4 * i + 3]! / 255;
  return out;
}

/** Whether every pixel is opaque. */
export function isOpaque({ data }: Pixels): boolean {
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return false;
  return true;
}

/** Composites a picture over one colour, 0..255. */
export function flatten(
  { width, height, data: source }: Pixels,
  background: readonly [number, number, number],
): Pixels {
  const data = new Uint8ClampedArray(source.length);
  for (let i = 0; i < data.length; i += 4) {
    const alpha = source[i + 3]! / 255;
    for (let c = 0; c < 3; c++) data[i + c] = background[c]! + (source[i + c]! - background[c]!) * alpha;
    data[i + 3] = 255;
  }
  return { width, height, data };
}

/** Converts planes in 0..1 (one plane is grey) to RGBA; values are clamped. Opaque without `alpha` (0..1). */
export function pixelsOf({ width, height, planes }: Planes, alpha?: Plane): Pixels {
  const data = new Uint8ClampedArray(width * height * 4);
  const red = planes[0]!;
  const green = planes[1] ?? red;
  const blue = planes[2] ?? red;
  for (let i = 0, at = 0; i < red.length; i++, at += 4) {
    data[at] = red[i]! * 255;
    data[at + 1] = green[i]! * 255;
    data[at + 2] = blue[i]! * 255;
    data[at + 3] = alpha ? alpha.data[i]! * 255 : 255;
  }
  return { width, height, data };
}

/** Multiplies the alpha by a plane (0..1); colours stay. */
export function multiplyAlpha(pixels: Pixels, factor: Plane): Pixels {
  const data = new Uint8ClampedArray(pixels.data);
  for (let i = 0, at = 3; i < factor.data.length; i++, at += 4) data[at] = factor.data[i]! * data[at]!;
  return { width: pixels.width, height: pixels.height, data };
}

/** Copies the alpha of `picture` to `pixels` of the same size. */
export function copyAlpha(pixels: Pixels, picture: Pixels): Pixels {
  const data = new Uint8ClampedArray(pixels.data);
  for (let at = 3; at < data.length; at += 4) data[at] = picture.data[at]!;
  return { ...pixels, data };
}

/** Luma of sRGB values by the weights of Rec. 601, in the range of the input. */
export function lumaPlane({ width, height, planes }: Planes): Plane {
  const out = emptyPlane({ width, height });
  const red = planes[0]!;
  const green = planes[1] ?? red;
  const blue = planes[2] ?? red;
  for (let i = 0; i < red.length; i++) out.data[i] = 0.299 * red[i]! + 0.587 * green[i]! + 0.114 * blue[i]!;
  return out;
}

/** Linear interpolation `a + (b - a) * fraction` of each value. */
export function mix(a: Planes, b: Planes, fraction: number): Planes {
  return mapPlanesBy(a, b, (x, y) => {
    const out = new Float32Array(x.length);
    for (let i = 0; i < x.length; i++) out[i] = x[i]! + (y[i]! - x[i]!) * fraction;
    return out;
  });
}

/** Applies a function to each pair of planes of two values of one size. */
export const mapPlanesBy = (
  a: Planes,
  b: Planes,
  work: (x: Float32Array<ArrayBuffer>, y: Float32Array<ArrayBuffer>, index: number) => Float32Array<ArrayBuffer>,
): Planes => ({
  width: a.width,
  height: a.height,
  planes: a.planes.map((plane, index) => work(plane, b.planes[index]!, index)),
});

/** Mirrors an index into `0..length-1`; the border pixel is repeated. */
export function mirror(index: number, length: number): number {
  const period = 2 * length;
  const inside = ((index % period) + period) % period;
  return inside < length ? inside : period - 1 - inside;
}
