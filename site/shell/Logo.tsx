import { LocaleLink, useMessages, useSite } from '@safelight/sitegen/runtime';
import css from './Logo.module.css';
import { publicUrl } from './public-url.ts';

/** The wordmark, linked to the home page in the language of the page. 176 px wide (11rem). */
export const Logo = () => {
  const t = useMessages();
  const site = useSite();
  return (
    <LocaleLink to="/" className={css.logo} aria-label={t('common.shell.logo', { product: site.name })}>
      <img className={css.image} src={publicUrl(site, '/logo-dark.svg')} alt="" width={176} height={40} />
    </LocaleLink>
  );
};
