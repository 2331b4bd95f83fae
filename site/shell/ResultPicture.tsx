import { useSite } from '@safelight/sitegen/runtime';
import { publicUrl } from './public-url.ts';

type ResultPictureProps = {
  /** Id of the tool. */
  readonly tool: string;
  readonly side: 'before' | 'after';
  readonly alt: string;
  /** The `sizes` attribute of the image. */
  readonly sizes: string;
  readonly className?: string | undefined;
};

/** One side of a tool's sample result, before or after, 3 : 2, 480 and 960 px wide. */
export const ResultPicture = ({ tool, side, alt, sizes, className }: ResultPictureProps) => {
  const site = useSite();
  const url = (ending: string) => publicUrl(site, `/samples/${tool}/${side}${ending}.webp`);
  return (
    <img
      className={className}
      src={url('')}
      srcSet={`${url('-480')} 480w, ${url('')} 960w`}
      sizes={sizes}
      alt={alt}
      width={960}
      height={640}
      loading="lazy"
      decoding="async"
      draggable={false}
    />
  );
};
