import { loadMessages, useMessages, useSite } from '@safelight/sitegen/runtime';
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { takeEarly } from '../ui/early-input.ts';
import { Glyph } from '../ui/Glyph.tsx';
import { areCharacterKeysEnabled, isCharacterKey } from '../workspace/character-keys.ts';
import css from './SearchButton.module.css';

const SearchDialog = lazy(async () => {
  const [{ SearchDialog: Loaded }] = await Promise.all([import('./SearchDialog.tsx'), loadMessages()]);
  return { default: Loaded };
});

/** Elements in which a slash is a character, and open dialogs. */
const WRITING = 'input, textarea, select, [contenteditable], dialog[open]';

/** Whether a key opens the search: Ctrl K or ⌘ K anywhere, the slash except in fields and dialogs. */
function opensSearch({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  if (altKey) return false;
  if (ctrlKey || metaKey) return key.toLowerCase() === 'k';
  return key === '/' && areCharacterKeysEnabled() && target instanceof Element && !target.closest(WRITING);
}

/** The text after a key was pressed outside of fields and dialogs; null if the key types nothing. */
function typedBy(event: KeyboardEvent, text: string): string | null {
  const { key, target } = event;
  if (!(target instanceof Element) || target.closest(WRITING)) return null;
  if (key === 'Backspace') return text.slice(0, -1);
  // On a button, the space bar presses it.
  const isSpace = key === ' ' && !target.closest('button, a');
  return isSpace || isCharacterKey(event) ? text + key : null;
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
  /** What is typed until the panel is there; null while the search is closed. */
  const typed = useRef<string | null>(null);
  const open = useCallback(() => {
    typed.current ??= '';
    setOpen(true);
  }, []);
  const close = useCallback(() => {
    typed.current = null;
    setOpen(false);
  }, []);
  useEffect(() => {
    if (!search) return;
    const onKey = (event: KeyboardEvent) => {
      if (opensSearch(event)) open();
      else {
        const text = typed.current === null ? null : typedBy(event, typed.current);
        if (text === null) return;
        typed.current = text;
      }
      event.preventDefault();
    };
    for (const event of takeEarly('keys')) onKey(event);
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [search, open]);
  const panel = search && isOpen && (
    <Suspense>
      <SearchDialog typed={typed} onClose={close} />
    </Suspense>
  );
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
