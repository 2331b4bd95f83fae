import { useMessages } from '@safelight/sitegen/runtime';
import { useMemo, useState } from 'react';
import { CopyButton } from '../../shell/CopyButton.tsx';
import { UtilityPage } from '../../shell/UtilityPage.tsx';
import { Button } from '../../ui/Button.tsx';
import { Glyph } from '../../ui/Glyph.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { Empty, Panel } from '../parts/Panel.tsx';
import parts from '../parts/parts.module.css';
import { useStored } from '../parts/use-stored.ts';
import { EXAMPLE, SEO_RULES } from './fields.ts';
import { Measurements } from './Measurements.tsx';
import { ProblemList } from './ProblemList.tsx';
import { problemsOf } from './problems.ts';
import { readSource } from './read.ts';
import { SearchResult } from './SearchResult.tsx';
import { SeoForm } from './SeoForm.tsx';
import { OpenGraphCard, XCard } from './SocialCards.tsx';
import css from './seo.module.css';
import { useMeasure } from './use-measure.ts';
import { usePicture } from './use-picture.ts';
import { frontMatterYaml, headHtml } from './write.ts';

/** Previews a page in search results and social networks, and lists its problems. */
export const SeoUtility = () => {
  const t = useMessages();
  const [fields, set] = useStored('seo', SEO_RULES);
  const [files, setFiles] = useState<{ readonly picture: File | null; readonly icon: File | null }>({
    picture: null,
    icon: null,
  });
  const [picture, icon] = [usePicture(files.picture), usePicture(files.icon)];
  const measure = useMeasure();
  const found = useMemo(() => readSource(fields.paste), [fields.paste]);
  const isEmpty = `${fields.title}${fields.description}${fields.url}${fields.paste}` === '';
  const problems = problemsOf({ meta: fields, keyword: fields.keyword, found, image: picture, measure });
  const clear = () => {
    set(SEO_RULES.initial);
    setFiles({ picture: null, icon: null });
  };
  const result = { fields, measure, icon: icon?.url ?? null };
  return (
    <UtilityPage
      title={t('seoPreview.h1')}
      lead={t('seoPreview.lead')}
      input={
        <>
          <SeoForm
            fields={fields}
            set={set}
            onPicture={(file) => setFiles((now) => ({ ...now, picture: file }))}
            onIcon={(file) => setFiles((now) => ({ ...now, icon: file }))}
          />
          <div className={parts.row}>
            {isEmpty ? (
              <Button onClick={() => set(EXAMPLE)}>{t('seoPreview.input.example')}</Button>
            ) : (
              <Button onClick={clear}>{t('seoPreview.input.clear')}</Button>
            )}
            <CopyButton text={isEmpty ? '' : headHtml(fields)} label={t('seoPreview.copy.html')} />
            <CopyButton text={isEmpty ? '' : frontMatterYaml(fields)} label={t('seoPreview.copy.frontMatter')} />
          </div>
        </>
      }
      output={
        <>
          <Panel title={t('seoPreview.measure.title')}>
            <Measurements fields={fields} measure={measure} />
          </Panel>
          <Panel title={t('seoPreview.preview.search')}>
            <Tabs
              label={t('seoPreview.preview.search')}
              tabs={[
                {
                  id: 'desktop',
                  title: t('seoPreview.preview.desktop'),
                  content: <SearchResult {...result} device="desktop" />,
                },
                {
                  id: 'phone',
                  title: t('seoPreview.preview.phone'),
                  content: <SearchResult {...result} device="phone" />,
                },
              ]}
            />
          </Panel>
          <Panel title={t('seoPreview.found.count', { count: problems.length })} live>
            {isEmpty && <Empty>{t('seoPreview.found.empty')}</Empty>}
            {!isEmpty && problems.length === 0 && (
              <p className={css.good}>
                <Glyph name="check" />
                {t('seoPreview.found.good')}
              </p>
            )}
            <ProblemList problems={problems} />
          </Panel>
          <Panel title={t('seoPreview.preview.cards')}>
            <Tabs
              label={t('seoPreview.preview.cards')}
              tabs={[
                {
                  id: 'og',
                  title: t('seoPreview.preview.openGraph'),
                  content: <OpenGraphCard fields={fields} picture={picture} />,
                },
                { id: 'x', title: t('seoPreview.preview.x'), content: <XCard fields={fields} picture={picture} /> },
              ]}
            />
          </Panel>
        </>
      }
    />
  );
};
