import { LocaleLink, useMessages } from 'sitegen/runtime';
import { ToolCard } from '../shell/ToolCard.tsx';
import { toolOf } from '../shell/tools.ts';
import { buttonClass } from '../ui/Button.tsx';
import css from './NotFound.module.css';

const OFFERED = ['photoRestoration', 'imageBackgroundRemover', 'cleanupPictures'] as const;

type NotFoundProps = {
  /** HTTP status; 500 and above: the page exists and failed. */
  readonly status?: number;
};

/** Shown for every address without a page, and for a page that failed: title, description, a way home, some tools. */
export const Page = ({ status = 404 }: NotFoundProps) => {
  const t = useMessages();
  const failed = status >= 500;
  return (
    <div className={css.page}>
      <div className={css.sheet}>
        <p className={css.number} aria-hidden="true">
          {status}
        </p>
        <h1 className={css.title}>{failed ? t('errors.page.title') : t('notFound.title')}</h1>
        <p className={css.text}>{failed ? t('errors.page.description') : t('notFound.description')}</p>
        <LocaleLink to="/" className={buttonClass({ kind: 'primary', size: 'large' })}>
          {t('notFound.home')}
        </LocaleLink>
      </div>
      <h2 className={css.subtitle}>{t('notFound.tools')}</h2>
      <ul className={css.tools}>
        {OFFERED.map((name) => (
          <li key={name}>
            <ToolCard tool={toolOf(name)} level={3} />
          </li>
        ))}
      </ul>
    </div>
  );
};
