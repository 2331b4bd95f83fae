import { useMessages, useSite } from '@safelight/sitegen/runtime';
import { useEffect, useState } from 'react';
import { publicUrl } from '../shell/public-url.ts';
import { Section } from '../shell/Section.tsx';
import css from './Notices.module.css';
import textPage from './text-page.module.css';

/** `models/notices.json`, made with the models. */
type ModelLicence = {
  readonly licence: string;
  readonly text: string;
  readonly works: readonly {
    readonly id: string;
    readonly title: string;
    readonly homepage: string;
    readonly notice: string;
    readonly changes: readonly string[];
  }[];
};

/** `notices.json`, made by `npm run notices`. */
type Notices = {
  readonly libraries: readonly {
    readonly name: string;
    readonly version: string;
    readonly licence: string;
    readonly homepage: string;
    readonly text: string;
  }[];
  readonly photographs: readonly string[];
};

/** Fetches a JSON file of the site; null until it has loaded, and if it cannot be loaded. */
const useList = <T,>(path: string): T | null => {
  const url = publicUrl(useSite(), path);
  const [list, setList] = useState<T | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    fetch(url, { signal: controller.signal })
      .then((response) => (response.ok ? (response.json() as Promise<T>) : null))
      .then(setList)
      .catch(() => undefined);
    return () => controller.abort();
  }, [url]);
  return list;
};

const Licence = ({ text }: { readonly text: string }) => {
  const t = useMessages();
  return (
    <details className={css.licence}>
      <summary>{t('notices.show')}</summary>
      <pre className={css.text}>{text}</pre>
    </details>
  );
};

/** The page of licences and credits: models, libraries, photographs. */
export const Page = () => {
  const t = useMessages();
  const models = useList<readonly ModelLicence[]>('/models/notices.json');
  const notices = useList<Notices>('/notices.json');
  return (
    <>
      <header className={textPage.frame}>
        <h1>{t('notices.h1')}</h1>
        <p className={textPage.lead}>{t('notices.lead')}</p>
        <noscript>
          <p>{t('notices.noScript')}</p>
        </noscript>
      </header>
      <Section title={t('notices.models.title')} lead={t('notices.models.lead')} width="narrow">
        {models?.map(({ licence, text, works }) => (
          <section key={licence} className={css.group}>
            <h3>{licence}</h3>
            <ul className={css.works}>
              {works.map(({ id, title, homepage, notice, changes }) => (
                <li key={id}>
                  {homepage ? <a href={homepage}>{title}</a> : title}. {notice}. {changes.join(' ')}
                </li>
              ))}
            </ul>
            <Licence text={text} />
          </section>
        ))}
      </Section>
      <Section title={t('notices.libraries.title')} lead={t('notices.libraries.lead')} width="narrow">
        {notices?.libraries.map(({ name, version, licence, homepage, text }) => (
          <section key={name} className={css.group}>
            <h3>
              {homepage ? <a href={homepage}>{name}</a> : name} {version}
            </h3>
            <p>{licence}</p>
            <Licence text={text} />
          </section>
        ))}
      </Section>
      <Section title={t('notices.photographs.title')} lead={t('notices.photographs.lead')} width="narrow">
        <ul className={css.works}>
          {notices?.photographs.map((credit) => (
            <li key={credit}>{credit}</li>
          ))}
        </ul>
      </Section>
    </>
  );
};
