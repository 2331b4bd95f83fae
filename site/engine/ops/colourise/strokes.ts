import type { Size } from '../../types.ts';
import { drawLine, drawOutline } from '../mask/draw.ts';

/** A colour `#rrggbb`; `keep` preserves the picture's own colour; `none` erases earlier strokes. */
export type Ink = string;

/** A painted stroke; `points` are x, y, x, y … in pixels of the picture that it was painted on. */
export type ColourStroke = {
  readonly kind: 'line' | 'outline';
  readonly ink: Ink;
  /** Radius of a line. */
  readonly radius: number;
  readonly points: readonly number[];
};

/** Strokes in order, and the size of the picture that they were painted on. */
export type Strokes = Size & { readonly strokes: readonly ColourStroke[] };

/** The ink of each pixel: 0 is none, `n` is `inks[n - 1]`. */
export type InkMap = Size & { readonly data: Uint16Array<ArrayBuffer>; readonly inks: readonly Ink[] };

/** Rasterises strokes at a size; later strokes cover earlier ones. */
export function inkMap({ strokes, ...from }: Strokes, { width, height }: Size): InkMap {
  const inks = [...new Set(strokes.map(({ ink }) => ink))].filter((ink) => ink !== 'none');
  const canvas = { width, height, data: new Uint16Array(width * height) };
  const scale = [width / from.width, height / from.height] as const;
  for (const { kind, ink, radius, points } of strokes) {
    const placed = points.map((value, i) => value * scale[(i % 2) as 0 | 1]);
    const value = inks.indexOf(ink) + 1;
    if (kind === 'line') drawLine(canvas, { points: placed, radius: radius * Math.min(...scale) }, value);
    else drawOutline(canvas, placed, value);
  }
  return { ...canvas, inks };
}
