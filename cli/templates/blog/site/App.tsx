import { Link, LocaleLink, useMessages, useRoute, useSite } from '@safelight/sitegen/runtime';
import type { ReactNode } from 'react';
import './styles.css';

/** What surrounds every page. */
export function App({ children }: { children: ReactNode }) {
  const t = useMessages();
  const { name, locales } = useSite();
  const { alternates } = useRoute();
  return (
    <>
      <header>
        <LocaleLink to="/">{name}</LocaleLink>
        <LocaleLink to="/blog">{t('common.blog')}</LocaleLink>
      </header>
      <main>{children}</main>
      <footer>
        <nav aria-label={t('common.language')}>
          {locales.map(({ code, language, name: title }) => {
            const path = alternates[code];
            return path === undefined ? null : (
              <span key={code}>
                <Link to={path} lang={language} hrefLang={language}>
                  {title}
                </Link>{' '}
              </span>
            );
          })}
        </nav>
      </footer>
    </>
  );
}
