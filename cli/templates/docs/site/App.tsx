import { LocaleLink, useSite } from '@safelight/sitegen/runtime';
import type { ReactNode } from 'react';
import './styles.css';

/** What surrounds every page. */
export function App({ children }: { children: ReactNode }) {
  const { name } = useSite();
  return (
    <>
      <header>
        <LocaleLink to="/">{name}</LocaleLink>
      </header>
      <main>{children}</main>
    </>
  );
}
