import { useLocale, useMessages } from '@safelight/sitegen/runtime';
import { Panel } from '../parts/Panel.tsx';
import type { Counts } from './convert.ts';
import css from './marks.module.css';
import { sizeOf } from './measure.ts';

type CountsPanelProps = { readonly counts: Counts; readonly result: string };

/** Shows the number of changes by kind, and the length of the result. */
export const CountsPanel = ({ counts, result }: CountsPanelProps) => {
  const t = useMessages();
  const { language } = useLocale();
  const { words, characters, charactersNoSpaces } = sizeOf(result);
  const number = new Intl.NumberFormat(language);
  const rows = [
    [t('pMarksConverter.count.paragraphMarks'), counts.paragraphs],
    [t('pMarksConverter.count.punctuation'), counts.punctuation],
    [t('pMarksConverter.count.quotes'), counts.quotes],
    [t('pMarksConverter.count.dashes'), counts.dashes],
    [t('pMarksConverter.count.ellipses'), counts.ellipses],
  ] as const;
  const sum = rows.reduce((total, [, count]) => total + count, 0);
  return (
    <Panel title={t('pMarksConverter.count.changes', { count: sum })} live>
      <dl>
        {rows.map(([name, count]) => (
          <div key={name} className={css.count} data-none={count === 0}>
            <dt>{name}</dt>
            <dd>{number.format(count)}</dd>
          </div>
        ))}
      </dl>
      <p className={css.size}>
        {[
          t('pMarksConverter.count.words', { count: words }),
          t('pMarksConverter.count.characters', { count: characters }),
          t('pMarksConverter.count.charactersNoSpaces', { count: charactersNoSpaces }),
        ].join(' · ')}
      </p>
    </Panel>
  );
};
