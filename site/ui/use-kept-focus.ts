import { type RefObject, useEffect } from 'react';

/**
 * Keeps the focus in a frame when the element that has it is removed, such as a button that closes its own card: the element
 * of the frame with `data-takes-focus` gets it. Otherwise the keyboard would begin at the top of the page again.
 */
export function useKeptFocus(frame: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const root = frame.current;
    if (!root) return;
    let focused: Node | null = null;
    const remember = ({ target }: FocusEvent) => {
      focused = target as Node;
    };
    const observer = new MutationObserver(() => {
      if (!focused || focused.isConnected || document.activeElement !== document.body) return;
      root.querySelector<HTMLElement>('[data-takes-focus]')?.focus({ preventScroll: true });
    });
    root.addEventListener('focusin', remember);
    observer.observe(root, { childList: true, subtree: true });
    return () => {
      root.removeEventListener('focusin', remember);
      observer.disconnect();
    };
  }, [frame]);
}
