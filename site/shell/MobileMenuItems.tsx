import { LocaleLink, useMessages, useSite } from '@safelight/sitegen/runtime';
import type { NavigationEntry } from '@safelight/sitegen/types';
import { Accordion } from '../ui/Accordion.tsx';
import { Glyph } from '../ui/Glyph.tsx';
import { EntryLink } from './EntryLink.tsx';
import css from './MobileMenuItems.module.css';
import { visibleEntries } from './navigation.ts';
import { useComputedMessages } from './use-computed-messages.ts';

const SubList = ({ entries }: { readonly entries: readonly NavigationEntry[] }) => (
  <ul className={css.sub}>
    {entries.map((entry) => (
      <li key={entry.name}>
        <EntryLink entry={entry} className={css.subItem} />
      </li>
    ))}
  </ul>
);

type MobileMenuItemsProps = {
  /** Opens the search; null if the site has none. */
  readonly onSearch: (() => void) | null;
};

/** What the panel of the menu shows: the home page, the entries of the navigation, and the search. */
export const MobileMenuItems = ({ onSearch }: MobileMenuItemsProps) => {
  const t = useMessages();
  const text = useComputedMessages();
  const entries = visibleEntries(useSite());
  const home = {
    id: 'home',
    plain: (
      <LocaleLink to="/" className={css.item}>
        {t('navigation.home')}
      </LocaleLink>
    ),
  };
  const items = [
    home,
    ...entries.map((entry) =>
      entry.contents
        ? { id: entry.name, title: text(`navigation.${entry.name}`), content: <SubList entries={entry.contents} /> }
        : { id: entry.name, plain: <EntryLink entry={entry} className={css.item} /> },
    ),
  ];
  return (
    <div className={css.nav}>
      <Accordion items={items} />
      {onSearch && (
        <button type="button" className={css.search} onClick={onSearch}>
          <Glyph name="search" />
          {t('common.search.label')}
        </button>
      )}
    </div>
  );
};
