import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { SourceFile, SourceTree } from '../sources/tree.ts';
import { loadSharp, type Sharp } from './sharp.ts';
import { fallbackFormat, type PictureSettings } from './variants.ts';

/**
 * Placeholders of pictures by `placeholderKey`, kept between builds; `''` for a picture that is not opaque. By `opacityKey`,
 * animations that are opaque, and `''` for others.
 */
export type PlaceholderCache = Map<string, string>;

export type PlaceholderKind = Exclude<PictureSettings['placeholder'], 'none'>;

/** Returns the key of a picture in the cache of placeholders. */
export const placeholderKey = ({ hash }: Pick<SourceFile, 'hash'>, kind: PlaceholderKind): string =>
  kind === 'color' ? hash : `${kind} ${hash}`;

/** Returns the key of an animation in the cache of placeholders. */
export const opacityKey = ({ hash }: Pick<SourceFile, 'hash'>): string => `opaque ${hash}`;

/** Adds the placeholders of the pictures beside texts to the cache. A picture that cannot be read gets none. */
export async function addPlaceholders(
  tree: Pick<SourceTree, 'root' | 'files'>,
  settings: PictureSettings | undefined,
  placeholders: PlaceholderCache,
): Promise<void> {
  const kind = settings?.placeholder ?? 'none';
  if (!settings || kind === 'none') return;
  const pictures = [...tree.files.values()].filter(({ kind, path }) => kind === 'content' && fallbackFormat(path));
  const missing = pictures.filter(({ hash }) => !placeholders.has(placeholderKey({ hash }, kind)));
  if (missing.length === 0) return;
  const loaded = await loadSharp();
  if (!loaded.ok) return;
  const sharp = loaded.value;
  let next = 0;
  const measureNext = async () => {
    while (next < missing.length) {
      const { path, hash } = missing[next++] as SourceFile;
      const value = placeholderOf[kind](sharp, join(tree.root, path), settings);
      placeholders.set(placeholderKey({ hash }, kind), await value.catch(() => ''));
    }
  };
  await Promise.all(Array.from({ length: Math.min(4, availableParallelism()) }, measureNext));
}

/** Returns the mean colour of a picture as `#rrggbb`; `''` if it is not opaque. */
async function colorOf(sharp: Sharp, file: string, { maxMegapixels }: PictureSettings): Promise<string> {
  const input = { limitInputPixels: maxMegapixels * 1e6 };
  // sharp decodes JPEG files at a fraction of their size for this.
  const small = sharp(file, input).resize(8, 8, { fit: 'fill' }).toColourspace('srgb').ensureAlpha();
  const pixels = await small.raw({ depth: 'uchar' }).toBuffer();
  const sums = [0, 0, 0];
  for (let offset = 0; offset < pixels.length; offset += 4) {
    if ((pixels[offset + 3] as number) < 255) return '';
    for (let channel = 0; channel < 3; channel++) (sums[channel] as number) += pixels[offset + channel] as number;
  }
  const hex = sums.map((sum) =>
    Math.round(sum / (pixels.length / 4))
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${hex.join('')}`;
}

/** Width of the picture that fills the space of another one until that has loaded. Its file has some 100 to 200 bytes. */
const BLUR_WIDTH_PX = 16;

/** Returns the data URL of a picture at 16 pixels; `''` if it is not opaque. */
async function blurOf(sharp: Sharp, file: string, { maxMegapixels }: PictureSettings): Promise<string> {
  const source = sharp(file, { limitInputPixels: maxMegapixels * 1e6 });
  if (!(await source.stats()).isOpaque) return '';
  const small = source.autoOrient().resize({ width: BLUR_WIDTH_PX }).toColourspace('srgb');
  const bytes = await small.webp({ quality: 40, effort: 6 }).toBuffer();
  return `data:image/webp;base64,${bytes.toString('base64')}`;
}

const placeholderOf = { color: colorOf, blur: blurOf } as const;
