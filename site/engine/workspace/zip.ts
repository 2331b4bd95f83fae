import { crc32 } from '../codecs/crc.ts';

export type ZipEntry = { readonly name: string; readonly content: Uint8Array<ArrayBuffer> };

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
/** Bit 11: names are UTF-8. */
const UTF8 = 0x0800;
const VERSION = 20;

/**
 * A ZIP archive (APPNOTE 6.3) that stores files as they are: pictures do not get smaller. `when` is written as local
 * time. At most 65535 files and 4 GB in all.
 */
export function zip(entries: readonly ZipEntry[], when: Date): Blob {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const directory: Uint8Array<ArrayBuffer>[] = [];
  let offset = 0;
  for (const { name, content } of entries) {
    const encoded = new TextEncoder().encode(name);
    const common = header(content, { nameBytes: encoded.length, when });
    const local = joined([number(LOCAL, 4), number(VERSION, 2), common, encoded]);
    parts.push(local, content);
    // No comment, first disk, no attributes; then where the file begins.
    const rest = joined([number(0, 2), number(0, 2), number(0, 2), number(0, 4), number(offset, 4)]);
    directory.push(joined([number(CENTRAL, 4), number(VERSION, 2), number(VERSION, 2), common, rest, encoded]));
    offset += local.length + content.length;
  }
  const size = directory.reduce((total, { length }) => total + length, 0);
  const count = number(entries.length, 2);
  const end = joined([number(END, 4), number(0, 4), count, count, number(size, 4), number(offset, 4), number(0, 2)]);
  return new Blob([...parts, ...directory, end], { type: 'application/zip' });
}

/** What the local header and the directory say alike. */
function header(content: Uint8Array, { nameBytes, when }: { readonly nameBytes: number; readonly when: Date }) {
  const time = (when.getHours() << 11) | (when.getMinutes() << 5) | (when.getSeconds() >> 1);
  const date = ((when.getFullYear() - 1980) << 9) | ((when.getMonth() + 1) << 5) | when.getDate();
  const sizes = [number(crc32(content), 4), number(content.length, 4), number(content.length, 4)];
  return joined([
    number(UTF8, 2),
    number(0, 2),
    number(time, 2),
    number(date, 2),
    ...sizes,
    number(nameBytes, 2),
    number(0, 2),
  ]);
}

function number(value: number, bytes: 2 | 4): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(bytes);
  for (let i = 0; i < bytes; i++) out[i] = (value >>> (8 * i)) & 255;
  return out;
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(parts.reduce((total, { length }) => total + length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}
