import type { ImgHTMLAttributes, ReactNode } from 'react';
import type { ImageRef } from '../contract.ts';
import { pictureSources } from '../lib/picture-sources.ts';
import { useSite } from './context.tsx';

export type PictureProps = Omit<
  ImgHTMLAttributes<HTMLImageElement>,
  'src' | 'srcSet' | 'sizes' | 'width' | 'height' | 'alt' | 'loading' | 'fetchPriority' | 'decoding' | 'children'
> & {
  readonly image: ImageRef;
  /** Text alternative; `''` for a decorative picture. */
  readonly alt: string;
  /**
   * Value of the `sizes` attribute, such as `(min-width: 60rem) 30rem, 100vw`. Default: the width of pictures in texts.
   */
  readonly sizes?: string;
  /** Pictures for other screens (art direction). The first one whose media query matches is shown. */
  readonly alternatives?: readonly { readonly media: string; readonly image: ImageRef; readonly sizes?: string }[];
  /** Whether the picture is visible at once and must load first. Other pictures are loaded lazily. */
  readonly priority?: boolean;
};

/**
 * Renders a picture in the best size and format that the browser supports, over its main colour until it has loaded.
 */
export function Picture({
  image,
  alt,
  sizes,
  alternatives = [],
  priority = false,
  ...attributes
}: PictureProps): ReactNode {
  const { base } = useSite();
  const urlOf = ({ src }: ImageRef) => (src.startsWith('/') && !src.startsWith('//') ? base + src : src);
  const size = ({ width, height }: ImageRef) => (width > 0 ? { width, height } : {});
  const color = image.variants?.color;
  return (
    <span className="picture">
      {color && (
        <svg width="0" height="0" aria-hidden="true">
          <rect width="100%" height="100%" fill={color} />
        </svg>
      )}
      <picture>
        {alternatives.flatMap((other) => [
          ...pictureSources(other.image, base, other.sizes ?? sizes).map((source) => (
            <source key={`${other.media} ${source.type}`} media={other.media} {...source} {...size(other.image)} />
          )),
          <source key={other.media} media={other.media} srcSet={urlOf(other.image)} {...size(other.image)} />,
        ])}
        {pictureSources(image, base, sizes).map((source) => (
          <source key={source.type} {...source} />
        ))}
        <img
          {...attributes}
          src={urlOf(image)}
          alt={alt}
          {...size(image)}
          loading={priority ? 'eager' : 'lazy'}
          fetchPriority={priority ? 'high' : 'auto'}
          decoding="async"
        />
      </picture>
    </span>
  );
}
