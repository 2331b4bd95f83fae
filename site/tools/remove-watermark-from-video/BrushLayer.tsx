import { type PointerEvent, useState } from 'react';
import { paintedMark, takesStrokes } from './brush.ts';
import { newId, type VideoWork } from './use-video.ts';
import css from './video.module.css';

/** Covers the frame and its watermarks while the brush is chosen: strokes become watermarks. */
export const BrushLayer = ({ video, brush }: { readonly video: VideoWork; readonly brush: number }) => {
  const { info, settings, selected, work } = video.state;
  const [points, setPoints] = useState<readonly number[]>([]);
  if (!info) return null;
  const at = ({ currentTarget, clientX, clientY }: PointerEvent): readonly number[] => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    return [((clientX - left) / width) * info.width, ((clientY - top) / height) * info.height];
  };
  const release = () => {
    const chosen = settings.marks.find(({ id }) => id === selected);
    const target = chosen && takesStrokes(chosen) ? chosen : null;
    const mark =
      points.length > 0 && paintedMark({ line: { points, radius: brush / 2 }, onto: target, id: newId() }, info);
    if (mark) video.dispatch(target ? { kind: 'change', mark } : { kind: 'add', marks: [mark] });
    setPoints([]);
  };
  return (
    <div
      className={css.layer}
      data-brush=""
      onPointerDown={(event) => {
        if (event.button !== 0 || work) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setPoints(at(event));
      }}
      onPointerMove={(event) => {
        if (points.length > 0) setPoints([...points, ...at(event)]);
      }}
      onPointerUp={release}
      onPointerCancel={() => setPoints([])}
    >
      <svg className={css.canvas} viewBox={`0 0 ${info.width} ${info.height}`} aria-hidden="true">
        {/* A point alone is drawn, too: a line to itself with round ends. */}
        <polyline className={css.stroke} points={[...points, ...points.slice(-2)].join(' ')} strokeWidth={brush} />
      </svg>
    </div>
  );
};
