import { useMessages } from '@safelight/sitegen/runtime';
import type { Heading } from '@safelight/sitegen/types';
import css from './Toc.module.css';
import { useHeadingInView } from './use-heading-in-view.ts';

/**
 * Table of contents of an article that marks the heading in view; collapsible on small screens, beside the text on wide
 * ones.
 */
export const Toc = ({ headings }: { readonly headings: readonly Heading[] }) => {
  const t = useMessages();
  const shown = headings.filter(({ depth }) => depth === 2 || depth === 3);
  const current = useHeadingInView(shown.map(({ id }) => id));
  if (shown.length < 2) return <div />;
  const list = (
    <ol className={css.list}>
      {shown.map(({ id, text, depth }) => (
        <li key={id} data-depth={depth}>
          <a className={css.link} href={`#${id}`} aria-current={id === current ? 'location' : undefined}>
            {text}
          </a>
        </li>
      ))}
    </ol>
  );
  return (
    <nav className={css.toc} aria-label={t('common.content.toc')}>
      <details className={css.folded}>
        <summary className={css.summary}>{t('common.content.toc')}</summary>
        {list}
      </details>
      <div className={css.side}>
        <p className={css.title}>{t('common.content.toc')}</p>
        {list}
      </div>
    </nav>
  );
};
