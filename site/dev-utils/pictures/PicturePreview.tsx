import { useLocale, useMessages } from '@safelight/sitegen/runtime';
import { Compare } from '../../ui/Compare.tsx';
import { useObjectUrl } from '../../workspace/view/use-object-url.ts';
import { readablePercentage } from './format.ts';
import css from './pictures.module.css';

type PicturePreviewProps = { readonly before: Blob; readonly after: Blob };

/** Compares a picture before and after with a divider. */
export const PicturePreview = ({ before, after }: PicturePreviewProps) => {
  const t = useMessages();
  const { language } = useLocale();
  const [beforeUrl, afterUrl] = [useObjectUrl(before), useObjectUrl(after)];
  if (!beforeUrl || !afterUrl) return <div className={css.placeholder} />;
  return (
    <Compare
      className={css.preview}
      label={t('workspace.view.compare')}
      beforeLabel={t('workspace.view.before')}
      afterLabel={t('workspace.view.after')}
      valueText={(percent) => t('workspace.view.split', { percent: readablePercentage(percent / 100, language) })}
      before={<img className={css.picture} src={beforeUrl} alt="" />}
      after={<img className={css.picture} src={afterUrl} alt="" />}
    />
  );
};
