import { CardPicture } from './CardPicture.tsx';
import css from './Prints.module.css';

type PrintsProps = { readonly pictures: readonly { readonly tool: string; readonly side: 'before' | 'after' }[] };

/** Sample pictures as decoration of the drop zone: tinted red unless the theme is light. */
export const Prints = ({ pictures }: PrintsProps) => (
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
