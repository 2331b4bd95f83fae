import { type RefObject, useEffect } from 'react';

type Dismiss = {
  readonly root: RefObject<HTMLElement | null>;
  readonly open: boolean;
  readonly onDismiss: () => void;
};

/** While open, calls `onDismiss` after a press or focus outside of `root`, a scroll of the page, and Escape. */
export const useDismiss = ({ root, open, onDismiss }: Dismiss): void => {
  useEffect(() => {
    if (!open) return;
    const dismissOutside = (event: Event) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) onDismiss();
    };
    const key = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onDismiss();
    };
    const controller = new AbortController();
    const { signal } = controller;
    document.addEventListener('pointerdown', dismissOutside, { signal });
    document.addEventListener('focusin', dismissOutside, { signal });
    document.addEventListener('keydown', key, { signal });
    window.addEventListener('scroll', onDismiss, { signal, passive: true });
    return () => controller.abort();
  }, [root, open, onDismiss]);
};
