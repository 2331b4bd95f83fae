import { type KeyboardEvent, type PointerEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { cropBox, fillFactor, turnedSize } from '../../engine/ops/geometry/geometry.ts';
import type { Box, Geometry, Size } from '../../engine/types.ts';
import { useWords } from '../use-words.ts';
import { useOwnTouch } from '../view/use-own-touch.ts';
import css from './crop.module.css';
import { dragged, HANDLES, type Handle } from './crop-box.ts';

type CropStageProps = {
  readonly size: Size;
  readonly geometry: Geometry;
  /** Shortest sides of the part, in pixels. */
  readonly minPx: number;
  /** Width : height that the part keeps; null for free. */
  readonly ratio: number | null;
  /** Whether lines for straightening are shown. */
  readonly lines: boolean;
  readonly onCrop: (crop: Box) => void;
  /** What fills the picture's frame. */
  readonly children: ReactNode;
};

/** Room around the picture for the handles, in pixels. */
const MARGIN_PX = 24;

/** The picture as it will be, and the part that is kept: dragged by pointer or finger, moved by arrow keys. */
export const CropStage = ({ size, geometry, minPx, ratio, lines, onCrop, children }: CropStageProps) => {
  const { say, units } = useWords();
  const room = useRef<HTMLDivElement>(null);
  const [space, setSpace] = useState<Size>({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = room.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setSpace({ width: element.clientWidth, height: element.clientHeight }));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useOwnTouch(room);
  const turned = turnedSize(size, geometry.turns);
  const scale = Math.max(
    0,
    Math.min((space.width - 2 * MARGIN_PX) / turned.width, (space.height - 2 * MARGIN_PX) / turned.height),
  );
  const frame = { width: turned.width * scale, height: turned.height * scale };
  const { crop } = geometry;
  const part = cropBox(size, geometry);
  const whole = cropBox(size, { ...geometry, crop: { x: 0, y: 0, width: 1, height: 1 } });
  const rules = {
    ratio: ratio && (ratio * turned.height) / turned.width,
    min: { width: Math.min(1, minPx / whole.width), height: Math.min(1, minPx / whole.height) },
  };
  const drag = useRef<{ readonly handle: Handle; readonly x: number; readonly y: number; readonly crop: Box } | null>(
    null,
  );
  const pointerOf = (handle: Handle) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      // A handle is inside the part that moves.
      event.stopPropagation();
      event.currentTarget.setPointerCapture(event.pointerId);
      drag.current = { handle, x: event.clientX, y: event.clientY, crop };
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent<HTMLElement>) => {
      const start = drag.current;
      if (start?.handle !== handle || frame.width === 0) return;
      const [dx, dy] = [(clientX - start.x) / frame.width, (clientY - start.y) / frame.height];
      onCrop(dragged(start.crop, { handle, dx, dy }, rules));
    },
    onLostPointerCapture: () => {
      drag.current = null;
    },
  });
  const keyOf = (handle: Handle) => (event: KeyboardEvent) => {
    const steps: { readonly [key: string]: readonly [number, number] } = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
    };
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const pixels = event.shiftKey ? 10 : 1;
    onCrop(
      dragged(crop, { handle, dx: (step[0] * pixels) / whole.width, dy: (step[1] * pixels) / whole.height }, rules),
    );
  };
  const percent = (fraction: number) => `${100 * fraction}%`;
  return (
    <div ref={room} className={css.room}>
      <div className={css.frame} style={{ inlineSize: frame.width, blockSize: frame.height }}>
        <div className={css.clip}>
          <div
            className={css.picture}
            style={{
              inlineSize: size.width * scale,
              blockSize: size.height * scale,
              transform: transformOf(turned, geometry),
            }}
          >
            {children}
          </div>
        </div>
        {/* biome-ignore lint/a11y/useSemanticElements: a part of a picture that arrow keys move, not a form field */}
        <div
          role="group"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move it
          tabIndex={0}
          className={css.part}
          data-lines={lines}
          aria-label={say('workspace.crop.handle', { handle: 'move' })}
          aria-describedby="crop-part"
          style={{
            left: percent(crop.x),
            insetBlockStart: percent(crop.y),
            inlineSize: percent(crop.width),
            blockSize: percent(crop.height),
          }}
          onKeyDown={keyOf('move')}
          {...pointerOf('move')}
        >
          {HANDLES.map((handle) => (
            <button
              key={handle}
              type="button"
              className={css.handle}
              data-handle={handle}
              aria-label={say('workspace.crop.handle', { handle })}
              aria-describedby="crop-part"
              onKeyDown={keyOf(handle)}
              {...pointerOf(handle)}
            />
          ))}
        </div>
      </div>
      <p id="crop-part" className="visually-hidden" role="status">
        {say('workspace.crop.part', {
          width: units.number(part.width),
          height: units.number(part.height),
          x: units.number(part.x),
          y: units.number(part.y),
        })}
      </p>
    </div>
  );
};

/** The changes of a geometry as a transformation around the centre of its frame. */
const transformOf = (turned: Size, { flipped, turns, angle }: Geometry): string =>
  `translate(-50%, -50%) rotate(${angle}deg) scale(${fillFactor(turned, angle)}) rotate(${90 * turns}deg) scaleX(${flipped ? -1 : 1})`;
