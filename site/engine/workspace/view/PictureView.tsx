import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { splitAt, splitByKey } from '../../../ui/compare-split.ts';
import type { Pixels, Size } from '../../types.ts';
import type { Stroke } from '../state/state.ts';
import type { BrushName } from '../tool.ts';
import { PixelCanvas } from './PixelCanvas.tsx';
import { StrokeLayer } from './StrokeLayer.tsx';
import { type Drag, useGestures } from './use-gestures.ts';
import { useObjectUrl } from './use-object-url.ts';
import type { ViewControl } from './use-view.ts';
import css from './View.module.css';
import { moveBy, type Point, toPicture, zoomAt } from './zoom.ts';

export type Brushing = {
  readonly brush: BrushName;
  /** Pixels of the screen, so that it feels the same at every zoom. */
  readonly radius: number;
  readonly strokes: readonly Stroke[];
  readonly onStroke: (stroke: Stroke) => void;
};

export type PictureWords = {
  readonly label: string;
  readonly before: string;
  readonly after: string;
  readonly compare: string;
  readonly split: (percent: number) => string;
};

export type PictureViewProps = {
  readonly room: React.RefObject<HTMLDivElement | null>;
  readonly control: ViewControl;
  readonly before: Blob;
  readonly after: Blob | Pixels | null;
  /** Of the original; brushes count in its pixels. */
  readonly original: Size;
  /** Lies over both: the result has another shape and cannot be laid over the original. */
  readonly comparable: boolean;
  /** Shows the original alone while a key or button is held. */
  readonly showBefore: boolean;
  readonly brushing: Brushing | null;
  readonly words: PictureWords;
  readonly children?: ReactNode;
};

/** The picture in its room: moved, zoomed, compared, painted on. */
export const PictureView = (props: PictureViewProps) => {
  const { room, control, before, after, original, comparable, showBefore, brushing, words, children } = props;
  const { view, frame, change } = control;
  const layer = useRef<HTMLDivElement>(null);
  const slider = useRef<HTMLDivElement>(null);
  const [split, setSplit] = useState(50);
  const [drawn, setDrawn] = useState<Stroke | null>(null);
  const beforeUrl = useObjectUrl(before);
  const afterUrl = useObjectUrl(after instanceof Blob ? after : null);
  const compared = after !== null && comparable && !brushing && !showBefore;
  const { picture } = frame;

  useEffect(() => {
    const style = layer.current?.style;
    style?.setProperty('inline-size', `${picture.width * view.scale}px`);
    style?.setProperty('block-size', `${picture.height * view.scale}px`);
    style?.setProperty('transform', `translate(${view.x}px, ${view.y}px)`);
    style?.setProperty('--split', `${split}%`);
    style?.setProperty('image-rendering', view.scale >= 3 ? 'pixelated' : 'auto');
    const at = view.x + (picture.width * view.scale * split) / 100;
    slider.current?.style.setProperty('left', `${Math.min(frame.room.width, Math.max(0, at))}px`);
  });

  const ratio = original.width / picture.width;
  const place = (at: Point): readonly [number, number] => {
    const { x, y } = toPicture(view, at);
    return [Math.round(x * ratio * 10) / 10, Math.round(y * ratio * 10) / 10];
  };
  const painting: Drag | null = brushing && {
    start: (at) =>
      setDrawn({ brush: brushing.brush, radius: (brushing.radius / view.scale) * ratio, points: place(at) }),
    move: (at) => setDrawn((now) => now && { ...now, points: [...now.points, ...place(at)] }),
    end: (kept) => {
      if (kept && drawn) brushing.onStroke(drawn);
      setDrawn(null);
    },
  };
  const toSplit = ({ x }: Point) => setSplit(splitAt(x - view.x, picture.width * view.scale));
  const comparing: Drag = { start: toSplit, move: toSplit, end: () => {} };
  const larger = picture.width * view.scale > frame.room.width || picture.height * view.scale > frame.room.height;
  const { space, handlers } = useGestures({
    room,
    control,
    drag: painting ?? (compared && !larger ? comparing : null),
  });
  const sliding = useSliding(room, toSplit);

  const key = (event: KeyboardEvent) => {
    const steps: { readonly [key: string]: Point } = {
      ArrowLeft: { x: 40, y: 0 },
      ArrowRight: { x: -40, y: 0 },
      ArrowUp: { x: 0, y: 40 },
      ArrowDown: { x: 0, y: -40 },
    };
    const by = steps[event.key];
    if (!by || event.target !== event.currentTarget) return;
    event.preventDefault();
    change((now, place) => moveBy(now, by, place));
  };
  const slide = (event: KeyboardEvent) => {
    const next = splitByKey(event.key, split);
    if (next === null) return;
    event.preventDefault();
    setSplit(next);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of controls and pictures, not of form fields
    <div
      ref={room}
      role="group"
      aria-label={words.label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move a picture that is larger than its room
      tabIndex={0}
      className={css.room}
      data-tool={space ? 'move' : brushing ? 'brush' : larger ? 'move' : compared ? 'split' : undefined}
      onKeyDown={key}
      onDoubleClick={(event) => {
        const { left, top } = event.currentTarget.getBoundingClientRect();
        const at = { x: event.clientX - left, y: event.clientY - top };
        if (!brushing) change((now, place) => zoomAt(now, { frame: place, at, factor: 2 }));
      }}
      {...handlers}
    >
      <div ref={layer} className={css.layer}>
        {after !== null && !showBefore && (
          <div className={css.after} data-clear="" data-split={compared ? '' : undefined}>
            {after instanceof Blob ? (
              afterUrl && <img className={css.media} src={afterUrl} alt={words.after} draggable={false} />
            ) : (
              <PixelCanvas className={css.media} pixels={after} />
            )}
          </div>
        )}
        {(after === null || compared || showBefore) && beforeUrl && (
          <div className={css.before} data-split={compared ? '' : undefined}>
            <img className={css.media} src={beforeUrl} alt={words.before} draggable={false} />
          </div>
        )}
      </div>
      {brushing && (
        <StrokeLayer
          strokes={drawn ? [...brushing.strokes, drawn] : brushing.strokes}
          view={{ ...view, scale: view.scale / ratio }}
          room={frame.room}
        />
      )}
      {compared && (
        <>
          <span className={css.tag} data-side="before">
            {words.before}
          </span>
          <span className={css.tag} data-side="after">
            {words.after}
          </span>
          <div
            ref={slider}
            className={css.divider}
            role="slider"
            tabIndex={0}
            aria-label={words.compare}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={split}
            aria-valuetext={words.split(split)}
            onKeyDown={slide}
            {...sliding}
          >
            <span className={css.grip} />
          </div>
        </>
      )}
      {children}
    </div>
  );
};

/** The divider can be taken at every zoom; the picture below must not move with it. */
function useSliding(room: React.RefObject<HTMLDivElement | null>, toSplit: (at: Point) => void) {
  const at = (event: React.PointerEvent<HTMLElement>): Point => {
    const { left = 0, top = 0 } = room.current?.getBoundingClientRect() ?? {};
    return { x: event.clientX - left, y: event.clientY - top };
  };
  return {
    onPointerDown: (event: React.PointerEvent<HTMLElement>) => {
      event.stopPropagation();
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: React.PointerEvent<HTMLElement>) => {
      if (event.currentTarget.hasPointerCapture(event.pointerId)) toSplit(at(event));
    },
  };
}
