import { Link, Markup, useMessages } from '@safelight/sitegen/runtime';
import type { EntryProps, EntrySummary } from '@safelight/sitegen/types';
import css from '../site/Doc.module.css';
import { Sidebar } from '../site/Sidebar.tsx';

export const hydrate = false;

export function Page({ entry, body, toc, tree = [], previous, next }: EntryProps<'docs'>) {
  const t = useMessages();
  return (
    <div className={css.columns}>
      <Sidebar tree={tree} />
      <main id="text" className={css.text}>
        <h1>{entry.title}</h1>
        {entry.description !== '' && <p className={css.lead}>{entry.description}</p>}
        <Markup of={body} />
        <nav className={css.neighbours} aria-label={t('docs.pages')}>
          {previous && <Neighbour label={t('docs.previous')} rel="prev" to={previous} />}
          {next && <Neighbour label={t('docs.next')} rel="next" to={next} />}
        </nav>
      </main>
      <aside className={css.toc}>
        {toc.length > 1 && (
          <nav aria-label={t('docs.toc')}>
            <strong>{t('docs.toc')}</strong>
            <ul>
              {toc
                .filter(({ depth }) => depth < 4)
                .map(({ id, text, depth }) => (
                  <li key={id} data-depth={depth}>
                    <a href={`#${id}`}>{text}</a>
                  </li>
                ))}
            </ul>
          </nav>
        )}
      </aside>
    </div>
  );
}

function Neighbour({ label, rel, to }: { label: string; rel: 'prev' | 'next'; to: EntrySummary<'docs'> }) {
  return (
    <Link to={to.path} rel={rel}>
      <small>{label}</small>
      {to.title}
    </Link>
  );
}
