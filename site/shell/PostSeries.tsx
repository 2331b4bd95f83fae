import { Link, useMessages } from '@safelight/sitegen/runtime';
import type { EntrySeries } from '@safelight/sitegen/types';
import css from './PostSeries.module.css';

/** The parts of the series that an article belongs to, and links to the parts before and after it. */
export const PostSeries = ({ series: { term, part, entries, previous, next } }: { readonly series: EntrySeries }) => {
  const t = useMessages();
  return (
    <nav className={css.series} aria-label={t('blog.seriesTitle', { series: term.tag })} data-screen-only="">
      <p className={css.part}>{t('blog.part', { part, count: entries.length })}</p>
      <p className={css.title}>{term.path ? <Link to={term.path}>{term.tag}</Link> : term.tag}</p>
      <ol className={css.parts}>
        {entries.map(({ path, title }, index) => (
          <li key={path} className={css.entry} aria-current={index === part - 1 ? 'page' : undefined}>
            {index === part - 1 ? title : <Link to={path}>{title}</Link>}
          </li>
        ))}
      </ol>
      {(previous || next) && (
        <p className={css.steps}>
          {previous && (
            <Link to={previous.path} className={css.step}>
              {t('blog.previousPart')}
            </Link>
          )}
          {next && (
            <Link to={next.path} className={css.step}>
              {t('blog.nextPart')}
            </Link>
          )}
        </p>
      )}
    </nav>
  );
};
