import { LocaleLink, useMessages } from '@safelight/sitegen/runtime';
import css from '../Page.module.css';

export const hydrate = false;

export function Page() {
  const t = useMessages();
  return (
    <main id="text" className={css.page}>
      <h1>{t('home.title')}</h1>
      <p>{t('home.text')}</p>
      <p>
        <LocaleLink to="/docs/guide/install">{t('home.begin')}</LocaleLink>
      </p>
    </main>
  );
}
