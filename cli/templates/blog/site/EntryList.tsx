import { Link, useLocale } from '@safelight/sitegen/runtime';
import type { EntrySummary } from '@safelight/sitegen/types';
import css from './EntryList.module.css';

/** Posts with their dates and descriptions. */
export function EntryList({ entries }: { entries: readonly EntrySummary[] }) {
  const { language } = useLocale();
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
  return (
    <ul className={css.list}>
      {entries.map(({ path, title, description, date }) => (
        <li key={path}>
          <h2 className={css.title}>
            <Link to={path}>{title}</Link>
          </h2>
          <p className={css.date}>
            <time dateTime={date}>{format.format(new Date(date))}</time>
          </p>
          <p>{description}</p>
        </li>
      ))}
    </ul>
  );
}
