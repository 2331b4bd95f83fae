import { Link, useLocale, useMessages } from '@safelight/sitegen/runtime';
import type { EntrySummary } from '@safelight/sitegen/types';
import css from './EntryList.module.css';

/** Posts with their dates and descriptions. */
export function EntryList({ entries }: { entries: readonly EntrySummary[] }) {
  const t = useMessages();
  const { language } = useLocale();
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
  return (
    <ul className={css.list}>
      {entries.map(({ path, title, description, date, draft }) => (
        <li key={path}>
          <h2 className={css.title}>
            <Link to={path}>{title}</Link>
          </h2>
          <p className={css.date}>
            {draft && <strong>{t('blog.draft')}</strong>}
            {draft && ' · '}
            <time dateTime={date}>{format.format(new Date(date))}</time>
          </p>
          <p>{description}</p>
        </li>
      ))}
    </ul>
  );
}
