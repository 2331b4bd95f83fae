import { Link, useMessages } from '@safelight/sitegen/runtime';
import type { EntrySummary } from '@safelight/sitegen/types';
import css from '../Page.module.css';

export const hydrate = false;

/** The first page of the documentation, which not every language has. */
type Props = { docs: readonly EntrySummary[] };

export function Page({ docs: [first] }: Props) {
  const t = useMessages();
  return (
    <main id="text" className={css.page}>
      <h1>{t('home.title')}</h1>
      <p>{t('home.text')}</p>
      {first && (
        <p>
          <Link to={first.path}>{t('home.begin')}</Link>
        </p>
      )}
    </main>
  );
}
