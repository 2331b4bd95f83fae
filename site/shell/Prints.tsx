import { CardPicture } from './CardPicture.tsx';
import css from './Prints.module.css';

type PrintsProps = { readonly pictures: readonly { readonly tool: string; readonly side: 'before' | 'after' }[] };

/** Samples that lie in the tray as prints: red under the safelight, in their colours when the lamp is on. */
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
