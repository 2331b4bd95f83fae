import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import type { Box } from '../../engine/types.ts';
import type { Mark } from '../../engine/video/types.ts';
import { useWords } from '../../workspace/use-words.ts';
import { ShapeCanvas } from './ShapeCanvas.tsx';
import { boxAt, inPicture, placed } from './state.ts';
import type { VideoWork } from './use-video.ts';
import css from './video.module.css';

type Drag = {
  readonly id: string | null;
  readonly kind: 'move' | 'size' | 'draw';
  readonly from: Box;
  readonly x: number;
  readonly y: number;
};

/** The boxes over the frame: drawn, moved and resized by pointer or keys. */
export const MarkLayer = ({ video, name }: { readonly video: VideoWork; readonly name: string }) => {
  const { say } = useWords();
  const { state, dispatch } = video;
  const { info, settings, selected, time } = state;
  const layer = useRef<HTMLDivElement>(null);
  const drag = useRef<Drag | null>(null);
  const [drawn, setDrawn] = useState<Box | null>(null);
  if (!info) return null;

  const at = (event: PointerEvent) => {
    const rect = layer.current?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1);
    return {
      x: ((event.clientX - rect.left) / rect.width) * info.width,
      y: ((event.clientY - rect.top) / rect.height) * info.height,
    };
  };
  const press = (event: PointerEvent) => {
    if (event.button !== 0 || state.work) return;
    const target = event.target as HTMLElement;
    const mark = settings.marks.find(({ id }) => id === target.closest<HTMLElement>('[data-mark]')?.dataset.mark);
    const { x, y } = at(event);
    const kind = mark ? (target.dataset.corner === undefined ? 'move' : 'size') : 'draw';
    drag.current = { id: mark?.id ?? null, kind, from: mark ? boxAt(mark, time) : { x, y, width: 0, height: 0 }, x, y };
    layer.current?.setPointerCapture(event.pointerId);
    if (mark) dispatch({ kind: 'select', id: mark.id });
  };
  const move = (event: PointerEvent) => {
    const dragged = drag.current;
    if (!dragged) return;
    const { x, y } = at(event);
    const [dx, dy] = [x - dragged.x, y - dragged.y];
    if (dragged.kind === 'draw') {
      setDrawn({ x: Math.min(x, dragged.x), y: Math.min(y, dragged.y), width: Math.abs(dx), height: Math.abs(dy) });
      return;
    }
    const mark = settings.marks.find(({ id }) => id === dragged.id);
    const { from } = dragged;
    const box =
      dragged.kind === 'move'
        ? { ...from, x: from.x + dx, y: from.y + dy }
        : { ...from, width: from.width + dx, height: from.height + dy };
    if (mark && Math.hypot(dx, dy) > 0) dispatch({ kind: 'change', mark: placed(mark, inPicture(box, info), time) });
  };
  const release = () => {
    if (drawn && drawn.width > 3 && drawn.height > 3) video.addBox(inPicture(drawn, info));
    drag.current = null;
    setDrawn(null);
  };
  const key = (event: KeyboardEvent, mark: Mark) => {
    const step = event.shiftKey ? 10 : 1;
    const by = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] }[event.key];
    if (event.key === 'Delete' || event.key === 'Backspace') dispatch({ kind: 'remove', id: mark.id });
    else if (!by) return;
    else {
      const [dx, dy] = by as [number, number];
      const box = boxAt(mark, time);
      const next = event.altKey
        ? { ...box, width: box.width + dx, height: box.height + dy }
        : { ...box, x: box.x + dx, y: box.y + dy };
      dispatch({ kind: 'change', mark: placed(mark, inPicture(next, info), time) });
    }
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      ref={layer}
      className={css.layer}
      onPointerDown={press}
      onPointerMove={move}
      onPointerUp={release}
      onPointerCancel={release}
    >
      {settings.marks.map((mark, i) => {
        const box = boxAt(mark, time);
        return (
          <Placed key={mark.id} box={box} size={info}>
            <button
              ref={(element) => {
                if (!element || mark.id !== video.added.current) return;
                video.added.current = null;
                // Arrow keys move it.
                element.focus({ preventScroll: true });
              }}
              type="button"
              className={css.mark}
              data-mark={mark.id}
              data-shaped={mark.shape !== null}
              aria-pressed={mark.id === selected}
              aria-label={`${say(`${name}.options.mark`, { number: i + 1 })}: ${Math.round(box.x)}, ${Math.round(box.y)}, ${box.width} × ${box.height}`}
              onFocus={() => dispatch({ kind: 'select', id: mark.id })}
              onKeyDown={(event) => key(event, mark)}
            >
              {mark.shape && <ShapeCanvas shape={mark.shape} />}
              <span className={css.number}>{i + 1}</span>
              <span className={css.corner} data-corner="" />
            </button>
          </Placed>
        );
      })}
      {drawn && (
        <Placed box={drawn} size={info}>
          <span className={css.mark} />
        </Placed>
      )}
    </div>
  );
};

type PlacedProps = {
  readonly box: Box;
  readonly size: { readonly width: number; readonly height: number };
  readonly children: React.ReactNode;
};

/** An element at a box of the picture. */
const Placed = ({ box, size, children }: PlacedProps) => {
  const element = useRef<HTMLDivElement>(null);
  const { x, y, width, height } = box;
  useEffect(() => {
    const style = element.current?.style;
    style?.setProperty('left', `${(100 * x) / size.width}%`);
    style?.setProperty('top', `${(100 * y) / size.height}%`);
    style?.setProperty('width', `${(100 * width) / size.width}%`);
    style?.setProperty('height', `${(100 * height) / size.height}%`);
  }, [x, y, width, height, size]);
  return (
    <div ref={element} className={css.placed}>
      {children}
    </div>
  );
};
