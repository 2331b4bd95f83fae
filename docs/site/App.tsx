import { LocaleLink, useMessages, useSite } from '@safelight/sitegen/runtime';
import type { ReactNode } from 'react';
import './styles.css';

const sections = ['tutorial', 'guide', 'recipes', 'reference', 'compare'] as const;

/** What surrounds every page. */
export function App({ children }: { children: ReactNode }) {
  const t = useMessages();
  const { name } = useSite();
  return (
    <>
      <a className="skip" href="#text">
        {t('docs.skip')}
      </a>
      <header className="top">
        <LocaleLink to="/" className="name">
          {name}
        </LocaleLink>
        <nav aria-label={t('sections.label')}>
          {sections.map((section) => (
            <LocaleLink key={section} to={`/${section}`}>
              {t(`sections.${section}`)}
            </LocaleLink>
          ))}
        </nav>
      </header>
      {children}
    </>
  );
}
