import { useMessages } from '@safelight/sitegen/runtime';
import { useMemo } from 'react';
import { Switch } from '../../ui/Field.tsx';
import { Panel } from '../parts/Panel.tsx';
import { diffOf } from './diff.ts';
import css from './marks.module.css';

type DiffPanelProps = {
  readonly before: string;
  readonly after: string;
  readonly shown: boolean;
  readonly onShow: (shown: boolean) => void;
};

/** Makes line ends of changed parts visible. */
const visible = (text: string): string =>
  text.replace(/\n/g, '↵\n').replace(/^ +$/, (spaces) => '·'.repeat(spaces.length));

const Diff = ({ before, after }: Pick<DiffPanelProps, 'before' | 'after'>) => {
  const t = useMessages();
  const parts = useMemo(() => diffOf(before, after), [before, after]);
  if (before === after) return <p className={css.size}>{t('pMarksConverter.diff.none')}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <section className={css.diff} aria-label={t('pMarksConverter.diff.text')} tabIndex={0}>
      {parts.map(({ kind, text }, index) => {
        const key = `${index}-${kind}`;
        if (kind === 'same') return <span key={key}>{text}</span>;
        return kind === 'added' ? <ins key={key}>{visible(text)}</ins> : <del key={key}>{visible(text)}</del>;
      })}
    </section>
  );
};

/** Shows the difference of source and result: removed and added parts. */
export const DiffPanel = ({ before, after, shown, onShow }: DiffPanelProps) => {
  const t = useMessages();
  return (
    <Panel
      title={t('pMarksConverter.diff.title')}
      actions={<Switch label={t('pMarksConverter.diff.show')} checked={shown} onChange={onShow} />}
    >
      {shown && (
        <>
          <p className={css.key}>
            <del>{t('pMarksConverter.diff.removed')}</del> <ins>{t('pMarksConverter.diff.added')}</ins>
          </p>
          <Diff before={before} after={after} />
        </>
      )}
    </Panel>
  );
};
