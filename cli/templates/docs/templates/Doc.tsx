import { Link, Markup, useMessages } from '@safelight/sitegen/runtime';
import type { EntryProps } from '@safelight/sitegen/types';
import css from '../site/Sidebar.module.css';
import { Sidebar } from '../site/Sidebar.tsx';

export function Page({ entry, body, toc, tree = [], previous, next }: EntryProps<'docs'>) {
  const t = useMessages();
  return (
    <div className={css.columns}>
      <Sidebar tree={tree} />
      <article>
        <h1>{entry.title}</h1>
        {entry.description !== '' && <p>{entry.description}</p>}
        {toc.length > 1 && (
          <nav aria-label={t('docs.toc')}>
            <ul>
              {toc.map(({ id, text }) => (
                <li key={id}>
                  <a href={`#${id}`}>{text}</a>
                </li>
              ))}
            </ul>
          </nav>
        )}
        <Markup of={body} />
        <p>
          {previous && <Link to={previous.path}>← {previous.title}</Link>}{' '}
          {next && <Link to={next.path}>{next.title} →</Link>}
        </p>
      </article>
    </div>
  );
}
