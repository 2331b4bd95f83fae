import type { Mask, Size } from '../types.ts';
import type { Stroke } from './state/state.ts';

/**
 * The pixels that lie under strokes: 255 where within `radius` of the line. Later strokes of another brush take away
 * what earlier ones marked. Null where nothing is marked.
 */
export function maskOf(strokes: readonly Stroke[], brush: Stroke['brush'], size: Size): Mask | null {
  const data = new Uint8Array(size.width * size.height);
  let marked = false;
  for (const stroke of strokes) {
    const mine = stroke.brush === brush;
    if (!mine && !marked) continue;
    for (const segment of segmentsOf(stroke)) paint({ data, ...size }, segment, mine ? 255 : 0);
    marked ||= mine;
  }
  return marked && data.includes(255) ? { ...size, data } : null;
}

/** The strokes on a copy of the picture that is `factor` times as large. */
export const scaled = (strokes: readonly Stroke[], factor: number): readonly Stroke[] =>
  factor === 1
    ? strokes
    : strokes.map(({ brush, radius, points }) => ({
        brush,
        radius: radius * factor,
        points: points.map((value) => value * factor),
      }));

/** From one point to the next; a stroke of one point is a dot. */
type Segment = {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
  readonly radius: number;
};

function segmentsOf({ points, radius }: Stroke): readonly Segment[] {
  const [x = 0, y = 0] = points;
  if (points.length <= 2) return points.length === 2 ? [{ x0: x, y0: y, x1: x, y1: y, radius }] : [];
  const segments: Segment[] = [];
  for (let i = 0; i + 3 < points.length; i += 2) {
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = points.slice(i, i + 4);
    segments.push({ x0, y0, x1, y1, radius });
  }
  return segments;
}

function paint({ data, width, height }: Mask, { x0, y0, x1, y1, radius }: Segment, value: number): void {
  const left = Math.max(0, Math.floor(Math.min(x0, x1) - radius));
  const right = Math.min(width - 1, Math.ceil(Math.max(x0, x1) + radius));
  const top = Math.max(0, Math.floor(Math.min(y0, y1) - radius));
  const bottom = Math.min(height - 1, Math.ceil(Math.max(y0, y1) + radius));
  const dx = x1 - x0;
  const dy = y1 - y0;
  const length = dx * dx + dy * dy || 1;
  for (let y = top; y <= bottom; y++) {
    for (let x = left; x <= right; x++) {
      // Pixels are taken at their middle.
      const px = x + 0.5 - x0;
      const py = y + 0.5 - y0;
      const along = Math.min(1, Math.max(0, (px * dx + py * dy) / length));
      const far = (px - along * dx) ** 2 + (py - along * dy) ** 2;
      if (far <= radius * radius) data[y * width + x] = value;
    }
  }
}
