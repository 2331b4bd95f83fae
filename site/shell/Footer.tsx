import { LocaleLink, useMessages, useSite } from '@safelight/sitegen/runtime';
import type { NavigationEntry } from '@safelight/sitegen/types';
import type { ReactNode } from 'react';
import { EntryLink } from './EntryLink.tsx';
import css from './Footer.module.css';
import { Logo } from './Logo.tsx';
import { visibleEntries } from './navigation.ts';
import { SocialLink } from './SocialLink.tsx';
import { useComputedMessages } from './use-computed-messages';

const SOCIAL = [
  { network: 'X', url: 'https://x.com/safelight' },
  { network: 'YouTube', url: 'https://www.youtube.com/@safelight' },
  { network: 'Facebook', url: 'https://www.facebook.com/safelight' },
  { network: 'Pinterest', url: 'https://www.pinterest.com/safelight' },
  { network: 'LinkedIn', url: 'https://www.linkedin.com/company/safelight' },
] as const;

const SocialLinks = () => {
  const t = useMessages();
  const site = useSite();
  return (
    <>
      <p className={css.follow}>{t('common.footer.follow', { brand: site.name })}</p>
      <ul className={css.social}>
        {SOCIAL.map(({ network, url }) => (
          <li key={network}>
            <SocialLink network={network} href={url} label={t('common.footer.social', { brand: site.name, network })} />
          </li>
        ))}
      </ul>
    </>
  );
};

type ColumnProps = {
  readonly title: string;
  readonly entries: readonly NavigationEntry[];
  readonly children?: ReactNode;
};

const Column = ({ title, entries, children }: ColumnProps) => (
  <div className={css.column}>
    <p className={css.columnTitle}>{title}</p>
    <ul>
      {entries.map((entry) => (
        <li key={entry.name}>
          <EntryLink entry={entry} className={css.link} />
        </li>
      ))}
      {children}
    </ul>
  </div>
);

/**
 * The footer of every page: logo, description, social links, a column for each group of the navigation and one for
 * pages without a group, and the copyright notice.
 */
export const Footer = () => {
  const t = useMessages();
  const text = useComputedMessages();
  const site = useSite();
  const entries = visibleEntries(site);
  return (
    <footer className={css.footer}>
      <div className={css.inner}>
        <div className={css.brand}>
          <Logo />
          <p className={css.description}>{t('common.footer.description')}</p>
          <SocialLinks />
        </div>
        <nav className={css.columns} aria-label={t('common.footer.label')}>
          {entries.map(
            ({ name, contents }) =>
              contents && <Column key={name} title={text(`navigation.${name}`)} entries={contents} />,
          )}
          <Column title={site.name} entries={entries.filter(({ contents }) => !contents)}>
            <li>
              <LocaleLink to="/privacy" className={css.link}>
                {t('common.footer.privacy')}
              </LocaleLink>
            </li>
            <li>
              <LocaleLink to="/notices" className={css.link}>
                {t('common.footer.notices')}
              </LocaleLink>
            </li>
          </Column>
        </nav>
        <p className={css.copyright}>
          {t('common.footer.copyright', { year: String(site.custom.copyrightYear ?? ''), product: site.name })}
        </p>
      </div>
    </footer>
  );
};
