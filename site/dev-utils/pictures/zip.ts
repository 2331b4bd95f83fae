import { crc32 } from '../../engine/codecs/crc.ts';

/** ZIP files without compression, as pictures are compressed already (PKWARE APPNOTE 6.3.3, sections 4.3 and 4.4). */

export type ZipEntry = { readonly name: string; readonly content: Blob };

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const VERSION = 20;
/** Names are UTF-8. */
const UTF8 = 0x0800;
/** Sizes and numbers of files that the format without its 64-bit extension can name. */
const MOST_BYTES = 0xffff_ffff;
const MOST_FILES = 0xffff;

/** Fields one after the other, little-endian: four bytes where a field is marked long. */
type Field = readonly [value: number, bytes: 2 | 4];

const record = (fields: readonly Field[]): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(fields.reduce((length, [, size]) => length + size, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [value, size] of fields) {
    if (size === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += size;
  }
  return bytes;
};

/** Date and time as MS-DOS wrote them: two seconds apart, from 1980. */
const dosTime = (date: Date): readonly Field[] => {
  const time = (date.getHours() << 11) | (date.getMinutes() << 5) | (date.getSeconds() >> 1);
  const day = ((Math.max(1980, date.getFullYear()) - 1980) << 9) | ((date.getMonth() + 1) << 5) | date.getDate();
  return [
    [time, 2],
    [day, 2],
  ];
};

/** All entries in one file. Null where there are more, or larger ones, than a plain ZIP file can hold. */
export const zipOf = async (entries: readonly ZipEntry[], date: Date): Promise<Blob | null> => {
  const time = dosTime(date);
  const files: BlobPart[] = [];
  const central: BlobPart[] = [];
  let [offset, centralBytes] = [0, 0];
  for (const { name, content } of entries) {
    const path = new TextEncoder().encode(name);
    const checksum = crc32(new Uint8Array(await content.arrayBuffer()));
    const common: readonly Field[] = [
      [UTF8, 2],
      [0, 2],
      ...time,
      [checksum, 4],
      [content.size, 4],
      [content.size, 4],
      [path.length, 2],
      [0, 2],
    ];
    const local = record([[LOCAL, 4], [VERSION, 2], ...common]);
    const listed = record([
      [CENTRAL, 4],
      [VERSION, 2],
      [VERSION, 2],
      ...common,
      [0, 2],
      [0, 2],
      [0, 2],
      [0, 4],
      [offset, 4],
    ]);
    files.push(local, path, content);
    central.push(listed, path);
    offset += local.length + path.length + content.size;
    centralBytes += listed.length + path.length;
  }
  if (offset + centralBytes > MOST_BYTES || entries.length > MOST_FILES) return null;
  const count: Field = [entries.length, 2];
  const end = record([[END, 4], [0, 2], [0, 2], count, count, [centralBytes, 4], [offset, 4], [0, 2]]);
  return new Blob([...files, ...central, end], { type: 'application/zip' });
};
