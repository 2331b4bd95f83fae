import { useLocale, useMessages } from '@safelight/sitegen/runtime';
import type { ToolMeta } from '../tools/meta.ts';
import { Compare } from '../ui/Compare.tsx';
import { ResultPicture } from './ResultPicture.tsx';
import css from './SampleResult.module.css';

/** Compares a tool's sample before and after with a movable divider. */
export const SampleResult = ({ tool }: { readonly tool: ToolMeta }) => {
  const t = useMessages();
  const { language } = useLocale();
  const [before, after] = [t('workspace.view.before'), t('workspace.view.after')];
  const percentFormat = new Intl.NumberFormat(language, { style: 'percent' });
  const name = t(`workspace.samples.${tool.result.name}`);
  const side = (which: 'before' | 'after', label: string) => (
    <ResultPicture
      tool={tool.id}
      side={which}
      alt={`${name} (${label})`}
      sizes="(min-width: 960px) 900px, 100vw"
      className={css.picture}
    />
  );
  return (
    <Compare
      className={css.result}
      initial={tool.result.view && Math.round(100 * (tool.result.view[0] + tool.result.view[2] / 2))}
      before={side('before', before)}
      after={side('after', after)}
      label={t('workspace.view.compare')}
      beforeLabel={before}
      afterLabel={after}
      valueText={(percent) => t('workspace.view.split', { percent: percentFormat.format(percent / 100) })}
    />
  );
};
