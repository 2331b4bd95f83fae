import type { Bytes } from './bytes.ts';
import { bytesOf, entriesOf, find, read16, read32, type Tiff, tiffOf } from './tiff-fields.ts';

/**
 * EXIF data, which in all formats is a TIFF file without a picture. Unknown tags stay unchanged; damaged data is never
 * read beyond its end.
 */

const TAG = {
  orientation: 0x0112,
  exif: 0x8769,
  gps: 0x8825,
  width: 0xa002,
  height: 0xa003,
} as const;

/** The orientation tag, 1 to 8; 1 if it is missing. */
export function orientationOf(exif: Bytes): number {
  const tiff = tiffOf(exif);
  const entry = tiff && find(tiff, read32(tiff, 4), TAG.orientation);
  const value = entry ? read16(tiff, entry.at + 8) : 1;
  return value >= 1 && value <= 8 ? value : 1;
}

/** Whether the data has a GPS directory. */
export function hasGps(exif: Bytes): boolean {
  const tiff = tiffOf(exif);
  return tiff !== null && find(tiff, read32(tiff, 4), TAG.gps) !== undefined;
}

export type ExifChange = {
  /** Size of the new picture. */
  readonly width: number;
  readonly height: number;
  readonly keepGps: boolean;
};

/**
 * A copy of the EXIF data for an edited picture: upright, with the new size, without the embedded preview of the original,
 * and without location unless `keepGps`. Removed data is overwritten with zeros, not only unlinked.
 */
export function adaptExif(exif: Bytes, { width, height, keepGps }: ExifChange): Bytes {
  const copy = exif.slice();
  const tiff = tiffOf(copy);
  if (!tiff) return copy;
  const first = read32(tiff, 4);
  const write16 = (at: number, value: number) => tiff.view.setUint16(at, value, tiff.little);
  const write32 = (at: number, value: number) => tiff.view.setUint32(at, value, tiff.little);

  const orientation = find(tiff, first, TAG.orientation);
  if (orientation) write16(orientation.at + 8, 1);
  const details = find(tiff, first, TAG.exif);
  for (const entry of details ? entriesOf(tiff, read32(tiff, details.at + 8)) : []) {
    if (entry.tag !== TAG.width && entry.tag !== TAG.height) continue;
    const value = entry.tag === TAG.width ? width : height;
    if (entry.type === 3) write16(entry.at + 8, Math.min(65535, value));
    else write32(entry.at + 8, value);
  }
  const end = dropPreview(tiff, first);
  if (!keepGps) dropGps(tiff, first);
  return copy.slice(0, end);
}

/** Returns the length of the data without a preview at its end: a JPEG segment holds 64 KB. */
function dropPreview(tiff: Tiff, first: number): number {
  const { byteLength } = tiff.view;
  const link = first + 2 + 12 * read16(tiff, first);
  const second = read32(tiff, link);
  if (second === 0) return byteLength;
  const start = find(tiff, second, 0x0201);
  const length = find(tiff, second, 0x0202);
  const [from, bytes] = start && length ? [read32(tiff, start.at + 8), read32(tiff, length.at + 8)] : [byteLength, 0];
  erase(tiff, from, bytes);
  eraseIfd(tiff, second);
  tiff.view.setUint32(link, 0, tiff.little);
  // At most a byte of padding follows.
  return from > second && from + bytes >= byteLength - 1 ? Math.min(from, byteLength) : byteLength;
}

function dropGps(tiff: Tiff, first: number): void {
  const entries = entriesOf(tiff, first);
  const gps = entries.find(({ tag }) => tag === TAG.gps);
  if (!gps) return;
  eraseIfd(tiff, read32(tiff, gps.at + 8));
  // Moves the entries after it, and the link to the next directory, up by one.
  const end = first + 2 + 12 * entries.length + 4;
  const all = new Uint8Array(tiff.view.buffer, tiff.view.byteOffset, tiff.view.byteLength);
  all.copyWithin(gps.at, gps.at + 12, Math.min(end, all.length));
  erase(tiff, end - 12, 12);
  tiff.view.setUint16(first, entries.length - 1, tiff.little);
}

function eraseIfd(tiff: Tiff, ifd: number): void {
  const entries = entriesOf(tiff, ifd);
  for (const entry of entries) {
    const bytes = bytesOf(entry);
    if (bytes > 4) erase(tiff, read32(tiff, entry.at + 8), bytes);
  }
  if (entries.length > 0) erase(tiff, ifd, 2 + 12 * entries.length + 4);
}

function erase({ view }: Tiff, from: number, length: number): void {
  const all = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  // Never erases the header and the address of the first directory, whatever a damaged file points at.
  all.fill(0, Math.max(8, from), Math.min(all.length, from + length));
}
