import { CardPicture } from './CardPicture.tsx';
import css from './SamplePrints.module.css';

type SamplePrintsProps = { readonly pictures: readonly { readonly tool: string; readonly side: 'before' | 'after' }[] };

/** Decorates a drop zone with sample pictures, tinted red except in the light theme. */
export const SamplePrints = ({ pictures }: SamplePrintsProps) => (
  <span className={css.prints} aria-hidden="true">
    {pictures.map(({ tool, side }) => (
      <span key={`${tool} ${side}`} className={css.print}>
        <CardPicture
          tool={tool}
          side={side}
          sizes="(min-width: 960px) 280px, 36vw"
          className={css.picture}
          loading="eager"
        />
      </span>
    ))}
  </span>
);
