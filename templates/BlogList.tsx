import { useMessages } from '@safelight/sitegen/runtime';
import type { EntryListProps } from '@safelight/sitegen/types';
import { PostList } from '../site/shell/PostList.tsx';

/** All articles of a language, the newest first. */
export const Page = (props: EntryListProps) => {
  const t = useMessages();
  return <PostList {...props} title={t('blog.title')} lead={t('blog.lead')} />;
};
