import { useEffect, useState } from 'react';
import { useMessages } from 'sitegen/runtime';
import type { MediaKind } from '../ui/accepted.ts';
import { Button } from '../ui/Button.tsx';
import css from './OpenFile.module.css';

type OpenFileProps = { readonly file: File; readonly kind: MediaKind; readonly onReplace: () => void };

/** Shows a file that was opened where the tool has no workspace of its own, and says so. */
export const OpenFile = ({ file, kind, onReplace }: OpenFileProps) => {
  const t = useMessages();
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return (
    <div className={css.open}>
      <div className={css.picture}>
        {url && kind === 'image' && <img className={css.media} src={url} alt={file.name} />}
        {url && kind === 'video' && (
          // biome-ignore lint/a11y/useMediaCaption: the visitor's own file; captions cannot be known
          <video className={css.media} src={url} controls />
        )}
      </div>
      <div className={css.bar}>
        <p className={css.note}>{t('common.toolPage.preparing')}</p>
        <Button onClick={onReplace}>{t('workspace.input.replace')}</Button>
      </div>
    </div>
  );
};
