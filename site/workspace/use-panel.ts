import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

export type PanelControl = {
  readonly root: RefObject<HTMLElement | null>;
  readonly open: boolean;
  readonly toggle: () => void;
  readonly close: () => void;
};

/** Events that end the movement of a slider. Not every browser has each of them for a finger. */
const ENDS = ['change', 'pointerup', 'touchend', 'touchcancel'];

/** Marks the slider that moves: of the sheet over the picture only that one remains, so that its effect can be seen. */
function markMovedSlider(panel: HTMLElement): () => void {
  const controller = new AbortController();
  const slider = ({ target }: Event) => (target instanceof HTMLInputElement && target.type === 'range' ? target : null);
  const release = () => panel.querySelector('[data-moving]')?.removeAttribute('data-moving');
  panel.addEventListener('input', (event) => slider(event)?.setAttribute('data-moving', ''), controller);
  for (const type of ENDS) panel.addEventListener(type, release, controller);
  return () => {
    controller.abort();
    release();
  };
}

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
    const stopMarking = markMovedSlider(panel);
    return () => {
      stopMarking();
      window.removeEventListener('keydown', key, { capture: true });
      const isLost = document.activeElement === document.body || panel.contains(document.activeElement);
      if (isLost && opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    };
  }, [open, close]);
  return { root, open, toggle: () => setOpen(!open), close };
}
