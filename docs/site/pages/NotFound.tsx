import { useMessages } from '@safelight/sitegen/runtime';
import css from './Home.module.css';

export const hydrate = false;

export function Page() {
  const t = useMessages();
  return (
    <main id="text" className={css.home}>
      <h1>{t('notFound.seo.title')}</h1>
      <p className={css.lead}>{t('notFound.text')}</p>
    </main>
  );
}
