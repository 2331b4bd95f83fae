import { LocaleLink, useMessages } from '@safelight/sitegen/runtime';

export function Page() {
  const t = useMessages();
  return (
    <>
      <h1>{t('home.title')}</h1>
      <p>{t('home.text')}</p>
      <p>
        <LocaleLink to="/docs/guide/install">{t('home.begin')}</LocaleLink>
      </p>
    </>
  );
}
