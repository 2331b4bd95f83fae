import type { Pagination } from 'sitegen/contract';
import { Link, useMessages } from 'sitegen/runtime';
import { buttonClass } from '../ui/Button.tsx';
import css from './Pager.module.css';

/** Previous and next page of a list; nothing where the list has one page. */
export const Pager = ({ pagination: { page, pages, paths } }: { readonly pagination: Pagination }) => {
  const t = useMessages();
  const previous = paths[page - 2];
  const next = paths[page];
  if (pages < 2) return null;
  return (
    <nav className={css.pager} aria-label={t('common.pagination.label')}>
      {previous && (
        <Link to={previous} rel="prev" className={buttonClass()}>
          {t('common.pagination.previous')}
        </Link>
      )}
      <span className={css.position}>{t('common.pagination.position', { page, total: pages })}</span>
      {next && (
        <Link to={next} rel="next" className={buttonClass()}>
          {t('common.pagination.next')}
        </Link>
      )}
    </nav>
  );
};
