import { Link, LocaleLink, useMessages, useSite } from '@safelight/sitegen/runtime';
import type { EntryListProps } from '@safelight/sitegen/types';
import { Drawing } from '../ui/Drawing.tsx';
import { feedShape } from '../ui/drawings/feed.ts';
import { Pager } from './Pager.tsx';
import { PostCard } from './PostCard.tsx';
import css from './PostList.module.css';

type PostListProps = EntryListProps & { readonly title: string; readonly lead: string };

/** A paginated list of articles with links to topics. Page 1 of all articles shows the newest one large. */
export const PostList = ({ title, lead, tag, entries, pagination, tags, feeds }: PostListProps) => {
  const t = useMessages();
  const { base } = useSite();
  const large = tag === null && pagination.page === 1 ? entries[0] : undefined;
  const feed = feeds.find(({ kind }) => kind === 'rss');
  return (
    <div className={css.page}>
      <header className={css.head}>
        <h1 className={css.title}>{title}</h1>
        <p className={css.lead}>{lead}</p>
        <ul className={css.tags} aria-label={t('blog.tags')}>
          <li>
            <LocaleLink to="/blog" className={css.tag} aria-current={tag === null ? 'page' : undefined}>
              {t('blog.all')}
            </LocaleLink>
          </li>
          {tags.map(({ tag: name, slug, path, count }) =>
            path ? (
              <li key={slug}>
                <Link to={path} className={css.tag} aria-current={slug === tag?.slug ? 'page' : undefined}>
                  {name} <span className={css.count}>{count}</span>
                </Link>
              </li>
            ) : null,
          )}
        </ul>
      </header>
      {entries.length === 0 && <p>{t('blog.empty')}</p>}
      {large && <PostCard post={large} level={2} wide />}
      <ul className={css.cards}>
        {entries
          .filter((post) => post !== large)
          .map((post) => (
            <li key={post.path}>
              <PostCard post={post} level={2} />
            </li>
          ))}
      </ul>
      <Pager pagination={pagination} />
      {feed && (
        <p>
          <a className={css.feed} href={base + feed.path} rel="external">
            <Drawing path={feedShape} />
            {t('blog.feed')}
          </a>
        </p>
      )}
    </div>
  );
};
