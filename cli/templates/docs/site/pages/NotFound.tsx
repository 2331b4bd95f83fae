import { useMessages } from '@safelight/sitegen/runtime';
import css from '../Page.module.css';

export const hydrate = false;

export function Page() {
  const t = useMessages();
  return (
    <main id="text" className={css.page}>
      <h1>{t('notFound.seo.title')}</h1>
      <p>{t('notFound.text')}</p>
    </main>
  );
}
