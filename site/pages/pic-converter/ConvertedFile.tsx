import { useEffect, useState } from 'react';
import { useMessages } from 'sitegen/runtime';
import { savedPercent } from '../../dev-utils/convert.ts';
import { buttonClass } from '../../ui/Button.tsx';
import css from '../utility.module.css';

export type Outcome =
  | { readonly kind: 'working' }
  | { readonly kind: 'done'; readonly blob: Blob; readonly name: string }
  | { readonly kind: 'failed'; readonly reason: string };

type ConvertedFileProps = { readonly file: File; readonly outcome: Outcome; readonly language: string };

/** A picture of the list: its sizes before and after, and the result to download. */
export const ConvertedFile = ({ file, outcome, language }: ConvertedFileProps) => {
  const t = useMessages();
  const [url, setUrl] = useState<string | null>(null);
  const blob = outcome.kind === 'done' ? outcome.blob : null;
  useEffect(() => {
    if (!blob) return;
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => {
      setUrl(null);
      URL.revokeObjectURL(made);
    };
  }, [blob]);
  const kilobytes = (bytes: number) =>
    new Intl.NumberFormat(language, { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 1 }).format(bytes / 1000);
  return (
    <div className={css.file}>
      <span>{file.name}</span>
      {outcome.kind === 'working' && <span>{t('picConverter.table.working')}</span>}
      {outcome.kind === 'failed' && <span>{t('picConverter.table.failed', { reason: outcome.reason })}</span>}
      {outcome.kind === 'done' && (
        <>
          <span className={css.size}>
            {blob && blob.size >= file.size
              ? t('picConverter.summary.larger')
              : t('picConverter.summary.total', {
                  before: kilobytes(file.size),
                  after: kilobytes(outcome.blob.size),
                  percent: `${savedPercent(file.size, outcome.blob.size)} %`,
                })}
          </span>
          {url && (
            <a className={buttonClass()} href={url} download={outcome.name}>
              {t('picConverter.action.download')}
            </a>
          )}
        </>
      )}
    </div>
  );
};
