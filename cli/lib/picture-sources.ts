import type { ImageRef } from '../contract.ts';

/** Attributes of a `<source>` element: one format of a picture in all its widths. */
export type PictureSource = { readonly type: string; readonly srcSet: string; readonly sizes: string };

/**
 * Returns the `<source>` elements of a picture, the preferred format first. `base` is prepended to the URLs; `sizes`
 * overrides the picture's own.
 */
export function pictureSources({ variants }: ImageRef, base: string, sizes?: string): readonly PictureSource[] {
  if (!variants) return [];
  const { name, widths, formats } = variants;
  return formats.map((format) => ({
    type: `image/${format}`,
    srcSet: widths.map((width) => `${base}${name}-${width}.${format} ${width}w`).join(', '),
    sizes: sizes ?? variants.sizes,
  }));
}
