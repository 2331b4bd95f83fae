import { switchLocale, useLocale, useMessages, useRoute, useSite } from '@safelight/sitegen/runtime';
import type { Locale } from '@safelight/sitegen/types';
import type { MouseEvent } from 'react';
import { Dropdown } from '../ui/Dropdown.tsx';
import { Glyph } from '../ui/Glyph.tsx';
import css from './LanguageSwitcher.module.css';

/** Time between the click on a language and the navigation. */
const SWITCH_DELAY_MS = 200;

/**
 * All languages as links to the home page in that language. A click goes to this page in that language if it exists,
 * else home; the headings say which languages have this page.
 */
export const LanguageSwitcher = () => {
  const t = useMessages();
  const site = useSite();
  const route = useRoute();
  const current = useLocale();
  const hasPage = (locale: Locale) => route.id !== 'home' && route.alternates[locale.code] !== undefined;

  const link = (locale: Locale) => {
    const choose = (event: MouseEvent<HTMLAnchorElement>) => {
      if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      const { href } = event.currentTarget;
      window.setTimeout(() => {
        // If the runtime's code for navigation could not be loaded, the link still leads to the language.
        switchLocale(locale.code, { reload: true }).catch(() => window.location.assign(href));
      }, SWITCH_DELAY_MS);
    };
    return (
      <li key={locale.code}>
        <a
          className={css.link}
          href={`${site.base}${locale.prefix || '/'}`}
          hrefLang={locale.language}
          data-prefetch="off"
          lang={locale.language}
          aria-current={locale.code === current.code ? 'true' : undefined}
          onClick={choose}
        >
          {locale.name}
          {locale.code === current.code && <Glyph name="check" />}
        </a>
      </li>
    );
  };
  const offeredLocales = site.locales.filter(hasPage);
  const home = site.locales.filter((locale) => !hasPage(locale));
  return (
    <Dropdown
      align="end"
      buttonClass={css.button}
      title={t('common.language.current', { name: current.name })}
      label={
        <>
          <Glyph name="globe" />
          <span className={css.name}>{current.name}</span>
        </>
      }
      panelClass={css.panel}
    >
      <div className={css.scroll} data-list="" data-scroll="y">
        {offeredLocales.length > 0 && <p className={css.group}>{t('common.language.pageIn')}</p>}
        <ul className={css.list}>{offeredLocales.map(link)}</ul>
        {home.length > 0 && <p className={css.group}>{t('common.language.homeIn')}</p>}
        <ul className={css.list}>{home.map(link)}</ul>
      </div>
    </Dropdown>
  );
};
