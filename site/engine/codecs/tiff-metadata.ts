import type { Bytes } from './bytes.ts';
import { bytesOf, type Entry, entriesOf, find, read32, type Tiff, tiffOf, valuesAt } from './tiff-fields.ts';

const EXIF = 0x8769;
const GPS = 0x8825;
const XMP = 0x02bc;
/** Its positions count from the start of the original file. */
const MAKER_NOTE = 0x927c;
/** A directory about the rules by which the file was written. */
const INTEROPERABILITY = 0xa005;

/** Of a directory: three of them fit into a JPEG file. */
const MAX_VALUE_BYTES = 20_000;

/** Fields of a page that are about the picture: description, device, resolution, program, date, artist, copyright. */
const DESCRIPTIVE: ReadonlySet<number> = new Set([
  ...[0x010e, 0x010f, 0x0110, 0x0112, 0x011a, 0x011b, 0x0128, 0x0131, 0x0132, 0x013b, 0x8298],
  ...[EXIF, GPS],
]);

/** What the first page of a TIFF file says about the picture, as EXIF data; null where that is nothing. */
export function exifOfTiff(bytes: Uint8Array): Bytes | null {
  const tiff = tiffOf(bytes);
  if (!tiff) return null;
  const entries = fitting(entriesOf(tiff, read32(tiff, 4)).filter(({ tag }) => DESCRIPTIVE.has(tag)));
  if (entries.length === 0) return null;
  const start = [...bytes.subarray(0, 4), ...numberBytes(tiff, 8)];
  return Uint8Array.from([...start, ...directory(tiff, entries, 8)]);
}

/** XMP of the first page of a TIFF file; null without it. */
export function xmpOfTiff(bytes: Uint8Array): string | null {
  const tiff = tiffOf(bytes);
  const entry = tiff && find(tiff, read32(tiff, 4), XMP);
  return entry ? new TextDecoder().decode(storedValue(tiff, entry)) : null;
}

/** The bytes of a directory at a position, with the values of its entries and the directories that they name after it. */
function directory(tiff: Tiff, entries: readonly Entry[], at: number): readonly number[] {
  const bytes: number[] = [...numberBytes(tiff, entries.length, 2)];
  const values: number[] = [];
  const valuesStart = at + 2 + 12 * entries.length + 4;
  for (const entry of entries) {
    const head = new Uint8Array(tiff.view.buffer, tiff.view.byteOffset + entry.at, 8);
    const position = valuesStart + values.length;
    const isDirectory = entry.tag === EXIF || entry.tag === GPS;
    const value = isDirectory ? directory(tiff, furtherEntries(tiff, entry), position) : storedValue(tiff, entry);
    const isInline = !isDirectory && value.length <= 4;
    bytes.push(...head, ...(isInline ? [...value, 0, 0, 0, 0].slice(0, 4) : numberBytes(tiff, position)));
    if (!isInline) for (const byte of value) values.push(byte);
    if (values.length % 2 === 1) values.push(0);
  }
  return [...bytes, 0, 0, 0, 0, ...values];
}

/** The entries of the directory that an entry names, without further directories. */
const furtherEntries = (tiff: Tiff, entry: Entry): readonly Entry[] =>
  fitting(
    entriesOf(tiff, read32(tiff, entry.at + 8)).filter(
      ({ tag }) => ![MAKER_NOTE, INTEROPERABILITY, EXIF, GPS].includes(tag),
    ),
  );

/** The entries up to the one with which their values take more than `MAX_VALUE_BYTES`. */
function fitting(entries: readonly Entry[]): readonly Entry[] {
  let total = 0;
  return entries.filter((entry) => {
    total += 12 + bytesOf(entry);
    return total <= MAX_VALUE_BYTES;
  });
}

/** The values of an entry, as far as the file holds them. */
function storedValue(tiff: Tiff, entry: Entry): Uint8Array {
  const { buffer, byteOffset, byteLength } = tiff.view;
  const from = Math.min(valuesAt(tiff, entry), byteLength);
  const value = new Uint8Array(Math.min(bytesOf(entry), byteLength));
  value.set(new Uint8Array(buffer, byteOffset + from, Math.min(value.length, byteLength - from)));
  return value;
}

/** A number in the byte order of the file. */
const numberBytes = ({ little }: Tiff, value: number, count = 4): readonly number[] => {
  const bytes = Array.from({ length: count }, (_, i) => (value >>> (8 * i)) & 255);
  return little ? bytes : bytes.reverse();
};
