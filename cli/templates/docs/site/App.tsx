import { LocaleLink, useMessages, useSite } from '@safelight/sitegen/runtime';
import type { ReactNode } from 'react';
import './styles.css';

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
      </header>
      {children}
    </>
  );
}
