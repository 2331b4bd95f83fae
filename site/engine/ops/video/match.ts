import type { MaskedPlane, Vector } from './sample.ts';

/** Parameters of motion search. Luma is 0..255, differences are mean absolute differences of it. */
export type MatchParameters = {
  /** The translation of whole frames. */
  readonly global: {
    /** Maximum shift that is searched, in pixels and as a fraction of the shorter side. */
    readonly maxShiftPx: number;
    readonly maxShiftFraction: number;
    /** Minimum fraction of the pixels that are valid in both frames, and their minimum number. */
    readonly minOverlap: number;
    readonly minPixels: number;
    /** Difference below which two frames match, whatever their contrast. */
    readonly matchDifference: number;
    /** Otherwise the maximum ratio of that difference to the mean absolute deviation of the frame. */
    readonly maxDifferenceRatio: number;
    /** Added to the difference per pixel of shift: prefers the shorter of two equal shifts. */
    readonly shiftCost: number;
  };
  /** The translation of single blocks around it. */
  readonly block: {
    readonly sidePx: number;
    /** Maximum deviation from the global shift along one axis. */
    readonly maxOffsetPx: number;
    /** Minimum mean absolute gradient, without which no motion can be measured. */
    readonly minDetail: number;
    /** Minimum fraction of its pixels that are valid. */
    readonly minValidFraction: number;
    /** Maximum root mean squared difference, and as a multiple of the block's detail; the larger one counts. */
    readonly maxDifference: number;
    readonly maxDifferencePerDetail: number;
    /** What a block's cost must gain to leave the global shift: a factor, and a further difference. */
    readonly leaveFactor: number;
    readonly leaveGain: number;
  };
};

/** Chosen by hand on the clips on which `tests/bench/video` also reports, not fitted on a set of their own. */
export const MATCH: MatchParameters = {
  global: {
    maxShiftPx: 64,
    maxShiftFraction: 0.6,
    minOverlap: 0.1,
    minPixels: 24,
    matchDifference: 6,
    maxDifferenceRatio: 0.75,
    shiftCost: 0.002,
  },
  block: {
    sidePx: 16,
    maxOffsetPx: 4,
    minDetail: 2,
    minValidFraction: 0.25,
    maxDifference: 6,
    maxDifferencePerDetail: 2,
    leaveFactor: 0.95,
    leaveGain: 0.1,
  },
};

const BLOCK_SIDE_PX = MATCH.block.sidePx;

/**
 * Estimates the global translation between two frames in pixels, by full search on a quarter-size copy and refinement up a
 * pyramid. Null if the best shift does not match, as at a cut.
 */
export function estimateGlobalShift(from: MaskedPlane, to: MaskedPlane): Vector | null {
  const pyramid: { readonly a: MaskedPlane; readonly b: MaskedPlane }[] = [{ a: from, b: to }];
  while (pyramid.length < 3) {
    const { a, b } = pyramid.at(-1) as { a: MaskedPlane; b: MaskedPlane };
    if (Math.min(a.width, a.height) < 24) break;
    pyramid.push({ a: halfSize(a), b: halfSize(b) });
  }
  const scale = 2 ** (pyramid.length - 1);
  const { maxShiftPx, maxShiftFraction, matchDifference, maxDifferenceRatio } = MATCH.global;
  const side = Math.min(from.width, from.height);
  let radius = Math.round(Math.min(maxShiftPx, side * maxShiftFraction) / scale);
  let best = { x: 0, y: 0 };
  for (const { a, b } of pyramid.reverse()) {
    best = searchShift(a, b, { centre: best, radius });
    radius = 1;
    if (a !== from) best = { x: best.x * 2, y: best.y * 2 };
  }
  const difference = meanAbsoluteDifference(from, to, { ...best, stride: 2, max: Number.POSITIVE_INFINITY });
  if (difference === null) return null;
  const matches = difference < matchDifference || difference < maxDifferenceRatio * meanAbsoluteDeviation(from);
  return matches ? best : null;
}

/** Searches integer shifts within `radius` of `centre`, from the centre outwards, so that later candidates abort early. */
function searchShift(
  a: MaskedPlane,
  b: MaskedPlane,
  { centre, radius }: { readonly centre: Vector; readonly radius: number },
): Vector {
  const stride = a.width * a.height > 20_000 ? 3 : a.width * a.height > 2500 ? 2 : 1;
  let best = centre;
  let lowestCost = Number.POSITIVE_INFINITY;
  const consider = (x: number, y: number) => {
    const difference = meanAbsoluteDifference(a, b, { x, y, stride, max: lowestCost });
    const cost =
      difference === null ? Number.POSITIVE_INFINITY : difference + MATCH.global.shiftCost * Math.hypot(x, y);
    if (cost < lowestCost) [lowestCost, best] = [cost, { x, y }];
  };
  for (let ring = 0; ring <= radius; ring++)
    for (let y = centre.y - ring; y <= centre.y + ring; y++) {
      const step = Math.abs(y - centre.y) === ring ? 1 : Math.max(1, 2 * ring);
      for (let x = centre.x - ring; x <= centre.x + ring; x += step) consider(x, y);
    }
  return best;
}

type ShiftCandidate = Vector & { readonly stride: number; readonly max: number };

/** Mean absolute difference (0..255) of the pixels valid in both frames; null if they are too few, or above `max`. */
function meanAbsoluteDifference(a: MaskedPlane, b: MaskedPlane, { x, y, stride, max }: ShiftCandidate): number | null {
  const { width, height } = a;
  const sampleCount = (width * height) / stride ** 2;
  const left = Math.max(0, -x);
  const right = Math.min(width, width - x);
  const bottom = Math.min(height, height - y);
  const offset = y * width + x;
  const limit = max * Math.ceil((right - left) / stride) * Math.ceil((bottom - Math.max(0, -y)) / stride);
  let sum = 0;
  let count = 0;
  for (let row = Math.max(0, -y); row < bottom && sum <= limit; row += stride)
    for (let at = row * width + left + (row % stride), end = row * width + right; at < end; at += stride) {
      if (!a.valid[at] || !b.valid[at + offset]) continue;
      sum += Math.abs((a.data[at] as number) - (b.data[at + offset] as number));
      count++;
    }
  const { minOverlap, minPixels } = MATCH.global;
  return sum > limit || count < minOverlap * sampleCount || count < minPixels ? null : sum / count;
}

/** Mean absolute deviation from the mean of the valid pixels, 0..255. */
function meanAbsoluteDeviation({ data, valid }: MaskedPlane): number {
  let sum = 0;
  let count = 0;
  for (let i = 0; i < data.length; i++) {
    if (!valid[i]) continue;
    sum += data[i] as number;
    count++;
  }
  const mean = sum / Math.max(1, count);
  let deviation = 0;
  for (let i = 0; i < data.length; i++) if (valid[i]) deviation += Math.abs((data[i] as number) - mean);
  return deviation / Math.max(1, count);
}

/** Halves a plane by 2 × 2 means; valid where all four pixels are. */
function halfSize({ width, height, data, valid }: MaskedPlane): MaskedPlane {
  const [w, h] = [width >> 1, height >> 1];
  const out = { width: w, height: h, data: new Uint8Array(w * h), valid: new Uint8Array(w * h) };
  for (let y = 0; y < h; y++)
    for (let x = 0, a = 2 * y * width, at = y * w; x < w; x++, a += 2, at++) {
      const b = a + width;
      const sum = (data[a] as number) + (data[a + 1] as number) + (data[b] as number) + (data[b + 1] as number);
      out.data[at] = (sum + 2) >> 2;
      out.valid[at] = valid[a] && valid[a + 1] && valid[b] && valid[b + 1] ? 1 : 0;
    }
  return out;
}

/** Motion of one block in pixels, and its weight (confidence). */
export type BlockMotion = Vector & { readonly column: number; readonly row: number; readonly weight: number };

/** Block matching on a grid of `block.sidePx` pixels around a global shift; null for blocks that are covered, flat or unmatched. */
export function matchBlocks(from: MaskedPlane, to: MaskedPlane, shift: Vector) {
  const width = Math.ceil(from.width / BLOCK_SIDE_PX);
  const height = Math.ceil(from.height / BLOCK_SIDE_PX);
  const blocks = Array.from({ length: width * height }, (_, i) =>
    matchBlock(from, to, { shift, column: i % width, row: Math.floor(i / width) }),
  );
  return { width, height, step: BLOCK_SIDE_PX, blocks };
}

type BlockPosition = { readonly shift: Vector; readonly column: number; readonly row: number };

function matchBlock(from: MaskedPlane, to: MaskedPlane, { shift, column, row }: BlockPosition): BlockMotion | null {
  const area = {
    left: column * BLOCK_SIDE_PX,
    top: row * BLOCK_SIDE_PX,
    right: Math.min(from.width, (column + 1) * BLOCK_SIDE_PX),
    bottom: Math.min(from.height, (row + 1) * BLOCK_SIDE_PX),
  };
  const { count, detail } = measureDetail(from, area);
  const { minValidFraction, minDetail, maxDifference, maxDifferencePerDetail } = MATCH.block;
  if (count < BLOCK_SIDE_PX ** 2 * minValidFraction || detail < minDetail) return null;
  const cached = new Map<number, number>();
  const cost = (x: number, y: number): number => {
    const key = (y - shift.y + 16) * 64 + x - shift.x + 16;
    const value = cached.get(key) ?? meanSquaredDifference(from, to, { area, x, y, minCount: count / 2 });
    cached.set(key, value);
    return value;
  };
  const best = descend(shift, cost);
  const lowest = cost(best.x, best.y);
  if (!Number.isFinite(lowest) || Math.sqrt(lowest) > Math.max(maxDifference, maxDifferencePerDetail * detail))
    return null;
  // Sub-pixel offset: the vertex of a parabola through three costs.
  const vertex = (before: number, after: number) => {
    const curvature = before + after - 2 * lowest;
    return Number.isFinite(curvature) && curvature > 1e-6
      ? Math.min(0.5, Math.max(-0.5, (before - after) / (2 * curvature)))
      : 0;
  };
  return {
    x: best.x + vertex(cost(best.x - 1, best.y), cost(best.x + 1, best.y)),
    y: best.y + vertex(cost(best.x, best.y - 1), cost(best.x, best.y + 1)),
    column,
    row,
    weight: (count / BLOCK_SIDE_PX ** 2) * (detail / (1 + Math.sqrt(lowest))),
  };
}

/** Greedy descent over the eight neighbours of a shift. */
function descend(start: Vector, cost: (x: number, y: number) => number): Vector {
  const { leaveFactor, leaveGain, maxOffsetPx } = MATCH.block;
  let best = start;
  // Leave the global shift only for a clearly lower cost.
  let lowest = cost(start.x, start.y) * leaveFactor - leaveGain;
  for (let step = 0; step < maxOffsetPx; step++) {
    const centre = best;
    for (let y = centre.y - 1; y <= centre.y + 1; y++)
      for (let x = centre.x - 1; x <= centre.x + 1; x++) {
        const candidate = cost(x, y);
        if (candidate < lowest) [lowest, best] = [candidate, { x, y }];
      }
    if (best === centre) break;
  }
  return best;
}

type Area = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };

/** Counts the valid pixels of a block and measures its mean absolute gradient, the smaller of both directions. */
function measureDetail({ data, valid, width, height }: MaskedPlane, { left, top, right, bottom }: Area) {
  let [count, across, down] = [0, 0, 0];
  for (let y = top; y < bottom; y++)
    for (let x = left, at = y * width + left; x < right; x++, at++) {
      if (!valid[at]) continue;
      count++;
      if (x + 1 < width) across += Math.abs((data[at] as number) - (data[at + 1] as number));
      if (y + 1 < height) down += Math.abs((data[at] as number) - (data[at + width] as number));
    }
  return { count, detail: Math.min(across, down) / Math.max(1, count) };
}

type BlockCandidate = Vector & { readonly area: Area; readonly minCount: number };

/** Mean squared difference of the pixels valid in both frames; infinite if they are fewer than `minCount`. */
function meanSquaredDifference(from: MaskedPlane, to: MaskedPlane, { area, x, y, minCount }: BlockCandidate): number {
  const { width, height } = from;
  const left = Math.max(area.left, -x);
  const right = Math.min(area.right, width - x);
  const top = Math.max(area.top, -y);
  const bottom = Math.min(area.bottom, height - y);
  const offset = y * width + x;
  let [sum, count] = [0, 0];
  for (let row = top; row < bottom; row++)
    for (let at = row * width + left, end = row * width + right; at < end; at++) {
      if (!from.valid[at] || !to.valid[at + offset]) continue;
      const difference = (from.data[at] as number) - (to.data[at + offset] as number);
      sum += difference * difference;
      count++;
    }
  return count < minCount ? Number.POSITIVE_INFINITY : sum / count;
}
