type Bytes = Uint8Array<ArrayBuffer>;

/** Value of an entry: a number if it fits into the entry, else bytes at another offset. */
type Entry = readonly [tag: number, type: number, count: number, value: number | Bytes];

export type ExifOptions = {
  readonly little?: boolean;
  readonly orientation?: number;
  /** Degrees, minutes, seconds of latitude. */
  readonly gps?: readonly [number, number, number];
  readonly thumbnail?: Bytes;
  readonly width?: number;
  readonly model?: string;
  /** Of the camera, in a form of its own. */
  readonly makerNote?: Bytes;
};

/** EXIF in the form cameras write: a TIFF file with directories for the picture, its settings, GPS and thumbnail. */
export function exifOf(options: ExifOptions): Bytes {
  const { little = true, orientation = 1, gps, thumbnail, width = 4000, model = 'Cameras', makerNote } = options;
  const name = new TextEncoder().encode(`${model}\0`);
  const first = (exif: number, gpsAddress: number): Entry[] => [
    [0x0110, 2, name.length, name],
    [0x0112, 3, 1, orientation],
    [0x8769, 4, 1, exif],
    ...(gps ? [[0x8825, 4, 1, gpsAddress] as const] : []),
  ];
  const details: Entry[] = [
    ...(makerNote ? [[0x927c, 7, makerNote.length, makerNote] as const] : []),
    [0xa002, 4, 1, width],
    [0xa003, 3, 1, 3000],
  ];
  const rationals = Uint8Array.from((gps ?? []).flatMap((value) => [...number4(value, little), ...number4(1, little)]));
  const gpsEntries: Entry[] = gps
    ? [
        [1, 2, 2, 0x4e],
        [2, 5, 3, rationals],
      ]
    : [];
  const preview: Entry[] = thumbnail
    ? [
        [0x0201, 4, 1, 0],
        [0x0202, 4, 1, thumbnail.length],
      ]
    : [];
  const sizes = [first(0, 0), details, gpsEntries, preview].map(sizeOf);
  const starts = sizes.map((_, i) => 8 + sizes.slice(0, i).reduce((sum, size) => sum + size, 0));
  const total = 8 + sizes.reduce((sum, size) => sum + size, 0);
  if (thumbnail) preview[0] = [0x0201, 4, 1, total];
  const [at = 8, exifAt = 0, gpsAt = 0, previewAt = 0] = starts;
  const out = new Uint8Array(total + (thumbnail?.length ?? 0));
  out.set(little ? [0x49, 0x49, 42, 0] : [0x4d, 0x4d, 0, 42]);
  out.set(number4(8, little), 4);
  write(out, first(exifAt, gpsAt), { at, next: thumbnail ? previewAt : 0, little });
  write(out, details, { at: exifAt, next: 0, little });
  if (gps) write(out, gpsEntries, { at: gpsAt, next: 0, little });
  if (thumbnail) {
    write(out, preview, { at: previewAt, next: 0, little });
    out.set(thumbnail, total);
  }
  return out;
}

const sizeOf = (entries: readonly Entry[]): number =>
  entries.length === 0
    ? 0
    : 6 + entries.reduce((sum, [, , , value]) => sum + 12 + (typeof value === 'number' ? 0 : value.length), 0);

function number4(value: number, little: boolean): readonly number[] {
  const bytes = [value >>> 24, value >>> 16, value >>> 8, value].map((byte) => byte & 255);
  return little ? bytes.reverse() : bytes;
}

function number2(value: number, little: boolean): readonly number[] {
  return little ? [value & 255, value >> 8] : [value >> 8, value & 255];
}

type Place = { readonly at: number; readonly next: number; readonly little: boolean };

function write(out: Bytes, entries: readonly Entry[], { at, next, little }: Place): void {
  out.set(number2(entries.length, little), at);
  let beyond = at + 6 + 12 * entries.length;
  for (const [index, [tag, type, count, value]] of entries.entries()) {
    const entry = at + 2 + 12 * index;
    out.set([...number2(tag, little), ...number2(type, little), ...number4(count, little)], entry);
    if (typeof value !== 'number') {
      out.set(number4(beyond, little), entry + 8);
      out.set(value, beyond);
      beyond += value.length;
    } else out.set(type === 3 ? number2(value, little) : type === 2 ? [value, 0] : number4(value, little), entry + 8);
  }
  out.set(number4(next, little), at + 2 + 12 * entries.length);
}
