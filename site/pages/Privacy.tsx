import { useMessages } from '@safelight/sitegen/runtime';
import { classes } from '../ui/classes.ts';
import css from './Privacy.module.css';
import textPage from './text-page.module.css';

/** What the site stores on the device and for how long, and what it does not send. */
export const Page = () => {
  const t = useMessages();
  return (
    <div className={classes(textPage.frame, css.page)}>
      <header>
        <h1>{t('privacy.h1')}</h1>
        <p className={textPage.lead}>{t('privacy.lead')}</p>
      </header>
      <section className={css.topic}>
        <h2>{t('privacy.files.title')}</h2>
        <p>{t('privacy.files.text')}</p>
      </section>
      <section className={css.topic}>
        <h2>{t('privacy.drafts.title')}</h2>
        <p>{t('privacy.drafts.text', { discard: t('workspace.draft.discard') })}</p>
        <p>{t('privacy.drafts.off', { more: t('workspace.settings.title') })}</p>
      </section>
      <section className={css.topic}>
        <h2>{t('privacy.storage.title')}</h2>
        <p>{t('privacy.storage.text', { models: t('workspace.model.manage') })}</p>
      </section>
      <section className={css.topic}>
        <h2>{t('privacy.statistics.title')}</h2>
        <p>{t('privacy.statistics.text')}</p>
      </section>
    </div>
  );
};
