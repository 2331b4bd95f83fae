import { Link, LocaleLink, Markup, useMessages } from '@safelight/sitegen/runtime';
import type { EntryProps } from '@safelight/sitegen/types';
import { DateText } from '../site/shell/DateText.tsx';
import { PostCard } from '../site/shell/PostCard.tsx';
import { PostLanguages } from '../site/shell/PostLanguages.tsx';
import { PostNeighbours } from '../site/shell/PostNeighbours.tsx';
import { PostSeries } from '../site/shell/PostSeries.tsx';
import { ShareLinks } from '../site/shell/ShareLinks.tsx';
import { Toc } from '../site/shell/Toc.tsx';
import { classes } from '../site/ui/classes.ts';
import { Drawing } from '../site/ui/Drawing.tsx';
import { clockShape } from '../site/ui/drawings/clock.ts';
import article from './article.module.css';
import css from './BlogPost.module.css';
import code from './code.module.css';

/** The page of an article: header, cover, table of contents, text, links to other articles. */
export const Page = ({ entry, body, toc, series = [], previous, next, related }: EntryProps) => {
  const t = useMessages();
  const { cover, fields } = entry;
  return (
    <>
      <article className={css.post}>
        <header className={css.head}>
          <p className={css.back} data-screen-only="">
            <LocaleLink to="/blog">{t('blog.backToBlog')}</LocaleLink>
          </p>
          <h1 className={css.title}>{entry.title}</h1>
          <p className={css.lead}>{entry.description}</p>
          <p className={css.meta}>
            {entry.draft && <strong>{t('blog.draft')}</strong>}
            {entry.author && <span>{t('blog.author', { name: entry.author })}</span>}
            <DateText date={entry.date} />
            <span className={css.minutes}>
              <Drawing path={clockShape} />
              {t('blog.readingTime', { minutes: entry.minutes })}
            </span>
          </p>
          <PostLanguages />
        </header>
        {cover && (
          <img
            className={css.cover}
            src={cover.src}
            alt={typeof fields.coverAlt === 'string' ? fields.coverAlt : ''}
            width={cover.width || 1200}
            height={cover.height || 630}
            fetchPriority="high"
          />
        )}
        <div className={css.columns}>
          <Toc headings={toc} />
          <div className={css.text}>
            <Markup of={body} className={classes(article.body, code.text)} />
            {series.map((one) => (
              <PostSeries key={one.term.slug} series={one} />
            ))}
            {entry.tags.length > 0 && (
              <ul className={css.tags} data-screen-only="" aria-label={t('blog.tags')}>
                {entry.tags.map(({ tag, slug, path }) => (
                  <li key={slug}>{path ? <Link to={path}>{tag}</Link> : tag}</li>
                ))}
              </ul>
            )}
            <ShareLinks title={entry.title} image={cover?.src ?? null} />
          </div>
        </div>
      </article>
      <PostNeighbours previous={previous} next={next} />
      {related.length > 0 && (
        <aside className={css.related}>
          <h2 className={css.relatedTitle}>{t('blog.related')}</h2>
          <ul className={css.cards}>
            {related.map((post) => (
              <li key={post.path}>
                <PostCard post={post} level={3} />
              </li>
            ))}
          </ul>
        </aside>
      )}
    </>
  );
};
