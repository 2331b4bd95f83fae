/** Reads and joins bytes. Reading beyond the end returns zeros, so that damaged files need no special care. */

export type Bytes = Uint8Array<ArrayBuffer>;

export const ascii = (bytes: Uint8Array, at: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(at, at + length));

export const fromAscii = (text: string): Bytes => Uint8Array.from(text, (letter) => letter.charCodeAt(0) & 255);

export const u16 = (bytes: Uint8Array, at: number): number => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
export const u32 = (bytes: Uint8Array, at: number): number => u16(bytes, at) * 65536 + u16(bytes, at + 2);
export const u16le = (bytes: Uint8Array, at: number): number => (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8);
export const u24le = (bytes: Uint8Array, at: number): number => u16le(bytes, at) | ((bytes[at + 2] ?? 0) << 16);
export const u32le = (bytes: Uint8Array, at: number): number => u16le(bytes, at) + u16le(bytes, at + 2) * 65536;

export const u32Bytes = (value: number): Bytes =>
  Uint8Array.of((value >>> 24) & 255, (value >>> 16) & 255, (value >>> 8) & 255, value & 255);
export const u32leBytes = (value: number): Bytes => u32Bytes(value).reverse();

export function concatBytes(parts: readonly Uint8Array[]): Bytes {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export const startsWith = (bytes: Uint8Array, text: string, at = 0): boolean => ascii(bytes, at, text.length) === text;

/** Content in bytes, from `from` to before `to`. */
export type Range = { readonly name: string; readonly from: number; readonly to: number };
