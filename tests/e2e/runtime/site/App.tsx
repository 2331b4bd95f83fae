import { type ReactNode, useId, useState } from 'react';
import { Link, LocaleLink, switchLocale, useMessages, useTheme } from '../../../../cli/runtime/index.ts';

/** Shell of the fixture; its counter shows whether it stayed mounted. */
export function App({ children }: { readonly children: ReactNode }) {
  const t = useMessages();
  const { choice, shown, setTheme } = useTheme();
  const [count, setCount] = useState(0);
  const id = useId();
  return (
    <>
      <header>
        <nav aria-label={t('shell.nav')}>
          <LocaleLink to="/">{t('shell.home')}</LocaleLink> <Link to="/post/a">Post A</Link>{' '}
          <Link to="/post/b">Post B</Link> <LocaleLink to="/tool">Tool</LocaleLink> <Link to="/refused">Refused</Link>{' '}
          <Link to="/old">Old</Link> <Link to="/unknown">Unknown</Link>
        </nav>
        <button type="button" id={id} data-testid="count" onClick={() => setCount(count + 1)}>
          {count}
        </button>
        <button type="button" data-testid="german" onClick={() => switchLocale('de')}>
          Deutsch
        </button>
        <button type="button" data-testid="theme" onClick={() => setTheme(choice === 'light' ? 'dark' : 'light')}>
          {shown}
        </button>
      </header>
      <main>{children}</main>
    </>
  );
}
