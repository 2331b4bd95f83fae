import { useEffect, useRef } from 'react';
import type { Size } from '../../types.ts';
import type { Stroke } from '../state/state.ts';
import type { BrushName } from '../tool.ts';
import css from './View.module.css';
import type { View } from './zoom.ts';

type StrokeLayerProps = {
  readonly strokes: readonly Stroke[];
  readonly view: View;
  readonly room: Size;
};

/** Tints that stay apart for eyes that see few colours: one light and cold, one dark and warm. */
const TINTS: { readonly [brush in BrushName]: string } = {
  keep: 'rgb(64 224 208 / 0.5)',
  erase: 'rgb(255 60 40 / 0.5)',
  mask: 'rgb(255 60 40 / 0.5)',
};

/** Strokes over the picture, drawn at the size of the screen, not of the picture. */
export const StrokeLayer = ({ strokes, view, room }: StrokeLayerProps) => {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d');
    if (!element || !context) return;
    const density = window.devicePixelRatio || 1;
    element.width = Math.round(room.width * density);
    element.height = Math.round(room.height * density);
    context.setTransform(density * view.scale, 0, 0, density * view.scale, density * view.x, density * view.y);
    context.lineCap = 'round';
    context.lineJoin = 'round';
    for (const { brush, radius, points } of strokes) {
      context.strokeStyle = TINTS[brush];
      context.lineWidth = radius * 2;
      context.beginPath();
      const [x = 0, y = 0] = points;
      context.moveTo(x, y);
      context.lineTo(x, y);
      for (let i = 2; i + 1 < points.length; i += 2) context.lineTo(points[i] as number, points[i + 1] as number);
      context.stroke();
    }
  }, [strokes, view.scale, view.x, view.y, room.width, room.height]);
  return <canvas ref={canvas} className={css.strokes} />;
};
