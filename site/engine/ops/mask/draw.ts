import type { Mask, Size } from '../../types.ts';

/** A mask or index map that is drawn into; the caller owns it. */
export type Canvas = Size & { readonly data: Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer> };

export type Line = {
  /** x, y, x, y … in pixels; one point is a dot. */
  readonly points: readonly number[];
  readonly radius: number;
};

/** Sets every pixel whose centre lies within `radius` of a polyline, and the pixels that contain its points. */
export function drawLine(canvas: Canvas, { points, radius }: Line, value: number): void {
  const { width, height, data } = canvas;
  for (let i = 0; i + 1 < points.length; i += 2) {
    // Even a very thin line covers the pixels that were pointed at.
    const [x, y] = [Math.floor(points[i]!), Math.floor(points[i + 1]!)];
    if (x >= 0 && y >= 0 && x < width && y < height) data[y * width + x] = value;
  }
  const [x = 0, y = 0] = points;
  if (points.length === 2) drawSegment(canvas, { x0: x, y0: y, x1: x, y1: y, radius }, value);
  for (let i = 0; i + 3 < points.length; i += 2) {
    const [x0, y0, x1, y1] = [points[i]!, points[i + 1]!, points[i + 2]!, points[i + 3]!];
    drawSegment(canvas, { x0, y0, x1, y1, radius }, value);
  }
}

type Segment = {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
  readonly radius: number;
};

/**
 * Rasterises a thick segment. It is convex, so each row has one run, bounded by the discs around both ends and the strip
 * between them. Exact distances trim runs that are slightly too long.
 */
function drawSegment({ data, width, height }: Canvas, segment: Segment, value: number): void {
  const { x0, y0, x1, y1, radius } = segment;
  const [dx, dy] = [x1 - x0, y1 - y0];
  const square = dx * dx + dy * dy;
  const side = dy === 0 ? 0 : (radius * Math.sqrt(square)) / Math.abs(dy);
  const top = Math.max(0, Math.floor(Math.min(y0, y1) - radius));
  const bottom = Math.min(height - 1, Math.ceil(Math.max(y0, y1) + radius));
  for (let y = top; y <= bottom; y++) {
    const py = y + 0.5 - y0;
    let left = Number.POSITIVE_INFINITY;
    let right = Number.NEGATIVE_INFINITY;
    const first = radius * radius - py * py;
    if (first >= 0) {
      const half = Math.sqrt(first);
      left = -half;
      right = half;
    }
    const second = radius * radius - (py - dy) ** 2;
    if (second >= 0) {
      const half = Math.sqrt(second);
      left = Math.min(left, dx - half);
      right = Math.max(right, dx + half);
    }
    // The strip of a horizontal segment extends no further than the discs.
    if (dy !== 0 && (dx !== 0 || (py * dy >= 0 && py * dy <= square))) {
      const across = (py * dx) / dy;
      const start = dx === 0 ? across - side : (-py * dy) / dx;
      const end = dx === 0 ? across + side : (square - py * dy) / dx;
      const from = Math.max(across - side, Math.min(start, end));
      const to = Math.min(across + side, Math.max(start, end));
      if (from <= to) {
        left = Math.min(left, from);
        right = Math.max(right, to);
      }
    }
    let from = Math.max(0, Math.floor(x0 + left - 0.5));
    let to = Math.min(width - 1, Math.ceil(x0 + right - 0.5));
    while (from <= to && !isNear(segment, from + 0.5, y + 0.5)) from++;
    while (to >= from && !isNear(segment, to + 0.5, y + 0.5)) to--;
    if (to >= from) data.fill(value, y * width + from, y * width + to + 1);
  }
}

/** Whether a point lies within the radius of a segment. */
function isNear({ x0, y0, x1, y1, radius }: Segment, x: number, y: number): boolean {
  const dx = x1 - x0;
  const dy = y1 - y0;
  const along = Math.min(1, Math.max(0, ((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy || 1)));
  const awayX = x - x0 - along * dx;
  const awayY = y - y0 - along * dy;
  return awayX * awayX + awayY * awayY <= radius * radius;
}

/** Fills a closed polygon by the non-zero winding rule: sets every pixel whose centre lies inside. */
export function drawOutline({ data, width, height }: Canvas, points: readonly number[], value: number): void {
  const count = points.length >> 1;
  let [top, bottom] = [height, 0];
  for (let i = 0; i < count; i++) {
    top = Math.min(top, Math.floor(points[2 * i + 1]!));
    bottom = Math.max(bottom, Math.ceil(points[2 * i + 1]!));
  }
  for (let y = Math.max(0, top); y < Math.min(height, bottom); y++) {
    let winding = 0;
    let from = 0;
    for (const { x, turn } of crossings(points, y + 0.5)) {
      if (winding === 0) from = x;
      winding += turn;
      if (winding !== 0) continue;
      const start = Math.max(0, Math.ceil(from - 0.5));
      const end = Math.min(width, Math.ceil(x - 0.5));
      if (end > start) data.fill(value, y * width + start, y * width + end);
    }
  }
}

type Crossing = { readonly x: number; readonly turn: 1 | -1 };

/** Crossings of an outline with a row, from left to right, with their direction. */
function crossings(points: readonly number[], row: number): readonly Crossing[] {
  const count = points.length >> 1;
  const list: Crossing[] = [];
  for (let i = 0; i < count; i++) {
    const next = (i + 1) % count;
    const [x0, y0, x1, y1] = [points[2 * i]!, points[2 * i + 1]!, points[2 * next]!, points[2 * next + 1]!];
    if (y0 <= row === y1 <= row) continue;
    list.push({ x: x0 + ((row - y0) / (y1 - y0)) * (x1 - x0), turn: y1 > y0 ? 1 : -1 });
  }
  return list.sort((a, b) => a.x - b.x);
}

/** Fraction of the picture that a mask selects, 0..1; intermediate values count in proportion. */
export function coverage({ data }: Mask): number {
  let sum = 0;
  // Skip four unselected pixels at a time.
  const start = Math.min(data.length, (4 - (data.byteOffset % 4)) % 4);
  const words = new Uint32Array(data.buffer, data.byteOffset + start, (data.length - start) >> 2);
  for (let i = 0; i < words.length; i++) {
    if (words[i] === 0) continue;
    const at = start + 4 * i;
    sum += data[at]! + data[at + 1]! + data[at + 2]! + data[at + 3]!;
  }
  for (let i = 0; i < start; i++) sum += data[i]!;
  for (let i = start + 4 * words.length; i < data.length; i++) sum += data[i]!;
  return data.length === 0 ? 0 : sum / (255 * data.length);
}
