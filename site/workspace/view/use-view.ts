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

type Chosen = {
  readonly view: View;
  /** Width in pixels of the picture that it was chosen for. */
  readonly width: number;
};

const EMPTY: Size = { width: 1, height: 1 };

/**
 * Zoom and position of a picture in an element. Null is a picture whose header was not read yet: the size is that of the
 * image that the browser shows. Pixels of another size, such as those of an enlarged result, cover the same area.
 */
export function useView(room: RefObject<HTMLElement | null>, picture: Size | null): ViewControl {
  const [space, setSpace] = useState<Size>(EMPTY);
  const [loaded, setLoaded] = useState<Size | null>(null);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const shown = picture ?? loaded;
  const { width, height } = shown ?? EMPTY;
  const [element, setElement] = useState<HTMLElement | null>(null);
  // The element may be replaced, for example with the first picture.
  useLayoutEffect(() => setElement(room.current));
  useLayoutEffect(() => {
    if (!element) return;
    const measure = () => setSpace({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    const load = ({ target }: Event) => {
      if (target instanceof HTMLImageElement) setLoaded({ width: target.naturalWidth, height: target.naturalHeight });
    };
    // The event does not bubble.
    element.addEventListener('load', load, { capture: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('load', load, { capture: true });
    };
  }, [element]);
  const frame: Frame = { room: space, picture: { width, height } };
  const scaled = chosen && { ...chosen.view, scale: (chosen.view.scale * chosen.width) / width };
  const view = scaled ? moveBy(scaled, { x: 0, y: 0 }, frame) : fitView(frame);
  const isShown = shown !== null;
  const latest = useRef({ view, frame, isShown });
  useEffect(() => {
    latest.current = { view, frame, isShown };
  });
  const change = useCallback((next: (view: View, frame: Frame) => View) => {
    const { view, frame, isShown } = latest.current;
    if (!isShown) return;
    const moved = next(view, frame);
    // Several events may occur before the next paint.
    latest.current = { ...latest.current, view: moved };
    setChosen({ view: moved, width: frame.picture.width });
  }, []);
  return { view, frame, fitted: chosen === null, change, fit: useCallback(() => setChosen(null), []) };
}
