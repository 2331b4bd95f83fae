import { useMessages } from '@safelight/sitegen/runtime';
import { type MouseEvent, type RefObject, useCallback, useEffect, useId, useRef, useState } from 'react';
import { Glyph } from '../ui/Glyph.tsx';
import { useLazy } from '../ui/use-lazy.ts';
import css from './MobileMenu.module.css';

/** Matches screens wide enough for the route list; narrower ones show the menu button. */
const DESKTOP_MEDIA = '(width >= 80em)';

const load = () => import('./MobileMenuItems.tsx');

/** While the panel is open, makes the page behind it inert and closes the panel on Escape and on wide screens. */
function useModalPanel(panel: RefObject<HTMLDialogElement | null>, isOpen: boolean, close: () => void): void {
  useEffect(() => {
    const header = panel.current?.closest('header');
    if (!isOpen || !header) return;
    const behind = header.parentElement?.querySelectorAll(':scope > :is(a, main, footer)') ?? [];
    for (const element of behind) element.toggleAttribute('inert', true);
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key === 'Escape') close();
    };
    const desktop = window.matchMedia(DESKTOP_MEDIA);
    const controller = new AbortController();
    const { signal } = controller;
    document.addEventListener('keydown', closeOnEscape, { signal });
    desktop.addEventListener('change', close, { signal });
    return () => {
      for (const element of behind) element.removeAttribute('inert');
      controller.abort();
    };
  }, [panel, isOpen, close]);
}

/**
 * Menu button and full-screen panel of small screens. The bar stays above the panel, so that its button closes it
 * again; the page behind is inert, and Escape closes the panel and returns the focus to the button. What the panel
 * shows is loaded when a pointer or the focus reaches the button.
 */
export const MobileMenu = ({ onSearch }: { readonly onSearch: (() => void) | null }) => {
  const t = useMessages();
  const [isOpen, setOpen] = useState(false);
  const [code, request] = useLazy(load);
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDialogElement>(null);
  const close = useCallback(() => {
    if (panel.current?.contains(document.activeElement)) button.current?.focus();
    setOpen(false);
  }, []);
  useModalPanel(panel, isOpen, close);
  const search =
    onSearch &&
    (() => {
      close();
      onSearch();
    });
  const closeOnLink = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('a')) setOpen(false);
  };
  return (
    <div className={css.root}>
      <button
        ref={button}
        type="button"
        className={css.button}
        aria-expanded={isOpen}
        aria-controls={id}
        onPointerEnter={request}
        onFocus={request}
        onClick={() => {
          request();
          setOpen(!isOpen);
        }}
      >
        <Glyph name={isOpen ? 'close' : 'menu'} />
        <span className="visually-hidden">{t('common.shell.menu')}</span>
      </button>
      {/** biome-ignore lint/a11y/useKeyWithClickEvents: a chosen link closes the panel; the link itself is the control */}
      <dialog
        ref={panel}
        id={id}
        open={isOpen}
        className={css.panel}
        aria-label={t('common.shell.mainNavigation')}
        onClick={closeOnLink}
      >
        {code && <code.MobileMenuItems onSearch={search} />}
      </dialog>
    </div>
  );
};
