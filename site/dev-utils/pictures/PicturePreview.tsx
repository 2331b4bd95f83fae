import { useLocale, useMessages } from '@safelight/sitegen/runtime';
import { useEffect, useState } from 'react';
import { Compare } from '../../ui/Compare.tsx';
import { readablePercentage } from './format.ts';
import css from './pictures.module.css';

/** An object URL of a blob, revoked when the blob changes or the component unmounts. */
const useUrl = (blob: Blob | null): string | null => {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!blob) return;
    const objectUrl = URL.createObjectURL(blob);
    setUrl(objectUrl);
    return () => {
      setUrl(null);
      URL.revokeObjectURL(objectUrl);
    };
  }, [blob]);
  return url;
};

type PicturePreviewProps = { readonly before: Blob; readonly after: Blob };

/** Compares a picture before and after with a divider. */
export const PicturePreview = ({ before, after }: PicturePreviewProps) => {
  const t = useMessages();
  const { language } = useLocale();
  const [beforeUrl, afterUrl] = [useUrl(before), useUrl(after)];
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
