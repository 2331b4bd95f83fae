import { useMessages } from '@safelight/sitegen/runtime';
import { Select, Switch } from '../../ui/Field.tsx';
import { Panel } from '../parts/Panel.tsx';
import parts from '../parts/parts.module.css';
import type { ParagraphFormat } from './blocks.ts';
import { type MarksFields, SOURCE_FORMATS, TARGET_FORMATS } from './fields.ts';
import { PUNCTUATION } from './punctuation.ts';
import { QUOTE_STYLES } from './quotes.ts';

type PanelsProps = {
  readonly fields: MarksFields;
  readonly set: (change: Partial<MarksFields>) => void;
  /** Paragraph format of the source. */
  readonly detected: ParagraphFormat;
};

type Names<Choice extends string> = { readonly [choice in Choice]: string };

/** Option elements for choices, in their order. */
const options = <Choice extends string>(choices: readonly Choice[], names: Names<Choice>) =>
  choices.map((choice) => (
    <option key={choice} value={choice}>
      {names[choice]}
    </option>
  ));

const chosen = <Choice extends string>(choices: readonly Choice[], value: string): Choice | undefined =>
  choices.find((choice) => choice === value);

export const ParagraphsPanel = ({ fields, set, detected }: PanelsProps) => {
  const t = useMessages();
  const names: Names<ParagraphFormat> = {
    lines: t('pMarksConverter.paragraphs.lines'),
    blankLines: t('pMarksConverter.paragraphs.blankLines'),
    pTags: t('pMarksConverter.paragraphs.pTags'),
    brTags: t('pMarksConverter.paragraphs.brTags'),
    markdown: t('pMarksConverter.paragraphs.markdown'),
  };
  const from = { ...names, auto: t('pMarksConverter.paragraphs.auto') };
  const to = { ...names, keep: t('pMarksConverter.punctuation.keep') };
  const written = fields.to !== 'keep';
  return (
    <Panel title={t('pMarksConverter.paragraphs.title')}>
      <div className={parts.pair}>
        <Select
          label={t('pMarksConverter.paragraphs.from')}
          hint={
            fields.from === 'auto' && fields.source !== ''
              ? t('pMarksConverter.paragraphs.found', { marks: names[detected] })
              : undefined
          }
          value={fields.from}
          onChange={(event) => set({ from: chosen(SOURCE_FORMATS, event.currentTarget.value) ?? 'auto' })}
        >
          {options(SOURCE_FORMATS, from)}
        </Select>
        <Select
          label={t('pMarksConverter.paragraphs.to')}
          value={fields.to}
          onChange={(event) => set({ to: chosen(TARGET_FORMATS, event.currentTarget.value) ?? 'pTags' })}
        >
          {options(TARGET_FORMATS, to)}
        </Select>
      </div>
      <div className={parts.checks}>
        <Switch
          label={t('pMarksConverter.paragraphs.keepBreaks')}
          checked={fields.keepBreaks}
          disabled={!written}
          onChange={(keepBreaks) => set({ keepBreaks })}
        />
        <Switch
          label={t('pMarksConverter.paragraphs.escape')}
          checked={fields.literal}
          disabled={!written}
          onChange={(literal) => set({ literal })}
        />
        <Switch
          label={t('pMarksConverter.paragraphs.indent')}
          checked={fields.indent}
          disabled={fields.to !== 'pTags'}
          onChange={(indent) => set({ indent })}
        />
      </div>
    </Panel>
  );
};

export const PunctuationPanel = ({ fields, set }: Omit<PanelsProps, 'detected'>) => {
  const t = useMessages();
  const directions = {
    keep: t('pMarksConverter.punctuation.keep'),
    toFull: t('pMarksConverter.punctuation.toFull'),
    toHalf: t('pMarksConverter.punctuation.toHalf'),
  };
  const styles = {
    keep: t('pMarksConverter.punctuation.keep'),
    straight: t('pMarksConverter.quotes.straight'),
    english: t('pMarksConverter.quotes.english'),
    german: t('pMarksConverter.quotes.german'),
    french: t('pMarksConverter.quotes.french'),
    corner: t('pMarksConverter.quotes.corner'),
  };
  const check = (name: 'digits' | 'spacing' | 'apostrophe' | 'dashes' | 'ellipsis', label: string) => (
    <Switch label={label} checked={fields[name]} onChange={(checked) => set({ [name]: checked })} />
  );
  return (
    <>
      <Panel title={t('pMarksConverter.punctuation.title')}>
        <Select
          label={t('pMarksConverter.punctuation.direction')}
          value={fields.punctuation}
          onChange={(event) => set({ punctuation: chosen(PUNCTUATION, event.currentTarget.value) ?? 'keep' })}
        >
          {options(PUNCTUATION, directions)}
        </Select>
        <div className={parts.checks}>
          <Switch
            label={t('pMarksConverter.punctuation.onlyBesideCjk')}
            checked={fields.onlyBesideCjk}
            disabled={fields.punctuation !== 'toFull'}
            onChange={(onlyBesideCjk) => set({ onlyBesideCjk })}
          />
          {check('digits', t('pMarksConverter.punctuation.digits'))}
          {check('spacing', t('pMarksConverter.punctuation.spacing'))}
        </div>
      </Panel>
      <Panel title={t('pMarksConverter.quotes.title')}>
        <Select
          label={t('pMarksConverter.quotes.style')}
          value={fields.quotes}
          onChange={(event) => set({ quotes: chosen(QUOTE_STYLES, event.currentTarget.value) ?? 'keep' })}
        >
          {options(QUOTE_STYLES, styles)}
        </Select>
        <div className={parts.checks}>
          {check('apostrophe', t('pMarksConverter.quotes.apostrophe'))}
          {check('dashes', t('pMarksConverter.quotes.dashes'))}
          {check('ellipsis', t('pMarksConverter.quotes.ellipsis'))}
        </div>
      </Panel>
    </>
  );
};
