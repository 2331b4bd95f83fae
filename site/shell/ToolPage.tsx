import { useMessages } from '@safelight/sitegen/runtime';
import type { ToolMeta } from '../tools/meta.ts';
import { relatedTools } from '../tools/registry.ts';
import { Drawing } from '../ui/Drawing.tsx';
import { lockShape } from '../ui/drawings/lock.ts';
import { Glyph } from '../ui/Glyph.tsx';
import { messageKeys } from './message-keys.ts';
import { Questions } from './Questions.tsx';
import { SampleResult } from './SampleResult.tsx';
import { Section } from './Section.tsx';
import { Steps } from './Steps.tsx';
import { ToolCard } from './ToolCard.tsx';
import css from './ToolPage.module.css';
import { useComputedMessages } from './use-computed-messages';
import { Workspace } from './Workspace.tsx';

const Points = ({ list, kind }: { readonly list: string; readonly kind: 'strength' | 'limit' }) => {
  const text = useComputedMessages();
  return (
    <ul className={css.points} data-kind={kind}>
      {messageKeys(list, 4).map((key) => (
        <li key={key} className={css.point}>
          <Glyph name={kind === 'strength' ? 'check' : 'close'} />
          <span>{text(key)}</span>
        </li>
      ))}
    </ul>
  );
};

/** The page of a tool: workspace first, then samples, steps, strengths and limits, questions, related tools. */
export const ToolPage = ({ tool }: { readonly tool: ToolMeta }) => {
  const t = useMessages();
  const { name } = tool;
  return (
    <>
      <div className={css.top}>
        <header className={css.head}>
          <h1 className={css.title}>{t(`${name}.h1`)}</h1>
          <p className={css.lead}>{t(`${name}.lead`)}</p>
        </header>
        <noscript>
          <p className={css.noScript}>{t('common.shell.noScript')}</p>
        </noscript>
        <Workspace tool={tool} />
        <p className={css.privacy}>
          <Drawing path={lockShape} />
          <span>
            {t('common.toolPage.privacy')} {t('common.toolPage.free')}
          </span>
        </p>
      </div>
      <Section title={t('common.toolPage.samples')} lead={t('common.toolPage.samplesNote')}>
        <SampleResult tool={tool} />
      </Section>
      <Section title={t('common.toolPage.how')}>
        <Steps list={`${name}.how`} count={4} />
      </Section>
      <Section>
        <div className={css.strengths}>
          <div>
            <h2 className={css.subtitle}>{t('common.toolPage.good')}</h2>
            <Points list={`${name}.good`} kind="strength" />
          </div>
          <div>
            <h2 className={css.subtitle}>{t('common.toolPage.limits')}</h2>
            <Points list={`${name}.limits`} kind="limit" />
          </div>
        </div>
      </Section>
      <Section title={t('common.toolPage.questions')} width="narrow">
        <Questions list={`${name}.questions`} count={5} />
      </Section>
      <Section title={t('common.toolPage.related')} screenOnly>
        <ul className={css.related}>
          {relatedTools(tool, 3).map((other) => (
            <li key={other.name}>
              <ToolCard tool={other} level={3} />
            </li>
          ))}
        </ul>
      </Section>
    </>
  );
};
