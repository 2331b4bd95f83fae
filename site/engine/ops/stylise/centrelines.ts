import type { Plane } from '../../types.ts';
import { chamferDistances, interiorMask, neighbourOffsets, thinToSkeleton } from './skeleton.ts';

/** The centreline of a drawn line: x, y, x, y … in pixels, pixel centres at halves. */
export type Path = {
  readonly points: Float32Array;
  readonly closed: boolean;
  /** Mean width in pixels. */
  readonly width: number;
};

export type TraceOptions = {
  /** Ink (0..1) from which a pixel belongs to a line. */
  readonly minInk: number;
  /** Shorter lines are omitted. */
  readonly minLengthPx: number;
  /** Maximum distance of the simplified path from the centreline. */
  readonly tolerancePx: number;
};

/** Traces lines of ink (0..1) as paths along their centrelines, for plotters and drawing programs. */
export function traceCentrelines(ink: Plane, { minInk, minLengthPx, tolerancePx }: TraceOptions): readonly Path[] {
  const { width } = ink;
  const mask = interiorMask(ink, minInk);
  const halfWidths = chamferDistances(mask, width);
  thinToSkeleton(mask, width);
  return pixelChains(mask, width).flatMap((chain) => {
    const closed = chain.length > 2 && chain[0] === chain.at(-1);
    const points = smoothPoints(
      Float32Array.from({ length: 2 * chain.length }, (_, k) => {
        const i = chain[k >> 1]!;
        return (k % 2 === 0 ? i % width : Math.floor(i / width)) + 0.5;
      }),
    );
    if (lengthOf(points) < minLengthPx) return [];
    const meanHalfWidth = chain.reduce((sum, i) => sum + halfWidths[i]!, 0) / chain.length;
    return [{ points: simplifyPath(points, tolerancePx), closed, width: Math.max(1, 2 * meanHalfWidth - 1) }];
  });
}

/** Orders the pixels of a skeleton into chains between ends and crossings; then those of closed loops. */
function pixelChains(mask: Uint8Array, width: number): readonly (readonly number[])[] {
  const offsets = neighbourOffsets(width);
  const isSet = (i: number, k: number) => mask[i + offsets[k % 8]!] === 1;
  // A diagonal step counts only without a path along the sides; otherwise stairs of a slanted line would be crossings.
  const neighbours = (i: number) =>
    [0, 2, 4, 6, 1, 3, 5, 7]
      .filter((k) => isSet(i, k) && (k % 2 === 0 || !(isSet(i, k - 1) || isSet(i, k + 1))))
      .map((k) => i + offsets[k]!);
  const pixels = [...mask.keys()].filter((i) => mask[i] === 1);
  const degree = new Map(pixels.map((i) => [i, neighbours(i).length]));
  const visited = new Uint8Array(mask.length);
  const chains: number[][] = [];
  const traceFrom = (start: number, first: number) => {
    const chain = [start, first];
    for (let at = first; degree.get(at) === 2; ) {
      visited[at] = 1;
      const before = chain.at(-2);
      const next = neighbours(at).find((i) => i !== before && (visited[i] === 0 || i === start));
      if (next === undefined) break;
      chain.push(next);
      if (next === start) break;
      at = next;
    }
    chains.push(chain);
  };
  for (const start of pixels) {
    if (degree.get(start) === 2) continue;
    visited[start] = 1;
    for (const first of neighbours(start)) if (visited[first] === 0) traceFrom(start, first);
  }
  for (const start of pixels) {
    if (visited[start] === 1) continue;
    visited[start] = 1;
    const [first] = neighbours(start);
    if (first !== undefined) traceFrom(start, first);
  }
  return chains;
}

/** Smooths the stairs of pixels by three passes of a binomial filter; ends stay. */
function smoothPoints(points: Float32Array): Float32Array {
  let now = points;
  for (let round = 0; round < 3; round++) {
    const next = now.slice();
    for (let k = 2; k < now.length - 2; k++) next[k] = (now[k - 2]! + 2 * now[k]! + now[k + 2]!) / 4;
    now = next;
  }
  return now;
}

function lengthOf(points: Float32Array): number {
  let sum = 0;
  for (let k = 2; k < points.length; k += 2)
    sum += Math.hypot(points[k]! - points[k - 2]!, points[k + 1]! - points[k - 1]!);
  return sum;
}

/** Drops points while the path stays within `tolerance` pixels of all of them (Douglas and Peucker 1973). */
function simplifyPath(points: Float32Array, tolerance: number): Float32Array {
  const last = points.length / 2 - 1;
  const kept = new Set([0, last]);
  const open: [number, number][] = [[0, last]];
  for (let span = open.pop(); span; span = open.pop()) {
    const [from, to] = span;
    const [middle, distance] = farthestPoint(points, from, to);
    if (distance <= tolerance) continue;
    kept.add(middle);
    open.push([from, middle], [middle, to]);
  }
  return Float32Array.from([...kept].sort((a, b) => a - b).flatMap((k) => [points[2 * k]!, points[2 * k + 1]!]));
}

/** The point between two others that is farthest from the line through them, and its distance in pixels. */
function farthestPoint(points: Float32Array, from: number, to: number): readonly [number, number] {
  const [x, y] = [points[2 * from]!, points[2 * from + 1]!];
  const [dx, dy] = [points[2 * to]! - x, points[2 * to + 1]! - y];
  const length = Math.hypot(dx, dy);
  let farthest = from;
  let maxDistance = -1;
  for (let k = from + 1; k < to; k++) {
    const [px, py] = [points[2 * k]! - x, points[2 * k + 1]! - y];
    const distance = length > 0 ? Math.abs(px * dy - py * dx) / length : Math.hypot(px, py);
    if (distance > maxDistance) [farthest, maxDistance] = [k, distance];
  }
  return [farthest, maxDistance];
}
