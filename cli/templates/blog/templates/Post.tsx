import { Link, Markup, useLocale, useMessages } from '@safelight/sitegen/runtime';
import type { EntryProps } from '@safelight/sitegen/types';
import { EntryList } from '../site/EntryList.tsx';
import '../site/prose.css';

export function Page({ entry, body, related }: EntryProps) {
  const t = useMessages();
  const { language } = useLocale();
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
  return (
    <>
      <article>
        <h1>{entry.title}</h1>
        <p>
          {entry.draft && <strong>{t('blog.draft')}</strong>}
          {entry.draft && ' · '}
          <time dateTime={entry.date}>{format.format(new Date(entry.date))}</time>
          {' · '}
          {t('blog.minutes', { minutes: entry.minutes })}
        </p>
        <Markup of={body} />
        {entry.tags.length > 0 && (
          <ul aria-label={t('blog.tags')}>
            {entry.tags.map(({ tag, slug, path }) => (
              <li key={slug}>{path ? <Link to={path}>{tag}</Link> : tag}</li>
            ))}
          </ul>
        )}
      </article>
      {related.length > 0 && (
        <aside>
          <h2>{t('blog.related')}</h2>
          <EntryList entries={related} />
        </aside>
      )}
    </>
  );
}
