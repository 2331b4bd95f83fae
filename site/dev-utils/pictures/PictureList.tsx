import { useLocale, useMessages } from '@safelight/sitegen/runtime';
import { Button } from '../../ui/Button.tsx';
import { Drawing } from '../../ui/Drawing.tsx';
import { arrowShape } from '../../ui/drawings/arrow.ts';
import { Glyph } from '../../ui/Glyph.tsx';
import { readableBytes, readablePercentage, savedFraction } from './format.ts';
import css from './pictures.module.css';
import type { Conversion, Conversions, PictureFile } from './use-conversions.ts';
import { useErrorText } from './use-error-text.ts';

type PictureListProps = {
  readonly files: readonly PictureFile[];
  readonly conversions: Conversions;
  readonly chosen: string | null;
  readonly onChoose: (id: string) => void;
  readonly onRemove: (id: string) => void;
  readonly onSave: (id: string) => void;
};

const Sizes = ({ file, conversion }: { readonly file: File; readonly conversion: Conversion | undefined }) => {
  const t = useMessages();
  const { language } = useLocale();
  const errorText = useErrorText();
  const { state = 'waiting', result = null, error = null } = conversion ?? {};
  if (error) return <span className={css.error}>{errorText(error)}</span>;
  if (!result)
    return (
      <span className={css.sizes}>
        {readableBytes(file.size, language)} ·{' '}
        {state === 'working' ? t('picConverter.table.working') : t('picConverter.table.waiting')}
      </span>
    );
  const saved = savedFraction(file.size, result.blob.size);
  return (
    <span className={css.sizes} data-stale={state !== 'done'}>
      <span>
        {readableBytes(file.size, language)} → <strong>{readableBytes(result.blob.size, language)}</strong>
      </span>
      <span className={css.saved} data-larger={saved < 0}>
        {saved < 0
          ? t('workspace.size.larger', { percent: readablePercentage(-saved, language) })
          : t('workspace.size.smaller', { percent: readablePercentage(saved, language) })}
      </span>
      <span>{t('workspace.size.pixels', { width: result.width, height: result.height })}</span>
    </span>
  );
};

/** Lists the pictures with their sizes before and after. The chosen one is previewed above. */
export const PictureList = ({ files, conversions, chosen, onChoose, onRemove, onSave }: PictureListProps) => {
  const t = useMessages();
  return (
    <ul className={css.list}>
      {files.map(({ id, file }) => {
        const conversion = conversions.get(id);
        return (
          <li key={id} className={css.item} data-chosen={id === chosen}>
            <button type="button" className={css.choose} aria-pressed={id === chosen} onClick={() => onChoose(id)}>
              <span className={css.name}>{file.name}</span>
              <Sizes file={file} conversion={conversion} />
            </button>
            {conversion?.state !== 'failed' && (
              <Button
                size="square"
                kind="quiet"
                disabled={conversion?.state !== 'done'}
                aria-label={t('picConverter.action.downloadOne', { name: file.name })}
                title={t('picConverter.action.download')}
                onClick={() => onSave(id)}
              >
                <span className={css.down}>
                  <Drawing path={arrowShape} />
                </span>
              </Button>
            )}
            <Button
              size="square"
              kind="quiet"
              aria-label={t('picConverter.action.remove', { name: file.name })}
              title={t('picConverter.action.remove', { name: file.name })}
              onClick={() => onRemove(id)}
            >
              <Glyph name="close" />
            </Button>
          </li>
        );
      })}
    </ul>
  );
};
