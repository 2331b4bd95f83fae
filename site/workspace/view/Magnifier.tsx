import { type RefObject, useEffect, useRef } from 'react';
import type { Size } from '../../engine/types.ts';
import { layerContext } from './layer-context.ts';
import css from './View.module.css';
import type { Point } from './zoom.ts';

/** Diameter in CSS pixels, and magnification of what the screen shows. */
const SIZE: Size = { width: 116, height: 116 };
const FACTOR = 2;

/** Distance in CSS pixels between the corner of the viewport and a finger, within which the magnifier changes sides. */
const EVADE_PX = 190;

type MagnifierProps = {
  /** The viewport; its pictures and layers are magnified as they are shown. */
  readonly room: RefObject<HTMLDivElement | null>;
  /** The finger, in the viewport. */
  readonly at: Point;
};

/** Shows what a finger covers, in a corner of the viewport that the finger is not in. */
export const Magnifier = ({ room, at }: MagnifierProps) => {
  const canvas = useRef<HTMLCanvasElement>(null);
  const side = at.x < EVADE_PX && at.y < EVADE_PX ? 'right' : 'left';
  useEffect(() => {
    const layer = layerContext(canvas.current, SIZE);
    if (!layer || !room.current) return;
    const { context, density } = layer;
    const origin = room.current.getBoundingClientRect();
    context.scale(density, density);
    context.translate(SIZE.width / 2, SIZE.height / 2);
    context.scale(FACTOR, FACTOR);
    context.translate(-at.x, -at.y);
    for (const element of room.current.querySelectorAll<HTMLImageElement | HTMLCanvasElement>('img, canvas')) {
      if (element === canvas.current || element.closest('[data-inset]')) continue;
      const { left, top, width, height } = element.getBoundingClientRect();
      context.drawImage(element, left - origin.left, top - origin.top, width, height);
    }
    drawCross(context, at);
  }, [room, at]);
  return <canvas ref={canvas} className={css.magnifier} data-magnifier="" data-side={side} />;
};

/** A light cross on a dark one at the finger. */
function drawCross(context: CanvasRenderingContext2D, { x, y }: Point): void {
  for (const [width, colour] of [
    [1.5, 'rgb(12 8 7 / 0.75)'],
    [0.75, '#fff'],
  ] as const) {
    context.lineWidth = width;
    context.strokeStyle = colour;
    context.beginPath();
    context.moveTo(x - 4, y);
    context.lineTo(x + 4, y);
    context.moveTo(x, y - 4);
    context.lineTo(x, y + 4);
    context.stroke();
  }
}
