/** A field of a TIFF file: its tag, and its values, each of 16 bits. */
type Field = readonly [tag: number, ...values: readonly number[]];

type Page = { readonly fields: readonly Field[]; readonly pixels: readonly number[] };

const le = (value: number, bytes: number): readonly number[] =>
  Array.from({ length: bytes }, (_, i) => (value >>> (8 * i)) & 255);

/** A TIFF file of uncompressed pages in the order of Intel; each is one strip of bytes. */
export function tiff(...pages: readonly Page[]): Uint8Array<ArrayBuffer> {
  const file: number[] = [...new TextEncoder().encode('II*\0'), ...le(0, 4)];
  let link = 4;
  const setLink = (to: number) => {
    for (const [i, byte] of le(to, 4).entries()) file[link + i] = byte;
  };
  for (const { fields, pixels } of pages) {
    const strip = file.length;
    file.push(...pixels);
    const entries = [...fields, [0x0111, strip] as const, [0x0117, pixels.length] as const].map(([tag, ...values]) => {
      if (values.length === 1) return [...le(tag, 2), ...le(4, 2), ...le(1, 4), ...le(values[0] ?? 0, 4)];
      const bytes = values.flatMap((value) => le(value, 2));
      const inline = bytes.length <= 4;
      const place = inline ? [...bytes, 0, 0, 0, 0].slice(0, 4) : le(file.length, 4);
      if (!inline) file.push(...bytes);
      return [...le(tag, 2), ...le(3, 2), ...le(values.length, 4), ...place];
    });
    entries.sort((a, b) => a[0]! + 256 * a[1]! - b[0]! - 256 * b[1]!);
    setLink(file.length);
    file.push(...le(entries.length, 2), ...entries.flat());
    link = file.length;
    file.push(...le(0, 4));
  }
  return Uint8Array.from(file);
}

/** The fields of a page of 8-bit samples. `colours`: the number of the photometric interpretation. */
export const tiffFields = (width: number, height: number, colours: number): readonly Field[] => {
  const samples = { 2: 3, 5: 4, 6: 3 }[colours] ?? 1;
  return [
    [0x0100, width],
    [0x0101, height],
    [0x0102, ...Array.from({ length: samples }, () => 8)],
    [0x0106, colours],
    [0x0115, samples],
    [0x0116, height],
  ];
};
