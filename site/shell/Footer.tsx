import { LocaleLink, useMessages, useSite } from '@safelight/sitegen/runtime';
import type { NavigationEntry } from '@safelight/sitegen/types';
import { EntryLink } from './EntryLink.tsx';
import css from './Footer.module.css';
import { Logo } from './Logo.tsx';
import { visibleEntries } from './navigation.ts';
import { SocialLink } from './SocialLink.tsx';
import { useText } from './use-text.ts';

const SOCIAL = [
  { name: 'X', file: 'x', url: 'https://x.com/safelight' },
  { name: 'YouTube', file: 'youtube', url: 'https://www.youtube.com/@safelight' },
  { name: 'Facebook', file: 'facebook', url: 'https://www.facebook.com/safelight' },
  { name: 'Pinterest', file: 'pinterest', url: 'https://www.pinterest.com/safelight' },
  { name: 'LinkedIn', file: 'linkedin', url: 'https://www.linkedin.com/company/safelight' },
] as const;

const SocialLinks = () => {
  const t = useMessages();
  const site = useSite();
  return (
    <>
      <p className={css.follow}>{t('common.footer.follow', { brand: site.name })}</p>
      <ul className={css.social}>
        {SOCIAL.map(({ name, file, url }) => (
          <li key={file}>
            <SocialLink file={file} href={url} label={t('common.footer.social', { brand: site.name, network: name })} />
          </li>
        ))}
      </ul>
    </>
  );
};

const Column = ({ entry }: { readonly entry: NavigationEntry }) => {
  const text = useText();
  return (
    <div className={css.column}>
      <p className={css.columnTitle}>
        {entry.contents ? text(`navigation.${entry.name}`) : <EntryLink entry={entry} />}
      </p>
      {entry.contents && (
        <ul>
          {entry.contents.map((sub) => (
            <li key={sub.name}>
              <EntryLink entry={sub} className={css.link} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
};

/** Logo, description, five social links, a column for each top-level entry, and the line of copyright. */
export const Footer = () => {
  const t = useMessages();
  const site = useSite();
  return (
    <footer className={css.footer}>
      <div className={css.inner}>
        <div className={css.brand}>
          <Logo />
          <p className={css.description}>{t('common.footer.description')}</p>
          <SocialLinks />
        </div>
        <nav className={css.columns} aria-label={t('common.footer.label')}>
          {visibleEntries(site).map((entry) => (
            <Column key={entry.name} entry={entry} />
          ))}
        </nav>
        <p className={css.notices}>
          <LocaleLink to="/privacy" className={css.link}>
            {t('common.footer.privacy')}
          </LocaleLink>
          <LocaleLink to="/notices" className={css.link}>
            {t('common.footer.notices')}
          </LocaleLink>
        </p>
        <p className={css.copyright}>
          {t('common.footer.copyright', { year: String(site.custom.copyrightYear ?? ''), product: site.name })}
        </p>
      </div>
    </footer>
  );
};
