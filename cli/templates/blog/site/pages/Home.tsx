import { useMessages } from '@safelight/sitegen/runtime';
import type { EntrySummary } from '@safelight/sitegen/types';
import { EntryList } from '../EntryList.tsx';

export function Page({ posts }: { posts: readonly EntrySummary[] }) {
  const t = useMessages();
  return (
    <>
      <h1>{t('home.title')}</h1>
      <EntryList entries={posts} />
    </>
  );
}
