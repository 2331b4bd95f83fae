import { LocaleLink, useMessages } from '@safelight/sitegen/runtime';
import type { EntrySummary } from '@safelight/sitegen/types';
import { useCallback, useEffect, useState } from 'react';
import { PostCard } from '../shell/PostCard.tsx';
import { Questions } from '../shell/Questions.tsx';
import { Section } from '../shell/Section.tsx';
import { Steps } from '../shell/Steps.tsx';
import { buttonClass } from '../ui/Button.tsx';
import { pendingFile, takeHandedFiles } from '../ui/pending-file.ts';
import css from './Home.module.css';
import { Hero } from './home/Hero.tsx';
import { ToolGrid } from './home/ToolGrid.tsx';
import { Why } from './home/Why.tsx';

type HomeProps = {
  /** The latest articles in the language of the page, where there are any. */
  readonly posts?: readonly EntrySummary[];
};

export const Page = ({ posts = [] }: HomeProps) => {
  const t = useMessages();
  const [file, setFile] = useState<File | null>(null);
  const choose = useCallback((chosen: File | null) => {
    setFile(chosen);
    // Tools of its kind open it, however the visitor goes there; so does this page in another language.
    pendingFile.put(chosen);
  }, []);
  useEffect(() => void takeHandedFiles().then(([handed]) => handed && choose(handed)), [choose]);
  return (
    <>
      <Hero file={file} onFile={choose} />
      <Section id="tools" title={t('home.tools.title')} lead={t('home.tools.lead')}>
        <ToolGrid />
      </Section>
      <Section title={t('home.why.title')} lead={t('home.why.lead')}>
        <Why />
      </Section>
      <Section title={t('home.how.title')}>
        <Steps list="home.how.steps" count={3} />
      </Section>
      <Section title={t('home.questions.title')} width="narrow">
        <Questions list="home.questions.items" count={7} />
      </Section>
      {posts.length > 0 && (
        <Section title={t('home.blog.title')} lead={t('home.blog.lead')}>
          <ul className={css.posts}>
            {posts.slice(0, 3).map((post) => (
              <li key={post.path}>
                <PostCard post={post} level={3} />
              </li>
            ))}
          </ul>
          <p className={css.more}>
            <LocaleLink to="/blog" className={buttonClass()}>
              {t('home.blog.all')}
            </LocaleLink>
          </p>
        </Section>
      )}
    </>
  );
};
