import type { Plane } from '../../types.ts';
import { around, distances, inner, thin } from './thin.ts';

/** A line along its middle: x, y, x, y … in pixels, pixel centres at halves. */
export type Path = {
  readonly points: Float32Array;
  readonly closed: boolean;
  /** Mean width in pixels. */
  readonly width: number;
};

export type TraceOptions = {
  /** Ink from which a pixel belongs to a line. */
  readonly level: number;
  /** Shorter lines are left out; pixels. */
  readonly leastLength: number;
  /** How far a path may stray from the line's middle, in pixels. */
  readonly tolerance: number;
};

/** Lines of ink as paths along their middle, for plotters and drawing programs. */
export function traced(ink: Plane, { level, leastLength, tolerance }: TraceOptions): readonly Path[] {
  const { width } = ink;
  const mask = inner(ink, level);
  const reach = distances(mask, width);
  thin(mask, width);
  return chainsOf(mask, width).flatMap((chain) => {
    const closed = chain.length > 2 && chain[0] === chain.at(-1);
    const points = smoothed(
      Float32Array.from({ length: 2 * chain.length }, (_, k) => {
        const i = chain[k >> 1]!;
        return (k % 2 === 0 ? i % width : Math.floor(i / width)) + 0.5;
      }),
    );
    if (lengthOf(points) < leastLength) return [];
    const mean = chain.reduce((sum, i) => sum + reach[i]!, 0) / chain.length;
    return [{ points: simplified(points, tolerance), closed, width: Math.max(1, 2 * mean - 1) }];
  });
}

/** Pixels of thin lines in their order: from ends and crossings first, then what runs in circles. */
function chainsOf(mask: Uint8Array, width: number): readonly (readonly number[])[] {
  const offsets = around(width);
  const isSet = (i: number, k: number) => mask[i + offsets[k % 8]!] === 1;
  // By a corner only where there is no way round by a side: else the steps of a slanted line would look like crossings.
  const neighbours = (i: number) =>
    [0, 2, 4, 6, 1, 3, 5, 7]
      .filter((k) => isSet(i, k) && (k % 2 === 0 || !(isSet(i, k - 1) || isSet(i, k + 1))))
      .map((k) => i + offsets[k]!);
  const all = [...mask.keys()].filter((i) => mask[i] === 1);
  const degree = new Map(all.map((i) => [i, neighbours(i).length]));
  const taken = new Uint8Array(mask.length);
  const chains: number[][] = [];
  const walk = (start: number, first: number) => {
    const chain = [start, first];
    for (let at = first; degree.get(at) === 2; ) {
      taken[at] = 1;
      const before = chain.at(-2);
      const next = neighbours(at).find((i) => i !== before && (taken[i] === 0 || i === start));
      if (next === undefined) break;
      chain.push(next);
      if (next === start) break;
      at = next;
    }
    chains.push(chain);
  };
  for (const start of all) {
    if (degree.get(start) === 2) continue;
    taken[start] = 1;
    for (const first of neighbours(start)) if (taken[first] === 0) walk(start, first);
  }
  for (const start of all) {
    if (taken[start] === 1) continue;
    taken[start] = 1;
    const [first] = neighbours(start);
    if (first !== undefined) walk(start, first);
  }
  return chains;
}

/** Without the stairs of pixels: three times the mean of neighbours; ends stay. */
function smoothed(points: Float32Array): Float32Array {
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

/** The fewest of the points that stay within `tolerance` pixels of all (Douglas and Peucker 1973). */
function simplified(points: Float32Array, tolerance: number): Float32Array {
  const last = points.length / 2 - 1;
  const kept = new Set([0, last]);
  const open: [number, number][] = [[0, last]];
  for (let span = open.pop(); span; span = open.pop()) {
    const [from, to] = span;
    const [far, distance] = farthest(points, from, to);
    if (distance <= tolerance) continue;
    kept.add(far);
    open.push([from, far], [far, to]);
  }
  return Float32Array.from([...kept].sort((a, b) => a - b).flatMap((k) => [points[2 * k]!, points[2 * k + 1]!]));
}

/** The point between two others that is farthest from the line through them, and how far it is. */
function farthest(points: Float32Array, from: number, to: number): readonly [number, number] {
  const [x, y] = [points[2 * from]!, points[2 * from + 1]!];
  const [dx, dy] = [points[2 * to]! - x, points[2 * to + 1]! - y];
  const length = Math.hypot(dx, dy);
  let best = from;
  let most = -1;
  for (let k = from + 1; k < to; k++) {
    const [px, py] = [points[2 * k]! - x, points[2 * k + 1]! - y];
    const distance = length > 0 ? Math.abs(px * dy - py * dx) / length : Math.hypot(px, py);
    if (distance > most) [best, most] = [k, distance];
  }
  return [best, most];
}
