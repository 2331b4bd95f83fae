/** Encoders for formats that browsers read but do not write. */

export type Rgb = readonly [red: number, green: number, blue: number];

const le = (value: number, bytes: number): readonly number[] =>
  Array.from({ length: bytes }, (_, i) => (value >>> (8 * i)) & 255);

type BmpOptions = { readonly width: number; readonly height: number; readonly header?: 'Windows' | 'OS/2' };

/** A 24-bit BMP, rows from the bottom, with the header of Windows or the short one of OS/2. */
export function bmp({ width, height, header = 'Windows' }: BmpOptions, at: (x: number, y: number) => Rgb): Uint8Array {
  const [headerBytes, numberBytes] = header === 'Windows' ? [40, 4] : [12, 2];
  const start = 14 + headerBytes;
  const row = Math.ceil((width * 3) / 4) * 4;
  const bytes = new Uint8Array(start + row * height);
  bytes.set([0x42, 0x4d, ...le(bytes.length, 4), ...le(0, 4), ...le(start, 4)]);
  bytes.set(
    [...le(headerBytes, 4), ...le(width, numberBytes), ...le(height, numberBytes), ...le(1, 2), ...le(24, 2)],
    14,
  );
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) bytes.set([...at(x, y)].reverse(), start + (height - 1 - y) * row + 3 * x);
  }
  return bytes;
}

/** A GIF of full frames of one colour each; uncompressed, with 8-bit codes and frequent resets. */
export function gif(width: number, height: number, colours: readonly Rgb[]): Uint8Array {
  const table = Array.from({ length: 128 }, (_, i) => colours[i] ?? [0, 0, 0]).flat();
  const frames = colours.flatMap((_, index) => {
    // Code 128 clears the decoder's table, so that codes never exceed 8 bits.
    const codes = Array.from({ length: width * height }, (__, i) => (i % 100 === 0 ? [128, index] : [index])).flat();
    const data = [...codes, 129];
    const blocks: number[] = [];
    for (let at = 0; at < data.length; at += 255) {
      const block = data.slice(at, at + 255);
      blocks.push(block.length, ...block);
    }
    const control = [0x21, 0xf9, 4, 0, 50, 0, 0, 0];
    return [...control, 0x2c, 0, 0, 0, 0, ...le(width, 2), ...le(height, 2), 0, 7, ...blocks, 0];
  });
  const screen = [...le(width, 2), ...le(height, 2), 0xf6, 0, 0];
  return Uint8Array.from([...new TextEncoder().encode('GIF89a'), ...screen, ...table, ...frames, 0x3b]);
}
