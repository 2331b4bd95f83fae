import { useSite } from '@safelight/sitegen/runtime';
import { publicUrl } from './public-url.ts';

type CardPictureProps = {
  /** Id of the tool. */
  readonly tool: string;
  readonly side: 'before' | 'after';
  /** Width on the page, as the attribute `sizes` says it. */
  readonly sizes: string;
  readonly className?: string | undefined;
  /** `eager` where it is seen at once. */
  readonly loading?: 'lazy' | 'eager';
};

/** The part of a tool's result that small pictures show, 3 : 2 in two widths; `npm run samples` draws both. */
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
