import { useEffect, useRef } from 'react';
import type { ColourStroke, Ink, Strokes } from '../../engine/ops/colourise/strokes.ts';
import type { Size } from '../../engine/types.ts';
import { layerContext } from '../view/layer-context.ts';
import css from '../view/View.module.css';
import type { View } from '../view/zoom.ts';

type ColourLayerProps = {
  readonly painted: Strokes;
  /** Of the picture, in its own pixels. */
  readonly view: View;
  readonly room: Size;
};

/** Strokes of colour over the picture. */
export const ColourLayer = ({ painted, view, room }: ColourLayerProps) => {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { scale, x, y } = view;
  useEffect(() => {
    const layer = layerContext(canvas.current, room);
    if (!layer) return;
    const { context, density } = layer;
    context.scale(density, density);
    context.translate(x, y);
    for (const stroke of painted.strokes) {
      context.globalCompositeOperation = 'destination-out';
      drawShape(context, stroke, { tint: '#000', scale });
      context.globalCompositeOperation = 'source-over';
      if (stroke.ink !== 'none') drawShape(context, stroke, { tint: shadeOf(stroke.ink), scale });
    }
  }, [painted, scale, x, y, room]);
  return <canvas ref={canvas} className={css.strokes} />;
};

/** The style of an ink over the picture. */
export const shadeOf = (ink: Ink): string => (ink === 'keep' ? 'rgb(255 255 255 / 0.6)' : `${ink}d9`);

type Shape = Pick<ColourStroke, 'kind' | 'radius' | 'points'>;
type Drawing = { readonly tint: string; readonly scale: number };

/** A line with round ends, or the inside of an outline. */
export function drawShape(
  context: CanvasRenderingContext2D,
  { kind, radius, points }: Shape,
  { tint, scale }: Drawing,
) {
  context.beginPath();
  const [x = 0, y = 0] = points;
  context.moveTo(x * scale, y * scale);
  context.lineTo(x * scale, y * scale);
  for (let i = 2; i + 1 < points.length; i += 2) context.lineTo(points[i]! * scale, points[i + 1]! * scale);
  context.lineCap = 'round';
  context.lineJoin = 'round';
  if (kind === 'line') {
    context.strokeStyle = tint;
    context.lineWidth = Math.max(1, radius * 2 * scale);
    context.stroke();
    return;
  }
  context.closePath();
  context.fillStyle = tint;
  context.fill();
}
