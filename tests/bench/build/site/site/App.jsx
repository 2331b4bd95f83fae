import { LocaleLink, useMessages } from '@safelight/sitegen/runtime';

export function App({ children }) {
  const t = useMessages();
  return (
    <>
      <header>
        <LocaleLink to="/blog">{t('common.blog')}</LocaleLink>
      </header>
      <main>{children}</main>
    </>
  );
}
