import { useLocale, useMessages } from 'sitegen/runtime';
import { resultOf } from '../tools/results.ts';
import { Compare } from '../ui/Compare.tsx';
import { ResultPicture } from './ResultPicture.tsx';
import css from './SampleResult.module.css';

/** What a tool made of its sample, before and after under a divider. */
export const SampleResult = ({ tool }: { readonly tool: string }) => {
  const t = useMessages();
  const { language } = useLocale();
  const [before, after] = [t('workspace.view.before'), t('workspace.view.after')];
  const share = new Intl.NumberFormat(language, { style: 'percent' });
  const name = t(resultOf(tool).nameKey);
  const side = (which: 'before' | 'after', label: string) => (
    <ResultPicture
      tool={tool}
      side={which}
      alt={`${name} (${label})`}
      sizes="(min-width: 960px) 900px, 100vw"
      className={css.picture}
    />
  );
  return (
    <Compare
      className={css.result}
      before={side('before', before)}
      after={side('after', after)}
      label={t('workspace.view.compare')}
      beforeLabel={before}
      afterLabel={after}
      valueText={(percent) => t('workspace.view.split', { percent: share.format(percent / 100) })}
    />
  );
};
