import type { Size } from '../../engine/types.ts';

/** The cleared context of a canvas over the viewport (in CSS pixels), at the screen's resolution; null if there is none. */
export function layerContext(canvas: HTMLCanvasElement | null, room: Size) {
  const context = canvas?.getContext('2d');
  if (!canvas || !context) return null;
  const density = window.devicePixelRatio || 1;
  canvas.width = Math.max(1, Math.round(room.width * density));
  canvas.height = Math.max(1, Math.round(room.height * density));
  return { context, density };
}
