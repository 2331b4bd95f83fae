import { imageSize } from 'image-size';
import type { Diagnostic, ImageRef } from '../contract.ts';
import { suggest } from '../lib/suggest.ts';
import type { SourceFile, SourceTree } from '../sources/tree.ts';
import type { ContentIndex, IndexedEntry } from './collect.ts';
import { imageKey, isAbsoluteUrl } from './links.ts';

/** A file that is published unchanged: its source path, and its URL and size. */
export type MediaFile = { readonly source: string; readonly ref: ImageRef };

/** Sizes of images by content hash, kept between builds: `[width, height]`, zeros for other files. */
export type SizeCache = Map<string, readonly [number, number]>;

const imageExtension = /\.(?:png|jpe?g|gif|webp|avif|svg|bmp|ico)$/i;

/**
 * Files beside content entries, keyed by path below the root, served from `/assets/media/` under names that
 * carry their hash; and images of the public folders, keyed by their URL path.
 */
export function mediaOf(tree: SourceTree, sizes: SizeCache): ReadonlyMap<string, MediaFile> {
  const media = new Map<string, MediaFile>();
  for (const file of tree.files.values()) {
    if (file.kind === 'content' && !file.path.endsWith('.md')) {
      media.set(
        file.path,
        mediaFile(file.path, () => ({ src: hashedUrl(file), ...sizeOf(tree, file, sizes) })),
      );
    } else if (file.kind === 'public' && imageExtension.test(file.path)) {
      const src = publicPath(file.path);
      media.set(
        src,
        mediaFile(file.path, () => ({ src, ...sizeOf(tree, file, sizes) })),
      );
    }
  }
  return media;
}

/** Hashes and measures the file on first use of `ref`. */
function mediaFile(source: string, make: () => ImageRef): MediaFile {
  let ref: ImageRef | undefined;
  return {
    source,
    get ref() {
      ref ??= make();
      return ref;
    },
  };
}

/** URL path of a public file. */
export function publicPath(path: string): string {
  return path.replace(/^(?:site\/)?public/, '');
}

function hashedUrl({ path, hash }: SourceFile): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  return `/assets/media/${stem.replace(/[^\w-]+/g, '-')}-${hash.slice(0, 8)}${extension.toLowerCase()}`;
}

function sizeOf(tree: SourceTree, file: SourceFile, sizes: SizeCache): { width: number; height: number } {
  if (!imageExtension.test(file.path)) return { width: 0, height: 0 };
  const known = sizes.get(file.hash);
  if (known) return { width: known[0], height: known[1] };
  const found = measure(tree.bytes(file.path));
  sizes.set(file.hash, [found.width, found.height]);
  return found;
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

/** Reports each cover and each field of type `image` of a published entry whose file does not exist. */
export function missingImages(content: ContentIndex, media: ReadonlyMap<string, unknown>): readonly Diagnostic[] {
  return publishedEntries(content).flatMap((entry) =>
    entry.images.flatMap(({ key, path, line, column }) => {
      const file = imageKey(path, entry.file);
      if (isAbsoluteUrl(path) || media.has(file)) return [];
      return [missingImage({ key, file }, { file: entry.file, line, column }, media)];
    }),
  );
}

function missingImage(
  { key, file }: { readonly key: string; readonly file: string },
  location: Pick<Diagnostic, 'file' | 'line' | 'column'>,
  media: ReadonlyMap<string, unknown>,
): Diagnostic {
  const folder = file.slice(0, file.lastIndexOf('/') + 1);
  const beside = [...media.keys()].filter((other) => other.startsWith(folder));
  const name = suggest(
    file.slice(folder.length),
    beside.map((other) => other.slice(folder.length)),
  );
  const where = file.startsWith('/') ? `site/public${file}` : file;
  return {
    code: 'CONTENT_IMAGE_MISSING',
    severity: 'error',
    message: `\`${key}\` names a picture that does not exist: ${where}`,
    hint: name === null ? 'Add the file, or remove the line.' : `Did you mean ${folder}${name}?`,
    ...location,
  };
}

/** Keys of all pictures that the front matter of published entries names. */
export function frontImageKeys(content: ContentIndex): ReadonlySet<string> {
  return new Set(
    publishedEntries(content).flatMap(({ images, file }) => images.map(({ path }) => imageKey(path, file))),
  );
}

function publishedEntries(content: ContentIndex): readonly IndexedEntry[] {
  return [...content.values()].flatMap(({ locales }) => Array.from(locales.values(), ({ entries }) => entries).flat());
}
