import type { ImageRef } from '../contract.ts';

/** A `<source>` element: a format of a picture in all of its widths. */
export type PictureSource = { readonly type: string; readonly srcSet: string; readonly sizes: string };

/** The `<source>` elements of a picture, the preferred format first. `base` comes before its URLs; `sizes` replaces its own. */
export function pictureSources({ variants }: ImageRef, base: string, sizes?: string): readonly PictureSource[] {
  if (!variants) return [];
  const { name, widths, formats } = variants;
  return formats.map((format) => ({
    type: `image/${format}`,
    srcSet: widths.map((width) => `${base}${name}-${width}.${format} ${width}w`).join(', '),
    sizes: sizes ?? variants.sizes,
  }));
}
