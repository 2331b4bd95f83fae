import { useEffect, useRef } from 'react';
import type { Size } from '../../engine/types.ts';
import { layerContext } from '../view/layer-context.ts';
import css from '../view/View.module.css';
import type { Point, View } from '../view/zoom.ts';
import { drawShape, shadeOf } from './ColourLayer.tsx';
import type { Live } from './live.ts';
import { TINTS } from './MaskLayer.tsx';

/** Position of the pointer or of the keyboard's cursor. */
export type Cursor = {
  readonly at: Point;
  /** Radius of the brush; null if only the point matters. */
  readonly radius: number | null;
  readonly byKey: boolean;
};

type LiveLayerProps = {
  readonly live: Live | null;
  readonly cursor: Cursor | null;
  readonly view: View;
  readonly room: Size;
};

/** The line under the pointer and the size of the brush, above the masks. */
export const LiveLayer = ({ live, cursor, view, room }: LiveLayerProps) => {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const layer = layerContext(canvas.current, room);
    if (!layer) return;
    const { context, density } = layer;
    context.scale(density, density);
    context.translate(view.x, view.y);
    if (live) drawLive(context, live, view.scale);
    if (cursor) drawCursor(context, cursor, view.scale);
  }, [live, cursor, view.scale, view.x, view.y, room]);
  return <canvas ref={canvas} className={css.strokes} />;
};

type Context = CanvasRenderingContext2D;

function drawLive(context: Context, { kind, brush, mode, ink, radius, points }: Live, scale: number): void {
  const tint = mode === 'add' ? `rgb(${TINTS[brush].join(' ')} / 0.5)` : 'rgb(255 255 255 / 0.55)';
  drawShape(
    context,
    { kind: kind === 'stroke' ? 'line' : 'outline', radius, points },
    { tint: ink ? shadeOf(ink) : tint, scale },
  );
  if (kind === 'outline') drawTwice(context);
}

function drawCursor(context: Context, { at, radius, byKey }: Cursor, scale: number): void {
  const [x, y] = [at.x * scale, at.y * scale];
  if (radius !== null) {
    context.beginPath();
    context.arc(x, y, Math.max(1.5, radius * scale), 0, 2 * Math.PI);
    drawTwice(context);
  }
  if (!byKey) return;
  context.beginPath();
  for (const [dx, dy] of [
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
  ] as const) {
    context.moveTo(x + dx * 3, y + dy * 3);
    context.lineTo(x + dx * 11, y + dy * 11);
  }
  drawTwice(context);
}

/** A light line on a dark one is visible on every picture. */
function drawTwice(context: Context): void {
  context.lineWidth = 3;
  context.strokeStyle = 'rgb(12 8 7 / 0.75)';
  context.stroke();
  context.lineWidth = 1.25;
  context.strokeStyle = '#fff';
  context.stroke();
}
