import { useMessages } from '@safelight/sitegen/runtime';

export function Page() {
  const t = useMessages();
  return (
    <>
      <h1>{t('notFound.seo.title')}</h1>
      <p>{t('notFound.text')}</p>
    </>
  );
}
