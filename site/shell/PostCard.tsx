import { Link, useLocale, useMessages, useSite } from '@safelight/sitegen/runtime';
import type { EntrySummary } from '@safelight/sitegen/types';
import card from '../ui/Card.module.css';
import { classes } from '../ui/classes.ts';
import { DateText } from './DateText.tsx';
import css from './PostCard.module.css';

type PostCardProps = {
  readonly post: EntrySummary;
  readonly level: 2 | 3;
  /** Picture and words side by side on wide screens. */
  readonly wide?: boolean;
};

/** An article in a list: cover, title, description, date and reading time. */
export const PostCard = ({ post, level, wide = false }: PostCardProps) => {
  const t = useMessages();
  const locale = useLocale();
  // A language without articles lists those of another language; the card then names that language.
  const foreign = useSite().locales.find(({ code }) => code === post.locale && code !== locale.code);
  const Heading = `h${level}` as const;
  const { cover } = post;
  return (
    <article className={classes(card.card, css.card, wide && css.wide)}>
      <div className={css.cover}>
        {cover && (
          <img
            className={css.picture}
            src={cover.src}
            alt=""
            width={cover.width || 1200}
            height={cover.height || 630}
            loading={wide ? 'eager' : 'lazy'}
            fetchPriority={wide ? 'high' : undefined}
          />
        )}
      </div>
      <div className={css.text}>
        <p className={css.meta}>
          {foreign && (
            <span className={css.language} lang={foreign.language}>
              {foreign.name}
            </span>
          )}
          <DateText date={post.date} />
          <span>{t('blog.readingTime', { minutes: post.minutes })}</span>
        </p>
        <Heading className={css.title} lang={foreign?.language}>
          <Link to={post.path} data-cover="">
            {post.title}
          </Link>
        </Heading>
        <p className={css.description} lang={foreign?.language}>
          {post.description}
        </p>
      </div>
    </article>
  );
};
