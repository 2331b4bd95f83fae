import { Link, useMessages } from '@safelight/sitegen/runtime';
import type { Pagination } from '@safelight/sitegen/types';
import { buttonClass } from '../ui/Button.tsx';
import css from './Pager.module.css';

/** Links to the pages of a list; nothing if the list has one page. */
export const Pager = ({ pagination: { page, pages, previous, next, links } }: { readonly pagination: Pagination }) => {
  const t = useMessages();
  if (pages < 2) return null;
  return (
    <nav className={css.pager} aria-label={t('common.pagination.label')}>
      {previous && (
        <Link to={previous} rel="prev" className={buttonClass()}>
          {t('common.pagination.previous')}
        </Link>
      )}
      <ul className={css.numbers}>
        {links.map(({ page: number, path }, index) => (
          <li key={path} data-gap={number - (links[index - 1]?.page ?? number - 1) > 1 || undefined}>
            <Link
              to={path}
              className={css.number}
              aria-label={t('common.pagination.page', { page: number })}
              aria-current={number === page ? 'page' : undefined}
            >
              {number}
            </Link>
          </li>
        ))}
      </ul>
      {next && (
        <Link to={next} rel="next" className={buttonClass()}>
          {t('common.pagination.next')}
        </Link>
      )}
    </nav>
  );
};
