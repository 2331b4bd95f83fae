import { useMessages } from '@safelight/sitegen/runtime';
import type { EntryListProps } from '@safelight/sitegen/types';
import { PostList } from '../site/shell/PostList.tsx';

/** The articles about one topic. */
export const Page = (props: EntryListProps) => {
  const t = useMessages();
  return (
    <PostList
      {...props}
      title={t('blog.tagTitle', { tag: props.tag?.tag ?? '' })}
      lead={t('blog.count', { count: props.pagination.total })}
    />
  );
};
