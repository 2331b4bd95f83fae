import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import type { Prompt } from '../../engine/adapters/adapter.ts';
import type { Size } from '../../engine/types.ts';
import type { MaskEdit } from '../state/edits.ts';
import type { BrushName } from '../tool.ts';
import type { Drag } from '../view/use-gestures.ts';
import type { Point } from '../view/zoom.ts';
import { drawnInto, inkOf, isRound, type MaskChoice, type MaskMode, opposite, radiusOf } from './choice.ts';
import type { Cursor } from './LiveLayer.tsx';
import { type Drawing, type Live, withPoint } from './live.ts';
import { placeOn, rectangleOf } from './places.ts';

/** Handlers by which a visitor draws masks. */
export type Marking = {
  readonly choice: MaskChoice;
  /** Masks that can be drawn. */
  readonly brushes: readonly BrushName[];
  readonly onEdit: (edit: MaskEdit) => void;
  /** An object is clicked, or a box is drawn around it. */
  readonly onSelect: (prompt: Prompt, mode: MaskMode) => void;
  /** The pointer rests at a point where a click would select; null elsewhere. */
  readonly onHover: (at: Point | null) => void;
};

type MarkingInput = {
  /** Null while nothing can be marked. */
  readonly marking: Marking | null;
  /** Of the picture. */
  readonly size: Size;
  /** Maps a point of the viewport to pixels of the picture. */
  readonly toPicture: (at: Point) => Point;
  /** Pixels of the picture for each pixel of the screen. */
  readonly pixel: number;
  /** Scrolls a point of the picture into the viewport. */
  readonly reveal: (at: Point) => void;
};

/** Distance in screen pixels beyond which a click becomes a box. */
const CLICK_SLACK = 6;

/** Draws masks by one pointer or by keys. */
export function useMarking({ marking, size, toPicture, pixel, reveal }: MarkingInput) {
  const [live, setLive] = useState<Live | null>(null);
  /** Where a finger draws, in the viewport. */
  const [finger, setFinger] = useState<Point | null>(null);
  const [cursor, showCursor] = useState<Omit<Cursor, 'radius'> | null>(null);
  /** The drawing and the cursor go on between two paints. */
  const latest = useRef(cursor);
  const drawn = useRef<Drawing | null>(null);
  const origin = useRef<Point>({ x: 0, y: 0 });
  const tool = marking?.choice.tool ?? null;
  const radius = marking ? radiusOf(marking.choice, size) : 0;
  const setCursor = (next: Omit<Cursor, 'radius'> | null) => {
    latest.current = next;
    showCursor(next);
    if (tool === 'select' && !drawn.current) marking?.onHover(next?.at ?? null);
  };
  const show = (next: Drawing | null) => {
    drawn.current = next;
    setLive(next);
  };
  const begin = (at: Point, mode: MaskMode) => {
    if (!marking) return;
    const target = drawnInto(marking.brushes, mode);
    const ink = tool === 'colour' && mode === 'add' ? inkOf(marking.choice) : null;
    show({ kind: isRound(tool) ? 'stroke' : 'outline', ...target, ink, radius, points: [at.x, at.y] });
  };
  const extend = (at: Point) => {
    const now = drawn.current;
    if (!now) return;
    const { x, y } = origin.current;
    if (isRound(tool) || tool === 'lasso') return show(withPoint(now, at));
    const small = tool === 'select' && Math.hypot(at.x - x, at.y - y) < CLICK_SLACK * pixel;
    return show({ ...now, points: small ? [x, y] : rectangleOf(origin.current, at, size) });
  };
  const finish = (mode: MaskMode) => {
    const now = drawn.current;
    show(null);
    if (!now || !marking || !tool) return;
    const { brush, ink, points } = now;
    const into = { brush, mode: now.mode };
    if (ink) marking.onEdit({ kind: 'colour', ink, radius, points });
    else if (tool === 'brush' || tool === 'colour') marking.onEdit({ kind: 'stroke', ...into, radius, points });
    else if (tool === 'select') marking.onSelect(promptOf(points), mode);
    else if (points.length >= 6) marking.onEdit({ kind: tool, ...into, points });
  };
  const started = useRef<MaskMode>('add');
  const drag: Drag | null = tool && {
    start: (at, { alt, byTouch }) => {
      setFinger(byTouch ? at : null);
      const mode = marking?.choice.mode ?? 'add';
      started.current = alt ? opposite(mode) : mode;
      origin.current = placeOn(toPicture(at));
      begin(origin.current, started.current);
    },
    move: (at) => {
      setFinger((now) => now && at);
      setCursor({ at: toPicture(at), byKey: false });
      extend(placeOn(toPicture(at)));
    },
    end: (kept) => {
      setFinger(null);
      if (kept) finish(started.current);
      else show(null);
    },
  };
  const key = (event: KeyboardEvent): boolean => {
    if (!marking || !tool) return false;
    const arrow = ARROWS[event.key];
    if (arrow) {
      const from = latest.current?.at ?? toPicture(middleOf(event.currentTarget));
      const step = event.shiftKey ? 1 : Math.max(1, 8 * pixel);
      const at = inside({ x: from.x + arrow.x * step, y: from.y + arrow.y * step }, size);
      setCursor({ at, byKey: true });
      reveal(at);
      if (tool === 'rectangle' && drawn.current) extend(at);
      return true;
    }
    if (event.key === 'Escape' && drawn.current) {
      show(null);
      return true;
    }
    if ((event.key !== 'Enter' && event.key !== ' ') || !latest.current?.byKey || event.ctrlKey || event.metaKey)
      return false;
    press(placeOn(latest.current.at), event.altKey ? opposite(marking.choice.mode) : marking.choice.mode);
    return true;
  };
  /** A key at a place: paints a dot, selects, or sets a corner; the first corner of a lasso again closes it. */
  const press = (at: Point, mode: MaskMode) => {
    if (isRound(tool) || tool === 'select' || !drawn.current) {
      origin.current = at;
      started.current = mode;
      begin(at, mode);
      if (isRound(tool) || tool === 'select') finish(mode);
      return;
    }
    const isSecondTap = Math.hypot(at.x - origin.current.x, at.y - origin.current.y) < 12 * pixel;
    if (tool === 'rectangle' || (isSecondTap && drawn.current.points.length >= 6)) finish(started.current);
    else extend(at);
  };
  const hover = {
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (!tool || event.pointerType === 'touch' || event.buttons !== 0) return;
      const { left, top } = event.currentTarget.getBoundingClientRect();
      setCursor({ at: toPicture({ x: event.clientX - left, y: event.clientY - top }), byKey: false });
    },
    onPointerLeave: () => setCursor(latest.current?.byKey ? latest.current : null),
    onBlur: () => setCursor(latest.current?.byKey ? null : latest.current),
  };
  const shown: Cursor | null = cursor && tool ? { ...cursor, radius: isRound(tool) ? radius : null } : null;
  return { drag, live, finger, cursor: shown, key, hover };
}

const ARROWS: { readonly [key: string]: Point } = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

const middleOf = ({ clientWidth, clientHeight }: Element): Point => ({ x: clientWidth / 2, y: clientHeight / 2 });

const inside = ({ x, y }: Point, { width, height }: Size): Point => ({
  x: Math.min(width - 0.5, Math.max(0.5, x)),
  y: Math.min(height - 0.5, Math.max(0.5, y)),
});

/** One point, or the four corners of a box. */
function promptOf(points: readonly number[]): Prompt {
  const [x = 0, y = 0, right, , , bottom] = points;
  if (right === undefined || bottom === undefined) return { points: [{ x, y, inside: true }], box: null };
  return { points: [], box: { x, y, width: right - x, height: bottom - y } };
}
