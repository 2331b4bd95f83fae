import { useSite } from 'sitegen/runtime';
import css from './Prints.module.css';
import { publicUrl } from './public-url.ts';

/** Names of drawings in `site/public/art`, without their ending. */
export type PrintName = string;

/** Prints that lie in the tray: red under the safelight, in their colours when the lamp is on. */
export const Prints = ({ names }: { readonly names: readonly PrintName[] }) => {
  const site = useSite();
  return (
    <span className={css.prints} aria-hidden="true">
      {names.map((name) => (
        <span key={name} className={css.print}>
          <img
            className={css.picture}
            src={publicUrl(site, `/art/${name}.svg`)}
            alt=""
            width={320}
            height={220}
            fetchPriority="low"
          />
        </span>
      ))}
    </span>
  );
};
