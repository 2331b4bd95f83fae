import { useState } from 'react';
import { useMessages } from 'sitegen/runtime';
import { detectMarks, type ParagraphMarks, readParagraphs, writeParagraphs } from '../dev-utils/paragraphs.ts';
import { CopyButton } from '../shell/CopyButton.tsx';
import { UtilityPage } from '../shell/UtilityPage.tsx';
import { Select, TextArea } from '../ui/Field.tsx';
import css from './utility.module.css';

const MARKS = ['lines', 'blankLines', 'pTags', 'brTags'] as const;
const marksOf = (value: string): ParagraphMarks | undefined => MARKS.find((marks) => marks === value);

export const Page = () => {
  const t = useMessages();
  const [text, setText] = useState('');
  const [from, setFrom] = useState<ParagraphMarks | undefined>(undefined);
  const [to, setTo] = useState<ParagraphMarks>('pTags');
  const paragraphs = readParagraphs(text, from ?? detectMarks(text));
  const result = writeParagraphs(paragraphs, to);
  const names: { readonly [marks in ParagraphMarks]: string } = {
    lines: t('pMarksConverter.paragraphs.lines'),
    blankLines: t('pMarksConverter.paragraphs.blankLines'),
    pTags: t('pMarksConverter.paragraphs.pTags'),
    brTags: t('pMarksConverter.paragraphs.brTags'),
  };
  const options = MARKS.map((marks) => (
    <option key={marks} value={marks}>
      {names[marks]}
    </option>
  ));
  return (
    <UtilityPage
      title={t('pMarksConverter.h1')}
      lead={t('pMarksConverter.lead')}
      input={
        <>
          <TextArea
            label={t('pMarksConverter.input.label')}
            hint={t('pMarksConverter.input.hint')}
            rows={14}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <div className={css.pair}>
            <Select
              label={t('pMarksConverter.paragraphs.from')}
              value={from ?? 'auto'}
              onChange={(event) => setFrom(marksOf(event.currentTarget.value))}
            >
              <option value="auto">{t('pMarksConverter.paragraphs.auto')}</option>
              {options}
            </Select>
            <Select
              label={t('pMarksConverter.paragraphs.to')}
              value={to}
              onChange={(event) => setTo(marksOf(event.currentTarget.value) ?? 'pTags')}
            >
              {options}
            </Select>
          </div>
        </>
      }
      output={
        <>
          <TextArea label={t('pMarksConverter.output.label')} rows={14} value={result} readOnly />
          <p className={css.status} role="status">
            {t('pMarksConverter.count.paragraphs', { count: paragraphs.length })}
          </p>
          <CopyButton text={result} label={t('pMarksConverter.output.copy')} />
        </>
      }
    />
  );
};
