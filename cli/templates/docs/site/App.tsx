import { LocaleLink, useSite } from '@safelight/sitegen/runtime';
import type { ReactNode } from 'react';
import './styles.css';
import css from './App.module.css';
import { Sidebar } from './Sidebar.tsx';

/** What surrounds every page. */
export function App({ children }: { children: ReactNode }) {
  const { name } = useSite();
  return (
    <>
      <header>
        <LocaleLink to="/">{name}</LocaleLink>
      </header>
      <div className={css.columns}>
        <Sidebar />
        <main>{children}</main>
      </div>
    </>
  );
}
