import type { PointerEvent, RefObject } from 'react';
import type { Point } from './zoom.ts';

/** Drags the divider at every zoom without moving the picture below it. */
export function useSliding(room: RefObject<HTMLDivElement | null>, toSplit: (at: Point) => void) {
  const at = (event: PointerEvent<HTMLElement>): Point => {
    const { left = 0, top = 0 } = room.current?.getBoundingClientRect() ?? {};
    return { x: event.clientX - left, y: event.clientY - top };
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      event.stopPropagation();
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (event.currentTarget.hasPointerCapture(event.pointerId)) toSplit(at(event));
    },
  };
}
