import { useLocale, useMessages } from '@safelight/sitegen/runtime';
import { Compare, type CompareProps } from '../ui/Compare.tsx';

type BeforeAfterProps = Pick<CompareProps, 'before' | 'after' | 'className' | 'initial'> & {
  /** Names of the two pictures; by default “Before” and “After” in the language of the page. */
  readonly beforeLabel?: string | undefined;
  readonly afterLabel?: string | undefined;
};

/** Two pictures with a movable divider, described in the language of the page. */
export const BeforeAfter = ({ beforeLabel, afterLabel, ...rest }: BeforeAfterProps) => {
  const t = useMessages();
  const { language } = useLocale();
  const percentFormat = new Intl.NumberFormat(language, { style: 'percent' });
  return (
    <Compare
      {...rest}
      label={t('workspace.view.compare')}
      beforeLabel={beforeLabel ?? t('workspace.view.before')}
      afterLabel={afterLabel ?? t('workspace.view.after')}
      valueText={(percent) => t('workspace.view.split', { percent: percentFormat.format(percent / 100) })}
    />
  );
};
