import { type RefObject, useEffect } from 'react';

type Dismiss = {
  readonly root: RefObject<HTMLElement | null>;
  readonly open: boolean;
  /** For `escape`, the caller returns the focus to the opener. */
  readonly onDismiss: (reason: 'outside' | 'scroll' | 'escape') => void;
};

/** While open, reports a press or focus outside of `root`, a scroll of the page, and Escape. */
export const useDismiss = ({ root, open, onDismiss }: Dismiss): void => {
  useEffect(() => {
    if (!open) return;
    const dismissOutside = (event: Event) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) onDismiss('outside');
    };
    const scroll = () => onDismiss('scroll');
    const key = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onDismiss('escape');
    };
    const controller = new AbortController();
    const { signal } = controller;
    document.addEventListener('pointerdown', dismissOutside, { signal });
    document.addEventListener('focusin', dismissOutside, { signal });
    document.addEventListener('keydown', key, { signal });
    window.addEventListener('scroll', scroll, { signal, passive: true });
    return () => controller.abort();
  }, [root, open, onDismiss]);
};
