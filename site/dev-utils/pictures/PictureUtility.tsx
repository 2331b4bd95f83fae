import { useLocale, useMessages } from '@safelight/sitegen/runtime';
import { useMemo, useRef, useState } from 'react';
import { UtilityPage } from '../../shell/UtilityPage.tsx';
import { isAccepted } from '../../ui/accepted.ts';
import { Button } from '../../ui/Button.tsx';
import { Dropzone } from '../../ui/Dropzone.tsx';
import { useToast } from '../../ui/Toast.tsx';
import { Empty, Panel } from '../parts/Panel.tsx';
import parts from '../parts/parts.module.css';
import { saveFile } from '../parts/save-file.ts';
import { useStored } from '../parts/use-stored.ts';
import { optionsOf, PICTURE_RULES } from './fields.ts';
import { readableBytes, readablePercentage, savedFraction } from './format.ts';
import { fileName, uniqueNames } from './names.ts';
import { PictureForm } from './PictureForm.tsx';
import { PictureList } from './PictureList.tsx';
import { PicturePreview } from './PicturePreview.tsx';
import css from './pictures.module.css';
import { type PictureFile, useConversions } from './use-conversions.ts';
import { useConverter } from './use-converter.ts';

/** Converts pictures to another format and size. */
export const PictureUtility = () => {
  const t = useMessages();
  const toast = useToast();
  const { language } = useLocale();
  const [fields, set] = useStored('pictures', PICTURE_RULES);
  const [files, setFiles] = useState<readonly PictureFile[]>([]);
  const [selected, setSelected] = useState<string | null>(null);
  const lastId = useRef(0);
  const { converter, formats } = useConverter();
  const chosen = files.find(({ id }) => id === selected) ?? files[0] ?? null;
  const options = useMemo(() => optionsOf(fields), [fields]);
  const conversions = useConversions({ files, options, converter, chosen: chosen?.id ?? null });

  const add = (more: readonly File[]) => {
    const pictures = more.filter((file) => isAccepted(file, 'image'));
    const other = more.find((file) => !pictures.includes(file));
    if (other) toast({ kind: 'error', text: t('errors.file.wrongType.text', { name: other.name, type: other.type }) });
    const added = pictures.map((file) => {
      lastId.current += 1;
      return { id: String(lastId.current), file };
    });
    setFiles((now) => [...now, ...added]);
  };
  const results = files.flatMap(({ id, file }, index) => {
    const conversion = conversions.get(id);
    const result = conversion?.state === 'done' ? conversion.result : null;
    const { type } = options;
    return result
      ? [
          {
            id,
            before: file.size,
            blob: result.blob,
            name: fileName(fields.names, { ...result, type, name: file.name, number: index + 1 }),
          },
        ]
      : [];
  });
  const busy = files.some(({ id }) => !/^(?:done|failed)$/.test(conversions.get(id)?.state ?? 'waiting'));
  const names = uniqueNames(results.map(({ name }) => name));
  const save = (id: string) => {
    const at = results.findIndex((result) => result.id === id);
    const result = results[at];
    if (result) saveFile(result.blob, names[at] ?? result.name);
  };
  const saveAll = async () => {
    const entries = results.map(({ blob }, index) => ({ name: names[index] ?? '', file: blob }));
    const outcome = await converter?.call({ kind: 'zip', entries });
    if (outcome?.ok) saveFile(outcome.value, 'pictures.zip');
    else toast({ kind: 'error', text: t('picConverter.summary.zipFailed') });
  };
  const [before, after] = [
    results.reduce((sum, one) => sum + one.before, 0),
    results.reduce((sum, one) => sum + one.blob.size, 0),
  ];
  const savedShare = savedFraction(before, after);
  const shown = chosen && conversions.get(chosen.id)?.result;
  return (
    <UtilityPage
      title={t('picConverter.h1')}
      lead={t('picConverter.lead')}
      input={
        <>
          <Dropzone
            className={css.drop}
            kind="image"
            multiple
            action={files.length > 0 ? t('picConverter.input.add') : t('picConverter.input.choose')}
            hint={t('picConverter.input.drop')}
            note={t('picConverter.input.private')}
            dropNow={t('workspace.input.dropNow')}
            onFiles={add}
          />
          <Panel
            title={t('picConverter.input.count', { count: files.length })}
            live
            actions={files.length > 0 && <Button onClick={() => setFiles([])}>{t('picConverter.input.clear')}</Button>}
          >
            {files.length === 0 && <Empty>{t('picConverter.table.empty')}</Empty>}
            {chosen && shown && <PicturePreview before={chosen.file} after={shown.blob} />}
            <PictureList
              files={files}
              conversions={conversions}
              chosen={chosen?.id ?? null}
              onChoose={setSelected}
              onRemove={(id) => setFiles((now) => now.filter((one) => one.id !== id))}
              onSave={save}
            />
            {files.length > 0 && (
              <div className={parts.row}>
                <Button
                  kind="primary"
                  disabled={busy || results.length === 0}
                  onClick={results.length === 1 ? () => save(results[0]?.id ?? '') : saveAll}
                >
                  {files.length === 1 ? t('picConverter.action.download') : t('picConverter.action.zip')}
                </Button>
                <p className={parts.status} role="status">
                  {results.length > 0 &&
                    (savedShare < 0
                      ? t('picConverter.summary.larger')
                      : t('picConverter.summary.total', {
                          before: readableBytes(before, language),
                          after: readableBytes(after, language),
                          percent: readablePercentage(savedShare, language),
                        }))}
                </p>
              </div>
            )}
          </Panel>
        </>
      }
      output={<PictureForm fields={fields} set={set} formats={formats} />}
    />
  );
};
