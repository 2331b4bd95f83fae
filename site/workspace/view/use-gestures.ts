import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useOwnTouch } from './use-own-touch.ts';
import type { ViewControl } from './use-view.ts';
import { moveBy, type Point, pinch, zoomAt } from './zoom.ts';

/** `alt`: the key that turns adding into erasing is held. `byTouch`: a finger covers what is under it. */
export type Press = { readonly alt: boolean; readonly byTouch: boolean };

/** Handlers of a single pointer that neither moves nor zooms the picture. Points are positions in the viewport. */
export type Drag = {
  readonly start: (at: Point, press: Press) => void;
  readonly move: (at: Point) => void;
  /** `kept` is false when a second finger made it a pinch. */
  readonly end: (kept: boolean) => void;
};

type Gesture = { kind: 'idle' | 'pan' | 'drag' | 'pinch'; pointers: Map<number, Point> };

type GestureInput = {
  readonly room: RefObject<HTMLElement | null>;
  readonly control: ViewControl;
  /** Receives single pointers unless the space bar is held; null: they move the picture. */
  readonly drag: Drag | null;
};

/** Handles drag, pinch, wheel and space bar. Returns the handlers of the viewport, and whether the space bar is held. */
export function useGestures({ room, control, drag }: GestureInput) {
  const gesture = useRef<Gesture>({ kind: 'idle', pointers: new Map() });
  const [space, setSpace] = useState(false);
  useWheel(room, control);
  useOwnTouch(room);
  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      if (event.key !== ' ') return;
      const down = event.type === 'keydown';
      // The bar scrolls the page and presses buttons everywhere else.
      if (down && !editorOf(room.current)?.contains(event.target as Node) && event.target !== document.body) return;
      if (down && event.target instanceof HTMLInputElement) return;
      if (down && event.target instanceof HTMLButtonElement) return;
      if (down) event.preventDefault();
      setSpace(down);
    };
    window.addEventListener('keydown', key);
    window.addEventListener('keyup', key);
    return () => {
      window.removeEventListener('keydown', key);
      window.removeEventListener('keyup', key);
    };
  }, [room]);

  const down = (event: PointerEvent<HTMLElement>) => {
    const { current } = gesture;
    if (event.button > 1) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const at = pointAt(event);
    current.pointers.set(event.pointerId, at);
    if (current.pointers.size === 2) {
      if (current.kind === 'drag') drag?.end(false);
      current.kind = 'pinch';
    } else if (current.pointers.size === 1) {
      current.kind = drag && !space && event.button === 0 ? 'drag' : 'pan';
      if (current.kind === 'drag') drag?.start(at, { alt: event.altKey, byTouch: event.pointerType === 'touch' });
    }
  };
  const move = (event: PointerEvent<HTMLElement>) => {
    const { current } = gesture;
    const previousPoint = current.pointers.get(event.pointerId);
    if (!previousPoint) return;
    const at = pointAt(event);
    const before = [...current.pointers.values()];
    current.pointers.set(event.pointerId, at);
    const after = [...current.pointers.values()];
    if (current.kind === 'drag') for (const point of pointsOf(event)) drag?.move(point);
    else if (current.kind === 'pan')
      control.change((view, frame) => moveBy(view, { x: at.x - previousPoint.x, y: at.y - previousPoint.y }, frame));
    else if (before[0] && before[1] && after[0] && after[1]) {
      const from = [before[0], before[1]] as const;
      const to = [after[0], after[1]] as const;
      control.change((view, frame) => pinch(view, { frame, from, to }));
    }
  };
  const up = (event: PointerEvent<HTMLElement>) => {
    const { current } = gesture;
    if (!current.pointers.delete(event.pointerId)) return;
    if (current.kind === 'drag') drag?.end(event.type === 'pointerup');
    // The finger that stays after a pinch does nothing until it is lifted.
    current.kind = current.pointers.size > 0 ? 'pinch' : 'idle';
  };
  return {
    space,
    handlers: { onPointerDown: down, onPointerMove: move, onPointerUp: up, onPointerCancel: up },
  };
}

const pointAt = (event: PointerEvent<HTMLElement>): Point => {
  const { left, top } = event.currentTarget.getBoundingClientRect();
  return { x: event.clientX - left, y: event.clientY - top };
};

/** Every position since the last event, so that fast lines stay smooth. */
function pointsOf(event: PointerEvent<HTMLElement>): readonly Point[] {
  const { left, top } = event.currentTarget.getBoundingClientRect();
  const all = event.nativeEvent.getCoalescedEvents?.() ?? [];
  const events = all.length > 0 ? all : [event.nativeEvent];
  return events.map(({ clientX, clientY }) => ({ x: clientX - left, y: clientY - top }));
}

/** The editor around a canvas: where it has the focus, the wheel and the space bar belong to the picture. */
const editorOf = (room: Element | null): Element | null => room?.closest('[data-phase]') ?? room;

/** The wheel zooms with Ctrl or Command held (a pinch on a touchpad), or while the editor has the focus. */
function useWheel(room: RefObject<HTMLElement | null>, { change }: ViewControl): void {
  useEffect(() => {
    const element = room.current;
    if (!element) return;
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey && !editorOf(element)?.contains(document.activeElement)) return;
      event.preventDefault();
      const { left, top } = element.getBoundingClientRect();
      const at = { x: event.clientX - left, y: event.clientY - top };
      const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * 16 : event.deltaY;
      const factor = Math.exp(-pixels * (event.ctrlKey ? 0.01 : 0.002));
      change((view, frame) => zoomAt(view, { frame, at, factor }));
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [room, change]);
}
