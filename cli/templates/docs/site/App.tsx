import { LocaleLink, useLocale, useMessages, useSite } from '@safelight/sitegen/runtime';
import type { ReactNode } from 'react';
import './prose.css';
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
        <SearchForm />
      </header>
      {children}
    </>
  );
}

/** Sends what is searched for to the page of results, so that other pages need no script. */
function SearchForm() {
  const t = useMessages();
  const { base } = useSite();
  const { prefix } = useLocale();
  return (
    <search>
      <form action={`${base}${prefix}/search`}>
        <input type="search" name="q" required aria-label={t('search.label')} placeholder={t('search.label')} />
      </form>
    </search>
  );
}
