import { join } from 'node:path';
import { imageSize } from 'image-size';
import type { SiteConfig } from '../config/types.ts';
import type { ImageRef, PictureVideo } from '../contract.ts';
import { hashOf } from '../lib/hash.ts';
import { fileUrl } from '../lib/url.ts';
import { type Animation, animationOf } from '../pictures/animation.ts';
import { isCutOff } from '../pictures/complete.ts';
import { opacityKey, type PlaceholderCache, placeholderKey } from '../pictures/placeholders.ts';
import { needsCleaning, svgCleanerVersion } from '../pictures/svg.ts';
import { type PictureSettings, type PictureSize, pictureOf, stemOf, videoOf } from '../pictures/variants.ts';
import { isOpaqueAnimation } from '../pictures/video.ts';
import { videoEncoder } from '../pictures/video-encoder.ts';
import { videoSize } from '../pictures/video-size.ts';
import { textEnding } from '../schema/files.ts';
import type { SourceFile, SourceTree } from '../sources/tree.ts';
import type { ContentIndex } from './content-index.ts';
import { imageKey, isAbsoluteUrl } from './links.ts';
import type { IndexedEntry } from './read.ts';

/** A published file: its source path, and its URL and size. */
export type MediaFile = {
  readonly source: string;
  readonly ref: ImageRef;
  /** Whether it is an SVG file that is published without the parts that could run or load something. */
  readonly isCleaned: boolean;
  /** The animation in a picture beside a text; else null. */
  readonly animation: Animation | null;
  /** Whether it is a picture whose file ends before the picture does. */
  readonly isCutOff: boolean;
};

/** Sizes and animations of images and videos, and whether they were cut off, by content hash, kept between builds. */
export type SizeCache = Map<
  string,
  readonly [width: number, height: number, animation: Animation | null, isCutOff: boolean]
>;

/** Settings by which the pictures beside texts are published; without settings they are unchanged. */
export type PicturePlan = { readonly settings: PictureSettings | undefined; readonly colors: PlaceholderCache };

const imageExtension = /\.(?:png|apng|jpe?g|jfif|gif|webp|avif|svg|bmp|ico|heic|heif|tiff?|jxl|psd)$/i;
/** Videos whose size is read. */
const videoExtension = /\.(?:mp4|webm|mov)$/i;
/** Videos and sounds, and the captions of both. */
const filmExtension = /\.(?:mp4|webm|ogv|mov|mp3|m4a|ogg|opus|wav|vtt)$/i;

/**
 * Returns the files beside entries by path below the root, which are served from `/assets/media/` under names with their
 * hash; and the images, videos, sounds and captions of the public folders by URL path.
 */
export function mediaOf(tree: SourceTree, sizes: SizeCache, pictures: PicturePlan): ReadonlyMap<string, MediaFile> {
  const media = new Map<string, MediaFile>();
  for (const file of tree.files.values()) {
    if (file.kind === 'content' && !textEnding.test(file.path)) {
      media.set(
        file.path,
        mediaFile(file.path, () => contentMedia(tree, file, { sizes, pictures })),
      );
    } else if (file.kind === 'public' && (imageExtension.test(file.path) || filmExtension.test(file.path))) {
      const src = publicPath(file.path);
      media.set(
        src,
        mediaFile(file.path, () => {
          const { width, height, isCutOff } = sizeOf(tree, file, sizes);
          return { ref: { src: fileUrl(src), width, height }, isCleaned: false, animation: null, isCutOff };
        }),
      );
    }
  }
  return media;
}

type MediaDetails = Omit<MediaFile, 'source'>;

function contentMedia(
  tree: SourceTree,
  file: SourceFile,
  { sizes, pictures }: { readonly sizes: SizeCache; readonly pictures: PicturePlan },
): MediaDetails {
  const size = sizeOf(tree, file, sizes);
  const isCleaned = /\.svg$/i.test(file.path) && needsCleaning(tree.text(file.path));
  const hash = isCleaned ? hashOf(`${file.hash} cleaned ${svgCleanerVersion}`) : file.hash;
  const { width, height, animation, isCutOff } = size;
  const unchanged: ImageRef = { src: hashedUrl({ ...file, hash }), width, height };
  if (animation) {
    const video = animationVideo(tree, { file, size, animation }, pictures);
    return { ref: video ? { ...unchanged, video } : unchanged, isCleaned, animation, isCutOff };
  }
  const picture = pictures.settings && pictureOf(file, size, pictures.settings);
  if (!picture?.variants) return { ref: unchanged, isCleaned, animation, isCutOff };
  const placeholder = pictures.settings?.placeholder ?? 'none';
  const value = placeholder === 'none' ? '' : pictures.colors.get(placeholderKey(file, placeholder));
  const ref = value ? { ...picture, variants: { ...picture.variants, [placeholder]: value } } : picture;
  return { ref, isCleaned, animation, isCutOff };
}

/**
 * Returns the video of an animation; undefined if none is requested or can be made: without `ffmpeg`, of an AVIF file, or of
 * a picture that is not opaque.
 */
function animationVideo(
  tree: SourceTree,
  { file, size, animation }: { readonly file: SourceFile; readonly size: PictureSize; readonly animation: Animation },
  { settings, colors }: PicturePlan,
): PictureVideo | undefined {
  const { width, height } = size;
  const { format, plays } = animation;
  if (settings?.animations !== 'video' || format === 'avif' || width === 0) return undefined;
  const encoder = videoEncoder();
  if (!encoder) return undefined;
  const key = opacityKey(file);
  if (!colors.has(key)) {
    const source = { file: join(tree.root, file.path), bytes: tree.bytes(file.path), format };
    colors.set(key, isOpaqueAnimation(source, encoder) ? 'opaque' : '');
  }
  return colors.get(key) === '' ? undefined : videoOf(file, { width, height, plays }, { settings, encoder });
}

/** Creates a media file that is hashed and measured on the first use of `ref` or `isCleaned`. */
function mediaFile(source: string, compute: () => MediaDetails): MediaFile {
  let details: MediaDetails | undefined;
  const getDetails = () => {
    details ??= compute();
    return details;
  };
  return {
    source,
    get ref() {
      return getDetails().ref;
    },
    get isCleaned() {
      return getDetails().isCleaned;
    },
    get animation() {
      return getDetails().animation;
    },
    get isCutOff() {
      return getDetails().isCutOff;
    },
  };
}

/** Returns the URL path of a public file. */
export function publicPath(path: string): string {
  return path.replace(/^(?:site\/)?public/, '');
}

function hashedUrl({ path, hash }: SourceFile): string {
  const extension = /[^/]\.[^./]*$/.test(path) ? path.slice(path.lastIndexOf('.')) : '';
  return `/assets/media/${stemOf(path)}-${hash.slice(0, 8)}${extension.toLowerCase()}`;
}

type MeasuredFile = PictureSize & Pick<MediaFile, 'isCutOff'>;

function sizeOf(tree: SourceTree, file: SourceFile, sizes: SizeCache): MeasuredFile {
  const isVideo = videoExtension.test(file.path);
  if (!isVideo && !imageExtension.test(file.path)) return { width: 0, height: 0, animation: null, isCutOff: false };
  const cached = sizes.get(file.hash);
  if (cached) return { width: cached[0], height: cached[1], animation: cached[2], isCutOff: cached[3] };
  const bytes = tree.bytes(file.path);
  const measured = isVideo ? (videoSize(bytes) ?? { width: 0, height: 0 }) : measure(bytes);
  const size = { ...measured, animation: isVideo ? null : animationOf(bytes), isCutOff: isCutOff(bytes) };
  sizes.set(file.hash, [size.width, size.height, size.animation, size.isCutOff]);
  return size;
}

function measure(bytes: Uint8Array): { width: number; height: number } {
  try {
    const { width, height, orientation } = imageSize(bytes);
    return (orientation ?? 1) > 4 ? { width: height, height: width } : { width, height };
  } catch {
    return { width: 0, height: 0 };
  }
}

/** Finds a picture by its key in the table of media. */
export type FindImage = (key: string) => ImageRef | null;

/** Resolves an image path in the front matter of a file; null if the image does not exist. */
export function frontImage(path: string, file: string, find: FindImage): ImageRef | null {
  return isAbsoluteUrl(path) ? { src: path, width: 0, height: 0 } : find(imageKey(path, file));
}

/** Returns the keys of all pictures that the front matter of published entries names. */
export function frontImageKeys(content: ContentIndex): readonly string[] {
  const keys = publishedEntries(content).flatMap(({ images, file }) => images.map(({ path }) => imageKey(path, file)));
  return [...new Set(keys)];
}

/** Returns the keys of the pictures that routes pass to their pages by `data`. */
export const routePictures = ({ routes }: Pick<SiteConfig, 'routes'>): readonly string[] =>
  routes.flatMap(({ data }) => Object.values(data).flatMap((query) => ('image' in query ? [query.image] : [])));

export function publishedEntries(content: ContentIndex): readonly IndexedEntry[] {
  return [...content.values()].flatMap(({ locales }) => Array.from(locales.values(), ({ entries }) => entries).flat());
}
