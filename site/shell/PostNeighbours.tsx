import { Link, useMessages } from '@safelight/sitegen/runtime';
import type { EntrySummary } from '@safelight/sitegen/types';
import css from './PostNeighbours.module.css';

type PostNeighboursProps = { readonly previous: EntrySummary | null; readonly next: EntrySummary | null };

/** Links to the next older and the next newer article. */
export const PostNeighbours = ({ previous, next }: PostNeighboursProps) => {
  const t = useMessages();
  if (!previous && !next) return null;
  return (
    <nav className={css.neighbours} aria-label={t('common.pagination.label')}>
      {previous && (
        <Link to={previous.path} rel="prev" className={css.link}>
          <span className={css.label}>{t('blog.older')}</span>
          {previous.title}
        </Link>
      )}
      {next && (
        <Link to={next.path} rel="next" className={css.link} data-side="end">
          <span className={css.label}>{t('blog.newer')}</span>
          {next.title}
        </Link>
      )}
    </nav>
  );
};
