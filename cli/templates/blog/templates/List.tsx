import { Link, useMessages } from '@safelight/sitegen/runtime';
import type { EntryListProps } from '@safelight/sitegen/types';
import { EntryList } from '../site/EntryList.tsx';

/** All posts, or those of a topic. */
export function Page({ entries, pagination, tag }: EntryListProps) {
  const t = useMessages();
  return (
    <>
      <h1>{tag ? t('blog.tagSeo.title', { tag: tag.tag }) : t('blog.seo.title')}</h1>
      <EntryList entries={entries} />
      <p>
        {pagination.previous && <Link to={pagination.previous}>{t('blog.newer')}</Link>}{' '}
        {pagination.next && <Link to={pagination.next}>{t('blog.older')}</Link>}
      </p>
    </>
  );
}
