import type { ImageType, VideoType } from '../types.ts';
import { ascii, startsWith, u32 } from './bytes.ts';

/** Bytes at the start of a file in which an SVG root is searched: it may follow long comments. */
const SNIFF_BYTES = 4096;

const ISO_BRANDS: readonly (readonly [RegExp, ImageType | VideoType])[] = [
  [/^avi[fs]/, 'image/avif'],
  [/^(heic|heix|heim|heis|hevc|hevx|hevm|hevs|mif1|msf1)/, 'image/heic'],
  [/^qt {2}/, 'video/quicktime'],
  [/^(isom|iso\d|mp4\d|avc\d|M4V|MSNV|dash|mmp4|3gp|f4v)/i, 'video/mp4'],
];

/** The type of a file by its first bytes: its name and reported type may both be wrong. Null if unknown. */
export function sniff(bytes: Uint8Array): ImageType | VideoType | null {
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'image/jpeg';
  if (startsWith(bytes, '\x89PNG\r\n\x1a\n')) return 'image/png';
  if (startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a')) return 'image/gif';
  if (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8)) return 'image/webp';
  if (startsWith(bytes, 'BM') && bytes.length > 26) return 'image/bmp';
  if (startsWith(bytes, 'II*\0') || startsWith(bytes, 'MM\0*')) return 'image/tiff';
  if ((bytes[0] === 0xff && bytes[1] === 0x0a) || startsWith(bytes, '\0\0\0\x0cJXL \r\n')) return 'image/jxl';
  if (startsWith(bytes, 'ftyp', 4)) return typeOfBrands(bytes);
  if (u32(bytes, 0) === 0x1a45dfa3) return ascii(bytes, 0, 64).includes('webm') ? 'video/webm' : 'video/x-matroska';
  if (startsWith(bytes, 'moov', 4) || startsWith(bytes, 'mdat', 4) || startsWith(bytes, 'wide', 4)) {
    return 'video/quicktime';
  }
  return isSvg(bytes) ? 'image/svg+xml' : null;
}

/** The type by the major brand; for a generic major brand, by the first specific compatible brand. */
function typeOfBrands(bytes: Uint8Array): ImageType | VideoType | null {
  const length = Math.min(u32(bytes, 0), bytes.length);
  const brands = [ascii(bytes, 8, 4)];
  for (let at = 16; at + 4 <= length; at += 4) brands.push(ascii(bytes, at, 4));
  const types = brands.flatMap((brand) =>
    ISO_BRANDS.filter(([pattern]) => pattern.test(brand)).map(([, type]) => type),
  );
  const isGeneric = /^(mif1|msf1)/.test(brands[0] ?? '');
  return (isGeneric && types.includes('image/avif') ? 'image/avif' : types[0]) ?? null;
}

function isSvg(bytes: Uint8Array): boolean {
  const text = new TextDecoder().decode(bytes.subarray(0, SNIFF_BYTES)).replace(/^\uFEFF/, '');
  const content = text.replace(/<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<!DOCTYPE[^>[]*(\[[^\]]*\])?[^>]*>/gi, '').trimStart();
  return /^<svg[\s>]/i.test(content);
}
