import { useSite } from '@safelight/sitegen/runtime';
import css from './Prints.module.css';
import { publicUrl } from './public-url.ts';

/** Prints that lie in the tray, by their paths in `site/public`: red under the safelight, in their colours when the lamp is on. */
export const Prints = ({ paths }: { readonly paths: readonly string[] }) => {
  const site = useSite();
  return (
    <span className={css.prints} aria-hidden="true">
      {paths.map((path) => (
        <span key={path} className={css.print}>
          <img
            className={css.picture}
            src={publicUrl(site, path)}
            alt=""
            width={480}
            height={320}
            fetchPriority="low"
          />
        </span>
      ))}
    </span>
  );
};
