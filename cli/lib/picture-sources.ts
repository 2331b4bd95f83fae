import type { ImageRef, PictureVideo } from '../contract.ts';

/** Attributes of a `<source>` element: one format of a picture in all its widths. */
export type PictureSource = { readonly type: string; readonly srcSet: string; readonly sizes: string };

/** Attributes of a `<source>` element of a video. */
export type VideoSource = { readonly type: string; readonly src: string; readonly media?: string };

/**
 * Returns the `<source>` elements of the video of an animation; an empty list if it has none. Visitors who prefer less motion
 * get the same files with a media fragment, at the end of which browsers pause: they see the first frame, and may start the
 * video by its controls.
 */
export function videoSources({ video }: ImageRef, base: string): readonly VideoSource[] {
  if (!video) return [];
  const files = video.formats.map((format) => ({
    type: `video/${format}`,
    src: `${base}${video.name}.${format}`,
  }));
  const media = '(prefers-reduced-motion: reduce)';
  return [...files.map(({ type, src }) => ({ media, type, src: `${src}#t=0,0.01` })), ...files];
}

/** Returns the URL of the first frame of a video. */
export const posterOf = ({ name }: PictureVideo, base: string): string => `${base}${name}.jpg`;

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
