/** Linear light (0..1) of an sRGB value in 0..1 (IEC 61966-2-1). */
export const toLinear = (value: number): number =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;

/** sRGB value (0..1) of linear light, clamped to 0..1. */
export const toSrgb = (light: number): number => {
  if (light <= 0) return 0;
  if (light >= 1) return 1;
  return light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;
};

/** Linear light of each of the 256 byte values. */
export const linearTable = (): Float32Array<ArrayBuffer> =>
  Float32Array.from({ length: 256 }, (_, i) => toLinear(i / 255));

/** Steps of `srgbByteTable`: fine enough that the darkest two bytes still differ by two steps. */
export const BYTE_STEPS = 8192;

/** Byte value at each of `BYTE_STEPS + 1` even steps of linear light: `table[Math.round(light * BYTE_STEPS)]`. */
export const srgbByteTable = (): Uint8Array<ArrayBuffer> =>
  Uint8Array.from({ length: BYTE_STEPS + 1 }, (_, i) => Math.round(toSrgb(i / BYTE_STEPS) * 255));
