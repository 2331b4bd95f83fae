import { useMessages } from '@safelight/sitegen/runtime';
import { useMemo } from 'react';
import { CopyButton } from '../../shell/CopyButton.tsx';
import { UtilityPage } from '../../shell/UtilityPage.tsx';
import { Button } from '../../ui/Button.tsx';
import { Select, TextArea, TextField } from '../../ui/Field.tsx';
import { FileButton } from '../parts/FileButton.tsx';
import { Empty, Panel } from '../parts/Panel.tsx';
import parts from '../parts/parts.module.css';
import { useStored } from '../parts/use-stored.ts';
import { AnchorList } from './AnchorList.tsx';
import { EXAMPLE } from './example.ts';
import { ANCHOR_RULES } from './fields.ts';
import { fragmentLink } from './fragment.ts';
import { anchorsOf, FLAVOURS } from './slugs.ts';
import { TocPanel } from './TocPanel.tsx';
import { linkTo } from './toc.ts';

/** Generates slugs and a table of contents from the headings of a document. */
export const AnchorUtility = () => {
  const t = useMessages();
  const [fields, set] = useStored('anchors', ANCHOR_RULES);
  const { source, flavour } = fields;
  const anchors = useMemo(() => anchorsOf(source, flavour), [source, flavour]);
  const flavours = {
    github: t('anchorLinkGenerator.options.github'),
    gitlab: t('anchorLinkGenerator.options.gitlab'),
    gitlabOld: t('anchorLinkGenerator.options.gitlabOld'),
    sitegen: t('anchorLinkGenerator.options.sitegen'),
  };
  const hints = {
    github: t('anchorLinkGenerator.rules.github'),
    gitlab: t('anchorLinkGenerator.rules.gitlab'),
    gitlabOld: t('anchorLinkGenerator.rules.gitlabOld'),
    sitegen: t('anchorLinkGenerator.rules.sitegen'),
  };
  const links = anchors.filter(({ slug }) => slug !== '').map(({ slug }) => linkTo(slug, fields));
  const fragment = fragmentLink(fields);
  const example = <Button onClick={() => set({ source: EXAMPLE })}>{t('anchorLinkGenerator.input.example')}</Button>;
  return (
    <UtilityPage
      title={t('anchorLinkGenerator.h1')}
      lead={t('anchorLinkGenerator.lead')}
      input={
        <>
          <TextArea
            label={t('anchorLinkGenerator.input.label')}
            hint={t('anchorLinkGenerator.input.hint')}
            rows={16}
            spellCheck={false}
            value={source}
            onChange={(event) => set({ source: event.currentTarget.value })}
          />
          <div className={parts.row}>
            <FileButton
              label={t('anchorLinkGenerator.input.open')}
              accept=".md,.mdx,.markdown,.html,.htm,.txt,text/*"
              onFile={async (file) => set({ source: await file.text() })}
            />
            {source === '' ? (
              example
            ) : (
              <Button onClick={() => set({ source: '' })}>{t('anchorLinkGenerator.input.clear')}</Button>
            )}
          </div>
          <Select
            label={t('anchorLinkGenerator.options.flavour')}
            hint={hints[flavour]}
            value={flavour}
            onChange={(event) =>
              set({ flavour: FLAVOURS.find((candidate) => candidate === event.currentTarget.value) ?? 'github' })
            }
          >
            {FLAVOURS.map((one) => (
              <option key={one} value={one}>
                {flavours[one]}
              </option>
            ))}
          </Select>
          <TextField
            label={t('anchorLinkGenerator.input.base')}
            inputMode="url"
            placeholder="https://example.com/guide"
            value={fields.base}
            onChange={(event) => set({ base: event.currentTarget.value })}
          />
          <Panel
            title={t('anchorLinkGenerator.fragment.title')}
            actions={<CopyButton text={fragment} label={t('anchorLinkGenerator.toc.copyLink')} />}
          >
            <p className={parts.status}>{t('anchorLinkGenerator.fragment.explain')}</p>
            <div className={parts.pair}>
              <TextField
                label={t('anchorLinkGenerator.fragment.text')}
                value={fields.start}
                onChange={(event) => set({ start: event.currentTarget.value })}
              />
              <TextField
                label={t('anchorLinkGenerator.fragment.textEnd')}
                value={fields.end}
                onChange={(event) => set({ end: event.currentTarget.value })}
              />
            </div>
            <TextField label={t('anchorLinkGenerator.fragment.result')} value={fragment} readOnly />
          </Panel>
        </>
      }
      output={
        <>
          <Panel
            title={t('anchorLinkGenerator.count', { count: anchors.length })}
            live
            actions={<CopyButton text={links.join('\n')} label={t('anchorLinkGenerator.toc.copyAll')} />}
          >
            {anchors.length > 0 ? (
              <AnchorList anchors={anchors} link={fields} />
            ) : (
              <Empty>{t('anchorLinkGenerator.table.none')}</Empty>
            )}
          </Panel>
          <TocPanel anchors={anchors} fields={fields} set={set} />
        </>
      }
    />
  );
};
