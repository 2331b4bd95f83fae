import type { NavigationEntry } from 'sitegen/contract';
import { LocaleLink, useLocale, useRoute } from 'sitegen/runtime';
import { classes } from '../ui/classes.ts';
import css from './EntryLink.module.css';
import { currentOf, plainPath } from './navigation.ts';
import { useText } from './use-text.ts';

type EntryLinkProps = { readonly entry: NavigationEntry; readonly className?: string | undefined };

/** A link of the navigation. It leads to where the page exists, and is marked when it is the page on show. */
export const EntryLink = ({ entry, className }: EntryLinkProps) => {
  const text = useText();
  const path = plainPath(useRoute(), useLocale().prefix);
  const current = currentOf(entry, path);
  return (
    <LocaleLink
      to={entry.path ?? '/'}
      className={classes(css.link, className)}
      aria-current={current === 'page' ? 'page' : undefined}
      data-current={current ?? undefined}
    >
      {text(`navigation.${entry.name}`)}
    </LocaleLink>
  );
};
