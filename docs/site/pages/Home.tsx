import { LocaleLink, useMessages } from '@safelight/sitegen/runtime';
import css from './Home.module.css';

export const hydrate = false;

const features = ['languages', 'errors', 'scripts', 'content', 'safe', 'fast'] as const;

export function Page() {
  const t = useMessages();
  return (
    <main id="text" className={css.home}>
      <h1>{t('home.title')}</h1>
      <p className={css.lead}>{t('home.text')}</p>
      <pre>
        <code>{'npm create @safelight/sitegen my-site\ncd my-site && npm install && npm start'}</code>
      </pre>
      <p>{t('home.unpublished')}</p>
      <p className={css.actions}>
        <LocaleLink to="/guide/start" className={css.primary}>
          {t('home.begin')}
        </LocaleLink>
        <LocaleLink to="/tutorial">{t('home.tutorial')}</LocaleLink>
      </p>
      <div className={css.features}>
        {features.map((feature) => (
          <section key={feature}>
            <h2>{t(`home.${feature}.title`)}</h2>
            <p>{t(`home.${feature}.text`)}</p>
          </section>
        ))}
      </div>
    </main>
  );
}
