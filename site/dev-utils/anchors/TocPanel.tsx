import { useMessages } from '@safelight/sitegen/runtime';
import { CopyButton } from '../../shell/CopyButton.tsx';
import { Select, Switch, TextArea } from '../../ui/Field.tsx';
import { Panel } from '../parts/Panel.tsx';
import parts from '../parts/parts.module.css';
import type { AnchorFields } from './fields.ts';
import type { Anchor } from './slugs.ts';
import { TOC_FORMATS, tocOf } from './toc.ts';

type TocPanelProps = {
  readonly anchors: readonly Anchor[];
  readonly fields: AnchorFields;
  readonly set: (change: Partial<AnchorFields>) => void;
};

const LEVELS = [1, 2, 3, 4, 5, 6];

/** Shows the table of contents as text to copy, with its options. */
export const TocPanel = ({ anchors, fields, set }: TocPanelProps) => {
  const t = useMessages();
  const toc = tocOf(anchors, fields);
  const names = {
    markdown: t('anchorLinkGenerator.options.markdown'),
    numbered: t('anchorLinkGenerator.options.numbered'),
    html: t('anchorLinkGenerator.options.html'),
  };
  const levels = LEVELS.map((level) => (
    <option key={level} value={level}>
      H{level}
    </option>
  ));
  return (
    <Panel
      title={t('anchorLinkGenerator.toc.title')}
      actions={<CopyButton text={toc} label={t('anchorLinkGenerator.toc.copy')} />}
    >
      <div className={parts.pair}>
        <Select
          label={t('anchorLinkGenerator.options.format')}
          value={fields.format}
          onChange={(event) =>
            set({ format: TOC_FORMATS.find((one) => one === event.currentTarget.value) ?? 'markdown' })
          }
        >
          {TOC_FORMATS.map((format) => (
            <option key={format} value={format}>
              {names[format]}
            </option>
          ))}
        </Select>
        <div className={parts.narrowPair}>
          <Select
            label={t('anchorLinkGenerator.options.minLevel')}
            value={fields.minLevel}
            onChange={(event) => set({ minLevel: Number(event.currentTarget.value) })}
          >
            {levels}
          </Select>
          <Select
            label={t('anchorLinkGenerator.options.maxLevel')}
            value={fields.maxLevel}
            onChange={(event) => set({ maxLevel: Number(event.currentTarget.value) })}
          >
            {levels}
          </Select>
        </div>
      </div>
      <Switch
        label={t('anchorLinkGenerator.options.encode')}
        checked={fields.encode}
        onChange={(encode) => set({ encode })}
      />
      <TextArea label={t('anchorLinkGenerator.toc.result')} rows={8} value={toc} readOnly spellCheck={false} />
      {toc === '' && <p className={parts.status}>{t('anchorLinkGenerator.toc.none')}</p>}
    </Panel>
  );
};
