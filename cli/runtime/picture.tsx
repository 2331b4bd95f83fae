import type { HTMLAttributes, ImgHTMLAttributes, ReactNode } from 'react';
import type { ImageRef } from '../contract.ts';
import { pictureSources, posterOf, videoSources } from '../lib/picture-sources.ts';
import { useSite } from './context.tsx';

/** Props of `Picture`: those of an `<img>`, with `image` in place of its address and size. */
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
 * Renders a picture in the best size and format that the browser supports, over its placeholder until it has loaded. An
 * animation with a video is shown as that video, unless there are alternatives.
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
  if (image.video && alternatives.length === 0) {
    return (
      <video
        {...(attributes as HTMLAttributes<HTMLElement>)}
        {...size(image)}
        poster={posterOf(image.video, base)}
        autoPlay
        muted
        playsInline
        loop={image.video.loops}
        controls
        aria-label={alt || undefined}
      >
        {videoSources(image, base).map((source) => (
          <source key={source.src} {...source} />
        ))}
      </video>
    );
  }
  const { color, blur } = image.variants ?? {};
  return (
    <span className="picture">
      {(color || blur) && (
        <svg width="0" height="0" aria-hidden="true">
          {blur ? (
            <image width="100%" height="100%" href={blur} preserveAspectRatio="none" />
          ) : (
            <rect width="100%" height="100%" fill={color} />
          )}
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
