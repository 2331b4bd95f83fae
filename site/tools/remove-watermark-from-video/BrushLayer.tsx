import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { useWords } from '../../workspace/use-words.ts';
import { paintedMark, takesStrokes } from './brush.ts';
import { boxAt } from './state.ts';
import { newId, type VideoWork } from './use-video.ts';
import css from './video.module.css';

const ARROWS: { readonly [key: string]: readonly [x: number, y: number] } = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Covers the frame and its watermarks while the brush is chosen: strokes, and dots by keys, become watermarks. */
export const BrushLayer = ({ video, brush }: { readonly video: VideoWork; readonly brush: number }) => {
  const { say, units } = useWords();
  const { info, settings, selected, work } = video.state;
  const [points, setPoints] = useState<readonly number[]>([]);
  /** Where keys paint. */
  const [cursor, setCursor] = useState<readonly [x: number, y: number] | null>(null);
  if (!info) return null;
  const at = ({ currentTarget, clientX, clientY }: PointerEvent): readonly number[] => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    return [((clientX - left) / width) * info.width, ((clientY - top) / height) * info.height];
  };
  const paint = (line: readonly number[]) => {
    const chosen = settings.marks.find(({ id }) => id === selected);
    const target = chosen && takesStrokes(chosen) ? chosen : null;
    const stroke = { line: { points: line, radius: brush / 2 }, onto: target, id: newId() };
    const mark = line.length > 0 && paintedMark(stroke, info);
    if (mark) video.dispatch(target ? { kind: 'change', mark } : { kind: 'add', marks: [mark] });
  };
  const key = (event: KeyboardEvent) => {
    const arrow = ARROWS[event.key];
    if (arrow) {
      const step = event.shiftKey ? 1 : Math.max(1, Math.round(brush / 4));
      const [x, y] = cursor ?? [Math.round(info.width / 2), Math.round(info.height / 2)];
      const within = (value: number, length: number) => Math.min(length - 1, Math.max(0, value));
      setCursor([within(x + arrow[0] * step, info.width), within(y + arrow[1] * step, info.height)]);
    } else if ((event.key === 'Enter' || event.key === ' ') && cursor && !work) paint(cursor);
    else return;
    event.preventDefault();
  };
  const marks = settings.marks.map((mark) => boxAt(mark, video.state.time));
  const isMarked = ([x, y]: readonly [number, number]) =>
    marks.some((box) => x >= box.x && y >= box.y && x < box.x + box.width && y < box.y + box.height);
  const shown = points.length > 0 ? points : (cursor ?? []);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of controls and pictures, not of form fields
    <div
      role="group"
      aria-label={say('workspace.mask.brush')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move the cursor of the brush
      tabIndex={0}
      className={css.layer}
      data-brush=""
      onKeyDown={key}
      onBlur={() => setCursor(null)}
      onPointerDown={(event) => {
        if (event.button !== 0 || work) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setCursor(null);
        setPoints(at(event));
      }}
      onPointerMove={(event) => {
        if (points.length > 0) setPoints([...points, ...at(event)]);
      }}
      onPointerUp={() => {
        paint(points);
        setPoints([]);
      }}
      onPointerCancel={() => setPoints([])}
    >
      <svg className={css.canvas} viewBox={`0 0 ${info.width} ${info.height}`} aria-hidden="true">
        {/* A point alone is drawn, too: a line to itself with round ends. */}
        <polyline className={css.stroke} points={[...shown, ...shown.slice(-2)].join(' ')} strokeWidth={brush} />
      </svg>
      <p className="visually-hidden" role="status">
        {cursor &&
          say('workspace.mask.at', {
            x: units.number(cursor[0] + 1),
            y: units.number(cursor[1] + 1),
            marked: isMarked(cursor) ? 'yes' : 'no',
          })}
      </p>
    </div>
  );
};
