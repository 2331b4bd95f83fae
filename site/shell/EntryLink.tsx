import { Link, LocaleLink, useLocale, useRoute, useSite } from '@safelight/sitegen/runtime';
import type { NavigationEntry } from '@safelight/sitegen/types';
import { classes } from '../ui/classes.ts';
import css from './EntryLink.module.css';
import { currentOf, plainPath } from './navigation.ts';
import { useComputedMessages } from './use-computed-messages';

type EntryLinkProps = { readonly entry: NavigationEntry; readonly className?: string | undefined };

/**
 * A link of the navigation, marked if it leads to the current page. Its path gets the prefix of the page's language if
 * the target exists in that language, and none if the entry sets `disableI18n`.
 */
export const EntryLink = ({ entry, className }: EntryLinkProps) => {
  const text = useComputedMessages();
  const site = useSite();
  const route = useRoute();
  const locale = useLocale();
  const current = currentOf(entry, entry.disableI18n ? route.path : plainPath(route, locale.prefix));
  const target = {
    to: entry.path ?? '/',
    className: classes(css.link, className),
    'aria-current': current === 'page' ? ('page' as const) : undefined,
    'data-current': current ?? undefined,
    children: text(`navigation.${entry.name}`),
  };
  if (!entry.disableI18n) return <LocaleLink {...target} />;
  const unprefixed = site.locales.find(({ prefix }) => prefix === '');
  return <Link {...target} hrefLang={unprefixed?.code === locale.code ? undefined : unprefixed?.language} />;
};
