import { useMessages, useSite } from '@safelight/sitegen/runtime';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { takeEarly } from '../ui/early-input.ts';
import { Glyph } from '../ui/Glyph.tsx';
import { useLazy } from '../ui/use-lazy.ts';
import { areCharacterKeysEnabled } from '../workspace/character-keys.ts';
import css from './SearchButton.module.css';

const load = () => import('./SearchDialog.tsx');

/** Elements in which a slash is a character, and open dialogs. */
const WRITING = 'input, textarea, select, [contenteditable], dialog[open]';

/** Whether a key opens the search: Ctrl K or ⌘ K anywhere, the slash except in fields and dialogs. */
function opensSearch({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  if (altKey) return false;
  if (ctrlKey || metaKey) return key.toLowerCase() === 'k';
  return key === '/' && areCharacterKeysEnabled() && target instanceof Element && !target.closest(WRITING);
}

type SearchPanel = {
  /** Opens the panel; null if the site has no search. */
  readonly open: (() => void) | null;
  /** The panel, while it is open. */
  readonly panel: ReactNode;
};

/** The search over all pages, which keys open as well. Its code and index are loaded when it opens. */
export function useSearchPanel(): SearchPanel {
  const { search } = useSite();
  const [isOpen, setOpen] = useState(false);
  const [code, request] = useLazy(load);
  const close = useCallback(() => setOpen(false), []);
  const open = useCallback(() => {
    request();
    setOpen(true);
  }, [request]);
  useEffect(() => {
    if (!search) return;
    const openByKey = (event: KeyboardEvent) => {
      if (!opensSearch(event)) return;
      event.preventDefault();
      open();
    };
    for (const event of takeEarly('keys')) openByKey(event);
    document.addEventListener('keydown', openByKey);
    return () => document.removeEventListener('keydown', openByKey);
  }, [search, open]);
  const panel = isOpen && code && <code.SearchDialog onClose={close} />;
  return { open: search ? open : null, panel };
}

/** Opens the search. Narrow screens have it in the menu instead. */
export const SearchButton = ({ onOpen }: { readonly onOpen: () => void }) => {
  const t = useMessages();
  return (
    <button type="button" className={css.button} aria-keyshortcuts="/ Control+K Meta+K" onClick={onOpen}>
      <Glyph name="search" />
      <span className="visually-hidden">{t('common.search.label')}</span>
    </button>
  );
};
