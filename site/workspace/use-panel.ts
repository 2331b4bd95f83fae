import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

export type PanelControl = {
  readonly root: RefObject<HTMLElement | null>;
  readonly open: boolean;
  readonly toggle: () => void;
  readonly close: () => void;
};

/** The options, which are a sheet over the picture on narrow screens: it takes the focus, and gives it back. */
export function usePanel(): PanelControl {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLElement>(null);
  const close = useCallback(() => setOpen(false), []);
  useEffect(() => {
    const panel = root.current;
    if (!open || !panel) return;
    const opener = document.activeElement;
    // The first button closes the sheet. Beside the picture, the options have no such button.
    const first = panel.querySelector('button');
    first?.focus({ preventScroll: true });
    const key = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !first?.checkVisibility() || document.querySelector('dialog:modal')) return;
      // The key closes what is on top, and cancels no work below it.
      event.preventDefault();
      close();
    };
    window.addEventListener('keydown', key, { capture: true });
    return () => {
      window.removeEventListener('keydown', key, { capture: true });
      const isLost = document.activeElement === document.body || panel.contains(document.activeElement);
      if (isLost && opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    };
  }, [open, close]);
  return { root, open, toggle: () => setOpen(!open), close };
}
