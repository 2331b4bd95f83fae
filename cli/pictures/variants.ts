import type { SiteSettings } from '../config/types.ts';
import type { ImageRef, PictureVariants, PictureVideo } from '../contract.ts';
import { hashOf } from '../lib/hash.ts';
import type { SourceFile } from '../sources/tree.ts';
import type { Animation } from './animation.ts';
import { type VideoSize, videoSize, videoVersion } from './video.ts';
import type { VideoEncoder, VideoFormat } from './video-encoder.ts';

export type PictureSettings = NonNullable<SiteSettings['pictures']>;

/** Format of an encoded file, which is also its extension. */
export type PictureFormat = 'avif' | 'webp' | 'jpg' | 'png';

/** Version of the encoder. Increment it if the same settings give other bytes, as with another version of sharp. */
const encoderVersion = 1;

/** Size of a source in pixels, after rotation by its EXIF orientation, and its animation. */
export type PictureSize = { readonly width: number; readonly height: number; readonly animation: Animation | null };

const formatsByExtension: Readonly<Record<string, PictureFormat>> = {
  jpg: 'jpg',
  jpeg: 'jpg',
  jfif: 'jpg',
  png: 'png',
  webp: 'webp',
  avif: 'webp',
};

/**
 * Returns the format for browsers and programs that do not support the newer ones; null for a file that is published
 * unchanged.
 */
export function fallbackFormat(path: string): PictureFormat | null {
  return formatsByExtension[path.slice(path.lastIndexOf('.') + 1).toLowerCase()] ?? null;
}

/**
 * Returns the name, widths and formats of a picture's files; null for a file that is published unchanged: another format,
 * an animation, or a file of unknown size. Width and height are those of `src`, the widest file.
 */
export function pictureOf(
  { path, hash }: SourceFile,
  { width, height, animation }: PictureSize,
  settings: PictureSettings,
): ImageRef | null {
  const fallback = fallbackFormat(path);
  if (fallback === null || animation || width === 0) return null;
  const widest = Math.min(width, Math.max(...settings.widths));
  const widths = [...settings.widths.filter((candidate) => candidate < widest), widest].sort((a, b) => a - b);
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

/** Returns the name and formats of the video of an animation. */
export function videoOf(
  { path, hash }: SourceFile,
  { plays, ...source }: VideoSize & Pick<Animation, 'plays'>,
  { settings, encoder }: { readonly settings: PictureSettings; readonly encoder: VideoEncoder },
): PictureVideo {
  const size = videoSize(source, Math.max(...settings.widths));
  const { version, formats } = encoder;
  const key = hashOf(JSON.stringify([videoVersion, version, formats, hash, size, settings.quality.jpg]));
  return { name: `/assets/media/${stemOf(path)}-${key.slice(0, 8)}`, formats, loops: plays !== 1 };
}

/** Returns the name of a file without its extension, for a URL. */
export const stemOf = (path: string): string =>
  path
    .slice(path.lastIndexOf('/') + 1)
    .replace(/(.)\.[^.]*$/, '$1')
    .replace(/[^\w-]+/g, '-');

/** One file of a picture: its URL below the base. */
export type PictureFile = {
  readonly src: string;
  readonly width: number;
  readonly format: PictureFormat | VideoFormat;
};

/** Returns all encoded files of a picture: those of `srcset`, and `src` itself; or a video and its first frame. */
export function pictureFiles({ src, width, variants, video }: ImageRef): readonly PictureFile[] {
  if (video)
    return [...video.formats, 'jpg' as const].map((format) => ({ src: `${video.name}.${format}`, width, format }));
  const fallback: PictureFile = { src, width, format: src.slice(src.lastIndexOf('.') + 1) as PictureFormat };
  if (!variants) return [];
  const files = variants.formats.flatMap((format) =>
    variants.widths.map((width): PictureFile => ({ src: `${variants.name}-${width}.${format}`, width, format })),
  );
  return files.some((file) => file.src === src) ? files : [...files, fallback];
}
