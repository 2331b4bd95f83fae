import type { EntrySummary } from 'sitegen/contract';
import { Link, useLocale, useMessages } from 'sitegen/runtime';
import { Card } from '../ui/Card.tsx';
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
  const Heading = `h${level}` as const;
  const { cover } = post;
  return (
    <Card className={classes(css.card, wide && css.wide)}>
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
          <DateText date={post.date} />
          <span>{t('blog.readingTime', { minutes: post.minutes })}</span>
        </p>
        <Heading className={css.title} lang={post.locale === locale.code ? undefined : post.locale}>
          <Link to={post.path} data-cover="">
            {post.title}
          </Link>
        </Heading>
        <p className={css.description}>{post.description}</p>
      </div>
    </Card>
  );
};
