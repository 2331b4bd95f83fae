import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Size } from '../../engine/types.ts';
import { type Frame, fitView, moveBy, type View } from './zoom.ts';

export type ViewControl = {
  readonly view: View;
  readonly frame: Frame;
  /** Whether the whole picture is visible, also after the viewport changes its size. */
  readonly fitted: boolean;
  readonly change: (next: (view: View, frame: Frame) => View) => void;
  readonly fit: () => void;
};

const EMPTY: Size = { width: 1, height: 1 };

/** Zoom and position of a picture of this size in an element. */
export function useView(room: RefObject<HTMLElement | null>, picture: Size): ViewControl {
  const [space, setSpace] = useState<Size>(EMPTY);
  const [chosen, setChosen] = useState<View | null>(null);
  const { width, height } = picture;
  const [element, setElement] = useState<HTMLElement | null>(null);
  // The element may be replaced, for example with the first picture.
  useLayoutEffect(() => setElement(room.current));
  useLayoutEffect(() => {
    if (!element) return;
    const measure = () => setSpace({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  const frame: Frame = { room: space, picture: { width, height } };
  const view = chosen ? moveBy(chosen, { x: 0, y: 0 }, frame) : fitView(frame);
  const latest = useRef({ view, frame });
  useEffect(() => {
    latest.current = { view, frame };
  });
  const change = useCallback((next: (view: View, frame: Frame) => View) => {
    const moved = next(latest.current.view, latest.current.frame);
    // Several events may occur before the next paint.
    latest.current = { ...latest.current, view: moved };
    setChosen(moved);
  }, []);
  return { view, frame, fitted: chosen === null, change, fit: useCallback(() => setChosen(null), []) };
}
