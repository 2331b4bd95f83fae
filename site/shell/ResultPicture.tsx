import { useSite } from '@safelight/sitegen/runtime';
import { publicUrl } from './public-url.ts';

type ResultPictureProps = {
  /** Id of the tool. */
  readonly tool: string;
  readonly side: 'before' | 'after';
  readonly alt: string;
  /** Width on the page, as the attribute `sizes` says it. */
  readonly sizes: string;
  readonly className?: string | undefined;
};

/** One side of what a tool made of its sample, in two sizes, shown at 3 : 2. */
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
