import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { Strokes } from '../../engine/ops/colourise/strokes.ts';
import type { ColorSpace, Mask, Pixels, Size } from '../../engine/types.ts';
import { splitAt, splitByKey } from '../../ui/compare-split.ts';
import { Divider, PictureTag } from '../../ui/Divider.tsx';
import { useSweep } from '../../ui/use-sweep.ts';
import { ColourLayer } from '../mask/ColourLayer.tsx';
import { LiveLayer } from '../mask/LiveLayer.tsx';
import { type Layer, MaskLayer } from '../mask/MaskLayer.tsx';
import { type Marking, useMarking } from '../mask/use-marking.ts';
import type { RunProgress } from '../run-progress.ts';
import { Developing } from './Developing.tsx';
import { HintLayer } from './HintLayer.tsx';
import { Magnifier } from './Magnifier.tsx';
import { PixelCanvas } from './PixelCanvas.tsx';
import { type Reveal, useBeside } from './use-beside.ts';
import { type Drag, useGestures } from './use-gestures.ts';
import { useObjectUrl } from './use-object-url.ts';
import { useSliding } from './use-sliding.ts';
import type { ViewControl } from './use-view.ts';
import css from './View.module.css';
import { moveBy, type Point, reveal, toPicture, zoomAt } from './zoom.ts';

export type PictureWords = {
  readonly label: string;
  readonly before: string;
  readonly after: string;
  readonly compare: string;
  readonly split: (percent: number) => string;
  /** Describes the pixel under the cursor that arrow keys move over a mask. */
  readonly at: (pixel: { readonly x: number; readonly y: number; readonly marked: boolean }) => string;
};

export type PictureViewProps = {
  readonly room: React.RefObject<HTMLDivElement | null>;
  /** Id of the element that describes what is shown. */
  readonly descriptionId: string;
  readonly control: ViewControl;
  /** Null for a file that cannot be read. */
  readonly before: Blob | null;
  /** Whether the original may have clear parts. */
  readonly mayBeClear: boolean;
  readonly after: Blob | Pixels | null;
  /** The colours of pixels that are shown; sRGB where not given. */
  readonly colorSpace: ColorSpace | undefined;
  /** Size of the original; brushes use its pixels. */
  readonly original: Size;
  /** Whether result and original have the same proportions, so that the divider can compare them. */
  readonly comparable: boolean;
  /** Shows the original alone while a key or button is held. */
  readonly showBefore: boolean;
  /** Null while nothing can be marked. */
  readonly marking: Marking | null;
  /** Masks that are shown over the picture, of the original's size. */
  readonly layers: readonly Layer[];
  /** The object that a click would select, of the original's proportions; null for none. */
  readonly hint: Mask | null;
  /** Strokes of colour that are shown over the picture. */
  readonly painted: Strokes | null;
  /** The result to reveal; null for none. */
  readonly sweep: Reveal | null;
  /** Progress of the work while a result develops; null while none does. */
  readonly developing: RunProgress | null;
  readonly words: PictureWords;
  readonly children?: ReactNode;
};

/** The picture in its viewport: pan, zoom, comparison and brushes. */
export const PictureView = (props: PictureViewProps) => {
  const { room, control, before, after, original, comparable, showBefore, marking, layers, painted, words } = props;
  const { mayBeClear, hint, sweep, developing, children } = props;
  const { view, frame, change } = control;
  const layer = useRef<HTMLDivElement>(null);
  const slider = useRef<HTMLDivElement>(null);
  const [split, setSplit] = useState(50);
  const beforeUrl = useObjectUrl(before);
  const afterUrl = useObjectUrl(after instanceof Blob ? after : null);
  const { picture } = frame;
  const shownSplit = useRef(split);
  const isPreview = after !== null && !(after instanceof Blob);
  const mayCompare = after !== null && comparable && !showBefore;
  const showSplit = (percent: number) => {
    shownSplit.current = percent;
    layer.current?.style.setProperty('--split', `${percent}%`);
    const at = view.x + (picture.width * view.scale * percent) / 100;
    slider.current?.style.setProperty('left', `${Math.min(frame.room.width, Math.max(0, at))}px`);
  };
  const [sweeping, stopSweep] = useSweep(layer, {
    sweep,
    ready: mayCompare && (after instanceof Blob ? afterUrl !== null : true) && beforeUrl !== null,
    onMove: showSplit,
    onEnd: setSplit,
  });
  const tool = marking?.choice.tool ?? null;
  const beside = useBeside({ sweep, tool });
  const compared = mayCompare && (sweeping || beside.compared);

  useEffect(() => {
    const style = layer.current?.style;
    style?.setProperty('inline-size', `${picture.width * view.scale}px`);
    style?.setProperty('block-size', `${picture.height * view.scale}px`);
    style?.setProperty('transform', `translate(${view.x}px, ${view.y}px)`);
    style?.setProperty('image-rendering', view.scale >= 3 ? 'pixelated' : 'auto');
    showSplit(sweeping ? shownSplit.current : split);
  });

  const ratio = original.width / picture.width;
  const pictureView = { ...view, scale: view.scale / ratio };
  const drawing = useMarking({
    marking,
    size: original,
    toPicture: (at) => toPicture(pictureView, at),
    pixel: 1 / pictureView.scale,
    reveal: ({ x, y }) => change((now, shown) => reveal(now, { x: x / ratio, y: y / ratio }, shown)),
  });
  const toSplit = ({ x }: Point) => {
    stopSweep();
    setSplit(splitAt(x - view.x, picture.width * view.scale));
  };
  const comparing: Drag = { start: toSplit, move: toSplit, end: () => {} };
  const larger = picture.width * view.scale > frame.room.width || picture.height * view.scale > frame.room.height;
  const { space, handlers } = useGestures({
    room,
    control,
    drag: beside.ending(drawing.drag, stopSweep) ?? (compared && !larger ? comparing : null),
  });
  const sliding = useSliding(room, toSplit);

  const key = (event: KeyboardEvent) => {
    const steps: { readonly [key: string]: Point } = {
      ArrowLeft: { x: 40, y: 0 },
      ArrowRight: { x: -40, y: 0 },
      ArrowUp: { x: 0, y: 40 },
      ArrowDown: { x: 0, y: -40 },
    };
    if (event.target !== event.currentTarget) return;
    if (drawing.key(event)) {
      stopSweep();
      beside.end();
      event.preventDefault();
      // The space bar would move the picture, and Escape would cancel.
      event.stopPropagation();
      return;
    }
    const by = steps[event.key];
    if (!by) return;
    event.preventDefault();
    change((now, shown) => moveBy(now, by, shown));
  };
  const slide = (event: KeyboardEvent) => {
    const next = splitByKey(event.key, split);
    if (next === null) return;
    event.preventDefault();
    stopSweep();
    setSplit(next);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of controls and pictures, not of form fields
    <div
      ref={room}
      role="group"
      aria-label={words.label}
      aria-describedby={props.descriptionId}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move a picture that is larger than its room
      tabIndex={0}
      className={css.room}
      data-takes-focus=""
      data-tool={space ? 'move' : drawing.drag ? 'brush' : larger ? 'move' : compared ? 'split' : undefined}
      onKeyDown={key}
      onDoubleClick={(event) => {
        const { left, top } = event.currentTarget.getBoundingClientRect();
        const at = { x: event.clientX - left, y: event.clientY - top };
        if (!drawing.drag) change((now, shown) => zoomAt(now, { frame: shown, at, factor: 2 }));
      }}
      {...drawing.hover}
      {...handlers}
      onPointerMove={(event) => {
        drawing.hover.onPointerMove(event);
        handlers.onPointerMove(event);
      }}
    >
      <div ref={layer} className={css.layer}>
        {after !== null && !showBefore && (
          <div className={css.after} data-clear="" data-split={compared ? '' : undefined}>
            {after instanceof Blob ? (
              afterUrl && <img className={css.media} src={afterUrl} alt={words.after} draggable={false} />
            ) : (
              <PixelCanvas className={css.media} pixels={after} colorSpace={props.colorSpace} />
            )}
          </div>
        )}
        {(after === null || compared || showBefore) && beforeUrl && (
          <div className={css.before} data-clear={mayBeClear ? '' : undefined} data-split={compared ? '' : undefined}>
            <img className={css.media} src={beforeUrl} alt={words.before} draggable={false} />
          </div>
        )}
        {developing && <Developing progress={developing} />}
      </div>
      {layers.length > 0 && <MaskLayer layers={layers} view={pictureView} room={frame.room} />}
      {hint && <HintLayer hint={hint} original={original} view={pictureView} room={frame.room} />}
      {painted && <ColourLayer painted={painted} view={pictureView} room={frame.room} />}
      {drawing.drag && (
        <>
          <LiveLayer live={drawing.live} cursor={drawing.cursor} view={pictureView} room={frame.room} />
          {drawing.finger && <Magnifier room={room} at={drawing.finger} />}
          <p className="visually-hidden" role="status">
            {drawing.cursor?.byKey && words.at(pixelAt(drawing.cursor.at, layers))}
          </p>
        </>
      )}
      {isPreview && !compared && !showBefore && (
        <PictureTag side="after" at="top">
          {words.after}
        </PictureTag>
      )}
      {after !== null && !comparable && beforeUrl && (
        <div className={css.inset} data-inset="" data-clear={mayBeClear ? '' : undefined}>
          <img src={beforeUrl} alt={words.before} draggable={false} />
          <span aria-hidden="true">{words.before}</span>
        </div>
      )}
      {compared && (
        <Divider
          ref={slider}
          className={css.divider}
          data-beside={tool ? '' : undefined}
          label={words.compare}
          split={split}
          splitText={words.split(split)}
          beforeLabel={words.before}
          afterLabel={words.after}
          tagsAt="top"
          onKeyDown={slide}
          {...sliding}
        />
      )}
      {children}
    </div>
  );
};

/** The pixel at a point, and whether it is marked. */
function pixelAt(at: Point, layers: readonly Layer[]) {
  const [x, y] = [Math.floor(at.x), Math.floor(at.y)];
  return { x, y, marked: layers.some(({ mask }) => (mask.data[y * mask.width + x] ?? 0) >= 128) };
}
