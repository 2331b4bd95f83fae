import { useMessages } from '@safelight/sitegen/runtime';
import type { EntryListProps, HeadContext, PageHead } from '@safelight/sitegen/types';
import { PostList } from '../site/shell/PostList.tsx';

/** Title and description of the series, which its entry has in each language. */
export const head = ({ props: { tag }, t }: HeadContext<EntryListProps>): PageHead => ({
  title: t('blog.seriesPageTitle', { series: tag?.tag ?? '' }),
  description: tag?.entry?.description ?? '',
});

/** The articles of a series, from the first part to the last. */
export const Page = (props: EntryListProps) => {
  const t = useMessages();
  return (
    <PostList
      {...props}
      tags={[]}
      title={t('blog.seriesTitle', { series: props.tag?.tag ?? '' })}
      lead={props.tag?.entry?.description ?? ''}
    />
  );
};
