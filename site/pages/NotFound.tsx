import { LocaleLink, NamedIcon, useMessages } from '@safelight/sitegen/runtime';
import { ToolCard } from '../shell/ToolCard.tsx';
import { toolWithName } from '../tools/registry.ts';
import { buttonClass } from '../ui/Button.tsx';
import css from './NotFound.module.css';

/** Icons by HTTP status, in descending order: a page gets the first whose `minStatus` is at most its status. */
const ICONS = [
  { minStatus: 500, name: 'lucide:wrench' },
  { minStatus: 410, name: 'lucide:archive-x' },
  { minStatus: 404, name: 'lucide:compass' },
  { minStatus: 0, name: 'lucide:circle-alert' },
] as const;

const OFFERED_TOOLS = ['photoRestoration', 'imageBackgroundRemover', 'cleanupPictures'] as const;

type NotFoundProps = {
  /** HTTP status; 500 and above: the page exists and failed. */
  readonly status?: number;
};

const iconOf = (status: number): string => (ICONS.find(({ minStatus }) => status >= minStatus) ?? ICONS[3]).name;

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
        <NamedIcon name={iconOf(status)} className={css.icon} size="3rem" />
        <h1 className={css.title}>{failed ? t('errors.page.title') : t('notFound.title')}</h1>
        <p className={css.text}>{failed ? t('errors.page.description') : t('notFound.description')}</p>
        <LocaleLink to="/" className={buttonClass({ kind: 'primary', size: 'large' })}>
          {t('notFound.home')}
        </LocaleLink>
      </div>
      <h2 className={css.subtitle}>{t('notFound.tools')}</h2>
      <ul className={css.tools}>
        {OFFERED_TOOLS.map((name) => (
          <li key={name}>
            <ToolCard tool={toolWithName(name)} level={3} />
          </li>
        ))}
      </ul>
    </div>
  );
};
