import { useState } from 'react';
import { useMessages } from 'sitegen/runtime';
import { anchorsOf, headingsOf, type SlugFlavour, tocOf } from '../dev-utils/slugs.ts';
import { CopyButton } from '../shell/CopyButton.tsx';
import { UtilityPage } from '../shell/UtilityPage.tsx';
import { Select, TextArea } from '../ui/Field.tsx';
import css from './utility.module.css';

export const Page = () => {
  const t = useMessages();
  const [source, setSource] = useState('');
  const [flavour, setFlavour] = useState<SlugFlavour>('github');
  const anchors = anchorsOf(headingsOf(source), flavour);
  const toc = anchors.length > 0 ? tocOf(anchors) : '';
  return (
    <UtilityPage
      title={t('anchorLinkGenerator.h1')}
      lead={t('anchorLinkGenerator.lead')}
      input={
        <>
          <TextArea
            label={t('anchorLinkGenerator.input.label')}
            hint={t('anchorLinkGenerator.input.hint')}
            rows={14}
            value={source}
            onChange={(event) => setSource(event.currentTarget.value)}
          />
          <Select
            label={t('anchorLinkGenerator.options.flavour')}
            value={flavour}
            onChange={(event) => setFlavour(event.currentTarget.value === 'gitlab' ? 'gitlab' : 'github')}
          >
            <option value="github">{t('anchorLinkGenerator.options.github')}</option>
            <option value="gitlab">{t('anchorLinkGenerator.options.gitlab')}</option>
          </Select>
        </>
      }
      output={
        <>
          <p className={css.status} role="status">
            {t('anchorLinkGenerator.count', { count: anchors.length })}
          </p>
          {anchors.length > 0 && (
            <div className={css.scroll}>
              <table className={css.table}>
                <thead>
                  <tr>
                    <th scope="col">{t('anchorLinkGenerator.table.level')}</th>
                    <th scope="col">{t('anchorLinkGenerator.table.heading')}</th>
                    <th scope="col">{t('anchorLinkGenerator.table.slug')}</th>
                  </tr>
                </thead>
                <tbody>
                  {anchors.map(({ level, text, slug }) => (
                    <tr key={slug}>
                      <td>{level}</td>
                      <td>{text}</td>
                      <td>
                        <code>{slug || t('anchorLinkGenerator.table.empty')}</code>
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )}
          <TextArea label={t('anchorLinkGenerator.toc.title')} rows={8} value={toc} readOnly />
          <CopyButton text={toc} label={t('anchorLinkGenerator.toc.copy')} />
        </>
      }
    />
  );
};
