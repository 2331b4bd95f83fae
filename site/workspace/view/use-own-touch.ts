import { type RefObject, useEffect } from 'react';

/**
 * Takes the movements of fingers on an element away from the browser. `touch-action` alone stops it from scrolling, but
 * after a fast stroke Chromium still takes the next tap for the one that ends a scroll, and ignores it for 150 ms or more.
 */
export function useOwnTouch(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const own = element.current;
    if (!own) return;
    const move = (event: TouchEvent) => event.preventDefault();
    own.addEventListener('touchmove', move, { passive: false });
    return () => own.removeEventListener('touchmove', move);
  }, [element]);
}
