import type { ImgHTMLAttributes, ReactNode } from 'react';
import type { ImageRef } from '../contract.ts';
import { pictureSources } from '../lib/picture-sources.ts';
import { useSite } from './context.tsx';

export type PictureProps = Omit<
  ImgHTMLAttributes<HTMLImageElement>,
  'src' | 'srcSet' | 'sizes' | 'width' | 'height' | 'alt' | 'loading' | 'fetchPriority' | 'decoding' | 'children'
> & {
  readonly image: ImageRef;
  /** What the picture shows; `''` for decoration. */
  readonly alt: string;
  /** Width at which it is shown, as the attribute of HTML: `(min-width: 60rem) 30rem, 100vw`. Default: that of texts. */
  readonly sizes?: string;
  /** Other pictures for some screens (art direction): the first one whose media query matches is shown. */
  readonly alternatives?: readonly { readonly media: string; readonly image: ImageRef; readonly sizes?: string }[];
  /** True for a picture that is visible at once: it loads first. All others load when they come near the viewport. */
  readonly priority?: boolean;
};

/** A picture in the size and format that suits the browser, with its colour until it has loaded. */
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
