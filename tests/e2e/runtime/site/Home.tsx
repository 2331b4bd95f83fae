import { useMessages, useRoute } from '../../../../cli/runtime/index.ts';

export function Page() {
  const t = useMessages();
  return (
    <>
      <h1>{t('home.title')}</h1>
      <p>{useRoute().path}</p>
    </>
  );
}
