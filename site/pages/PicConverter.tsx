import { useEffect, useState } from 'react';
import { useLocale, useMessages } from 'sitegen/runtime';
import { convertPicture, type PictureFormat, renamed } from '../dev-utils/convert.ts';
import { UtilityPage } from '../shell/UtilityPage.tsx';
import { isAccepted } from '../ui/accepted.ts';
import { Button } from '../ui/Button.tsx';
import { Dropzone } from '../ui/Dropzone.tsx';
import { Select, Slider } from '../ui/Field.tsx';
import { ConvertedFile, type Outcome } from './pic-converter/ConvertedFile.tsx';
import css from './utility.module.css';

const FORMATS = ['image/webp', 'image/jpeg', 'image/png'] as const;

export const Page = () => {
  const t = useMessages();
  const { language } = useLocale();
  const [files, setFiles] = useState<readonly File[]>([]);
  const [format, setFormat] = useState<PictureFormat>('image/webp');
  const [quality, setQuality] = useState(80);
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([]);

  useEffect(() => {
    let stale = false;
    const run = async () => {
      for (const [index, file] of files.entries()) {
        const outcome = await convertPicture(file, format, quality / 100).then(
          (blob): Outcome => ({ kind: 'done', blob, name: renamed(file.name, format) }),
          (error: unknown): Outcome => ({
            kind: 'failed',
            reason: error instanceof Error ? error.message : String(error),
          }),
        );
        if (stale) return;
        setOutcomes((now) => now.with(index, outcome));
      }
    };
    setOutcomes(files.map(() => ({ kind: 'working' })));
    // The slider moves in many small steps: only the last one is worth encoding.
    const timer = window.setTimeout(run, 150);
    return () => {
      stale = true;
      window.clearTimeout(timer);
    };
  }, [files, format, quality]);

  return (
    <UtilityPage
      title={t('picConverter.h1')}
      lead={t('picConverter.lead')}
      input={
        <>
          <Dropzone
            kind="image"
            multiple
            action={files.length > 0 ? t('picConverter.input.add') : t('picConverter.input.choose')}
            hint={t('picConverter.input.drop')}
            dropNow={t('workspace.input.dropNow')}
            onFiles={(more) => setFiles((now) => [...now, ...more.filter((file) => isAccepted(file, 'image'))])}
          />
          <div className={css.pair}>
            <Select
              label={t('picConverter.options.format')}
              value={format}
              onChange={(event) =>
                setFormat(FORMATS.find((candidate) => candidate === event.currentTarget.value) ?? 'image/webp')
              }
            >
              <option value="image/webp">WebP</option>
              <option value="image/jpeg">JPEG</option>
              <option value="image/png">PNG</option>
            </Select>
            <Slider
              label={t('picConverter.options.quality')}
              shown={quality}
              min={10}
              max={100}
              value={quality}
              disabled={format === 'image/png'}
              onChange={(event) => setQuality(Number(event.currentTarget.value))}
            />
          </div>
        </>
      }
      output={
        <>
          <div className={css.row}>
            <p className={css.status} role="status">
              {t('picConverter.input.count', { count: files.length })}
            </p>
            {files.length > 0 && <Button onClick={() => setFiles([])}>{t('picConverter.input.clear')}</Button>}
          </div>
          <ul className={css.list}>
            {files.map((file, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: files are only added at the end or cleared together
              <li key={index}>
                <ConvertedFile file={file} outcome={outcomes[index] ?? { kind: 'working' }} language={language} />
              </li>
            ))}
          </ul>
        </>
      }
    />
  );
};
