import { useMessages } from '@safelight/sitegen/runtime';
import { useDeferredValue, useMemo } from 'react';
import { CopyButton } from '../../shell/CopyButton.tsx';
import { UtilityPage } from '../../shell/UtilityPage.tsx';
import { Button } from '../../ui/Button.tsx';
import { TextArea } from '../../ui/Field.tsx';
import { FileButton } from '../parts/FileButton.tsx';
import parts from '../parts/parts.module.css';
import { saveFile } from '../parts/save-file.ts';
import { useStored } from '../parts/use-stored.ts';
import { CountsPanel } from './CountsPanel.tsx';
import { convertMarks } from './convert.ts';
import { DiffPanel } from './DiffPanel.tsx';
import { EXAMPLE } from './example.ts';
import { MARKS_RULES, type MarksFields } from './fields.ts';
import { ParagraphsPanel, PunctuationPanel } from './MarksOptionsPanels.tsx';

/** The settings that the example illustrates. */
const EXAMPLE_FIELDS: Partial<MarksFields> = {
  source: EXAMPLE,
  from: 'auto',
  to: 'pTags',
  punctuation: 'toFull',
  spacing: true,
  quotes: 'english',
  apostrophe: true,
  dashes: true,
  ellipsis: true,
  showDiff: true,
};

const fileName = (text: string, { to, from }: { readonly to: string; readonly from: string }): string => {
  const marks = to === 'keep' ? from : to;
  if (marks === 'markdown') return 'text.md';
  return marks === 'pTags' || (marks === 'brTags' && text !== '') ? 'text.html' : 'text.txt';
};

/** Converts a text between paragraph formats and punctuation styles. */
export const MarksUtility = () => {
  const t = useMessages();
  const [fields, set] = useStored('marks', MARKS_RULES);
  // Converting is deferred, so that typing stays responsive.
  const latest = useDeferredValue(fields);
  const { text, from, counts } = useMemo(() => convertMarks(latest.source, latest), [latest]);
  const { source } = fields;
  return (
    <UtilityPage
      title={t('pMarksConverter.h1')}
      lead={t('pMarksConverter.lead')}
      input={
        <>
          <TextArea
            label={t('pMarksConverter.input.label')}
            placeholder={t('pMarksConverter.input.hint')}
            rows={14}
            spellCheck={false}
            value={source}
            onChange={(event) => set({ source: event.currentTarget.value })}
          />
          <div className={parts.row}>
            <FileButton
              label={t('pMarksConverter.input.open')}
              accept=".txt,.md,.markdown,.html,.htm,text/*"
              onFile={async (file) => set({ source: await file.text() })}
            />
            {source === '' ? (
              <Button onClick={() => set(EXAMPLE_FIELDS)}>{t('pMarksConverter.input.example')}</Button>
            ) : (
              <Button onClick={() => set({ source: '' })}>{t('pMarksConverter.input.clear')}</Button>
            )}
          </div>
          <ParagraphsPanel fields={fields} set={set} detected={from} />
          <PunctuationPanel fields={fields} set={set} />
        </>
      }
      output={
        <>
          <TextArea label={t('pMarksConverter.output.label')} rows={14} value={text} readOnly spellCheck={false} />
          <div className={parts.row}>
            <CopyButton text={text} label={t('pMarksConverter.output.copy')} />
            <Button
              disabled={text === ''}
              onClick={() =>
                saveFile(new Blob([text], { type: 'text/plain' }), fileName(text, { to: fields.to, from }))
              }
            >
              {t('pMarksConverter.output.download')}
            </Button>
            <Button disabled={text === source} onClick={() => set({ source: text, from: 'auto' })}>
              {t('pMarksConverter.input.swap')}
            </Button>
          </div>
          <CountsPanel counts={counts} result={text} />
          <DiffPanel
            before={latest.source}
            after={text}
            shown={fields.showDiff}
            onShow={(showDiff) => set({ showDiff })}
          />
        </>
      }
    />
  );
};
