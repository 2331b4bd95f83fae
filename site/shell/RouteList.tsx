import { useLocale, useMessages, useRoute, useSite } from '@safelight/sitegen/runtime';
import type { NavigationEntry } from '@safelight/sitegen/types';
import { Dropdown } from '../ui/Dropdown.tsx';
import { EntryLink } from './EntryLink.tsx';
import { currentOf, plainPath, visibleEntries } from './navigation.ts';
import css from './RouteList.module.css';
import { useComputedMessages } from './use-computed-messages';

const Group = ({ entry }: { readonly entry: NavigationEntry }) => {
  const text = useComputedMessages();
  const current = currentOf(entry, plainPath(useRoute(), useLocale().prefix)) !== null;
  return (
    <Dropdown label={text(`navigation.${entry.name}`)} buttonClass={current ? css.currentGroup : undefined}>
      <ul className={css.subList}>
        {entry.contents?.map((sub) => (
          <li key={sub.name}>
            <EntryLink entry={sub} className={css.subLink} />
          </li>
        ))}
      </ul>
    </Dropdown>
  );
};

/** The whole route list of wide screens: direct links, and dropdowns of sub-links. */
export const RouteList = () => {
  const t = useMessages();
  const entries = visibleEntries(useSite());
  return (
    <nav className={css.nav} aria-label={t('common.shell.mainNavigation')}>
      <ul className={css.list}>
        {entries.map((entry) => (
          <li key={entry.name}>
            {entry.contents ? <Group entry={entry} /> : <EntryLink entry={entry} className={css.link} />}
          </li>
        ))}
      </ul>
    </nav>
  );
};
