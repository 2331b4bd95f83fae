import { imageSize } from 'image-size';
import type { ImageRef } from '../contract.ts';
import type { SourceFile, SourceTree } from '../sources/tree.ts';

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
