import type { SiteSettings } from '../config/types.ts';
import type { ImageRef, PictureVariants } from '../contract.ts';
import { hashOf } from '../lib/hash.ts';
import type { SourceFile } from '../sources/tree.ts';

export type PictureSettings = NonNullable<SiteSettings['pictures']>;

/** Format of an encoded file, which is also the ending of its name. */
export type PictureFormat = 'avif' | 'webp' | 'jpg' | 'png';

/** Change it when the same settings give other bytes: with another version of sharp, or other parameters of it. */
const encoderVersion = 1;

/** Pixels of a source, the right way up. `animated`: it has several frames. */
export type PictureSize = { readonly width: number; readonly height: number; readonly animated: boolean };

const endings: Readonly<Record<string, PictureFormat>> = {
  jpg: 'jpg',
  jpeg: 'jpg',
  png: 'png',
  webp: 'webp',
  avif: 'webp',
};

/** The format for browsers and programs that know none of the newer ones; null for a file that is published unchanged. */
export function fallbackFormat(path: string): PictureFormat | null {
  return endings[path.slice(path.lastIndexOf('.') + 1).toLowerCase()] ?? null;
}

/**
 * Name, widths and formats of a picture's files; null for a file that is published unchanged: another format, an
 * animation, or one whose size is unknown. Width and height are those of `src`, the widest file.
 */
export function pictureOf(
  { path, hash }: SourceFile,
  { width, height, animated }: PictureSize,
  settings: PictureSettings,
): ImageRef | null {
  const fallback = fallbackFormat(path);
  if (fallback === null || animated || width === 0) return null;
  const widest = Math.min(width, Math.max(...settings.widths));
  const widths = [...settings.widths.filter((one) => one < widest), widest].sort((a, b) => a - b);
  const { quality, sizes, formats } = settings;
  const key = hashOf(JSON.stringify([encoderVersion, hash, widths, quality]));
  const name = `/assets/media/${stemOf(path)}-${key.slice(0, 8)}`;
  const variants: PictureVariants = { name, widths, formats, sizes };
  return {
    src: `${name}-${widest}.${fallback}`,
    width: widest,
    height: Math.round((height * widest) / width),
    variants,
  };
}

/** The name of a file without its ending, for a URL. */
export const stemOf = (path: string): string =>
  path
    .slice(path.lastIndexOf('/') + 1)
    .replace(/(.)\.[^.]*$/, '$1')
    .replace(/[^\w-]+/g, '-');

/** One file of a picture: its URL below the base. */
export type PictureFile = { readonly src: string; readonly width: number; readonly format: PictureFormat };

/** Every file of a picture: those of `srcset`, and `src` itself. */
export function pictureFiles({ src, width, variants }: ImageRef): readonly PictureFile[] {
  const fallback: PictureFile = { src, width, format: src.slice(src.lastIndexOf('.') + 1) as PictureFormat };
  if (!variants) return [];
  const files = variants.formats.flatMap((format) =>
    variants.widths.map((one): PictureFile => ({ src: `${variants.name}-${one}.${format}`, width: one, format })),
  );
  return files.some((file) => file.src === src) ? files : [...files, fallback];
}
