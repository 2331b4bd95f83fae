import { useMessages } from '@safelight/sitegen/runtime';
import { CopyIcon } from '../parts/CopyIcon.tsx';
import css from './anchors.module.css';
import type { Anchor } from './slugs.ts';
import { type LinkOptions, linkTo, nestAnchors } from './toc.ts';

type AnchorListProps = { readonly anchors: readonly Anchor[]; readonly link: LinkOptions };

/** Lists the headings, each with its slug and a button that copies its link. */
export const AnchorList = ({ anchors, link }: AnchorListProps) => {
  const t = useMessages();
  return (
    <ol className={css.list}>
      {nestAnchors(anchors).map(({ level, text, slug, repeated, depth }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: headings have no identity but their position
        <li key={index} className={css.item} data-depth={depth}>
          <span className={css.level} title={t('anchorLinkGenerator.table.level')}>
            H{level}
          </span>
          <span className={css.words}>
            <span className={css.heading}>{text}</span>
            {slug === '' ? (
              <span className={css.note}>{t('anchorLinkGenerator.table.empty')}</span>
            ) : (
              <code className={css.slug}>#{slug}</code>
            )}
            {repeated && <span className={css.note}>{t('anchorLinkGenerator.table.duplicate')}</span>}
          </span>
          {slug !== '' && (
            <CopyIcon text={linkTo(slug, link)} label={t('anchorLinkGenerator.table.copyLink', { heading: text })} />
          )}
        </li>
      ))}
    </ol>
  );
};
