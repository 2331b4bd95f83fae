import { startsWith } from './bytes.ts';

/** Fields of TIFF files and of EXIF data (Adobe, "TIFF Revision 6.0", 1992). Nothing is read beyond the end. */
export type Tiff = { readonly view: DataView; readonly little: boolean };
export type Entry = { readonly at: number; readonly tag: number; readonly type: number; readonly count: number };

/** Bytes of a value of each type. */
const TYPE_BYTES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8] as const;
const SHORT = 3;

export function tiffOf(bytes: Uint8Array): Tiff | null {
  const little = startsWith(bytes, 'II*\0');
  if (!little && !startsWith(bytes, 'MM\0*')) return null;
  return { view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), little };
}

export const read16 = ({ view, little }: Tiff, at: number): number =>
  at + 2 <= view.byteLength ? view.getUint16(at, little) : 0;
export const read32 = ({ view, little }: Tiff, at: number): number =>
  at + 4 <= view.byteLength ? view.getUint32(at, little) : 0;

/** The entries of the directory at a position. */
export function entriesOf(tiff: Tiff, ifd: number): readonly Entry[] {
  const fits = Math.floor((tiff.view.byteLength - ifd - 2) / 12);
  const count = ifd >= 8 ? Math.min(read16(tiff, ifd), Math.max(0, fits)) : 0;
  return Array.from({ length: count }, (_, i) => {
    const at = ifd + 2 + 12 * i;
    return { at, tag: read16(tiff, at), type: read16(tiff, at + 2), count: read32(tiff, at + 4) };
  });
}

export const find = (tiff: Tiff, ifd: number, tag: number): Entry | undefined =>
  entriesOf(tiff, ifd).find((entry) => entry.tag === tag);

/** Bytes of all values of an entry. */
export const bytesOf = ({ type, count }: Entry): number => (TYPE_BYTES[type] ?? 1) * count;

/** Where the values of an entry begin: in the entry if they fit into four bytes. */
export const valuesAt = (tiff: Tiff, entry: Entry): number =>
  bytesOf(entry) > 4 ? read32(tiff, entry.at + 8) : entry.at + 8;

/** The first value of an entry of whole numbers. */
export const numberOf = (tiff: Tiff, entry: Entry): number =>
  entry.type === SHORT ? read16(tiff, valuesAt(tiff, entry)) : read32(tiff, valuesAt(tiff, entry));
