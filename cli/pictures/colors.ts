import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { SourceFile, SourceTree } from '../sources/tree.ts';
import { loadSharp, type Sharp } from './sharp.ts';
import { fallbackFormat, type PictureSettings } from './variants.ts';

/** Mean colours of pictures by the hash of their files, kept between builds; `''` for a picture that is not opaque. */
export type ColorCache = Map<string, string>;

/** Adds the colours of the pictures beside texts to the cache. A picture that cannot be read gets none. */
export async function addColors(
  tree: Pick<SourceTree, 'root' | 'files'>,
  settings: PictureSettings | undefined,
  colors: ColorCache,
): Promise<void> {
  if (settings?.placeholder !== 'color') return;
  const pictures = [...tree.files.values()].filter(({ kind, path }) => kind === 'content' && fallbackFormat(path));
  const missing = pictures.filter(({ hash }) => !colors.has(hash));
  if (missing.length === 0) return;
  const loaded = await loadSharp();
  if (!loaded.ok) return;
  const sharp = loaded.value;
  let next = 0;
  const measureNext = async () => {
    while (next < missing.length) {
      const { path, hash } = missing[next++] as SourceFile;
      colors.set(hash, await colorOf(sharp, join(tree.root, path), settings).catch(() => ''));
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
