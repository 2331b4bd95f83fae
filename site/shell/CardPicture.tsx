import { useSite } from '@safelight/sitegen/runtime';
import { publicUrl } from './public-url.ts';

type CardPictureProps = {
  /** Id of the tool. */
  readonly tool: string;
  readonly side: 'before' | 'after';
  /** The `sizes` attribute of the image. */
  readonly sizes: string;
  readonly className?: string | undefined;
  /** `eager` if the picture is visible without scrolling. */
  readonly loading?: 'lazy' | 'eager';
};

/** Thumbnail of one side of a tool's sample result, 3 : 2, 400 and 560 px wide; `npm run samples` renders both. */
export const CardPicture = ({ tool, side, sizes, className, loading = 'lazy' }: CardPictureProps) => {
  const site = useSite();
  const url = (width: number) => publicUrl(site, `/samples/${tool}/card-${side}-${width}.avif`);
  return (
    <img
      className={className}
      srcSet={`${url(400)} 400w, ${url(560)} 560w`}
      sizes={sizes}
      src={url(560)}
      alt=""
      width={560}
      height={373}
      loading={loading}
      fetchPriority="low"
      decoding="async"
      draggable={false}
    />
  );
};
