// Search of nearest patches (Barnes et al. 2009) over 7 × 7 pixels of five feature bytes; the same integers as the
// reference in site/engine/ops/fill/patches/search.ts.

const RADIUS = 3;
const SIDE = 7;
const CHANNELS = 5;
const ROW_BYTES = SIDE * CHANNELS;
const GUIDE_WEIGHT = 100;

/** Where the arrays of a level lie, as in `LevelPointers` of the reference; all of `size` pixels, bytes or i32. */
let features: usize = 0;
let guide: usize = 0;
let isTarget: usize = 0;
let isSource: usize = 0;
let targets: usize = 0;
let sources: usize = 0;
let costs: usize = 0;
let width: i32 = 0;
let height: i32 = 0;
/** State of the random numbers (xorshift, Marsaglia 2003). */
let seed: u32 = 0;

/** Sets the level that the other functions work on; `guideAt` is 0 without a guide. */
export function setLevel(
  levelWidth: i32,
  levelHeight: i32,
  featuresAt: usize,
  guideAt: usize,
  isTargetAt: usize,
  isSourceAt: usize,
  targetsAt: usize,
  sourcesAt: usize,
  costsAt: usize,
): void {
  width = levelWidth;
  height = levelHeight;
  features = featuresAt;
  guide = guideAt;
  isTarget = isTargetAt;
  isSource = isSourceAt;
  targets = targetsAt;
  sources = sourcesAt;
  costs = costsAt;
}

/** Recomputes the cost of each target. */
export function updateCosts(count: i32): void {
  for (let n = 0; n < count; n++) {
    const target = load<i32>(targets + 4 * n);
    store<i32>(costs + 4 * target, distance(target, load<i32>(sources + 4 * target), i32.MAX_VALUE));
  }
}

/**
 * Improves `count` targets from the `first` on, in steps of `step` (1 or -1), by propagation and by random search within
 * `reach` pixels. Takes and returns the state of the random numbers.
 */
export function searchPatches(first: i32, count: i32, step: i32, reach: i32, state: u32): u32 {
  seed = state;
  for (let n = 0; n < count; n++) {
    const target = load<i32>(targets + 4 * (first + step * n));
    let best = load<i32>(sources + 4 * target);
    let minCost = load<i32>(costs + 4 * target);
    for (let direction = 0; direction < 2; direction++) {
      const offset = direction === 0 ? step : step * width;
      const neighbour = target - offset;
      if (load<u8>(isTarget + neighbour) !== 1) continue;
      const candidate = load<i32>(sources + 4 * neighbour) + offset;
      if (candidate === best || load<u8>(isSource + candidate) !== 1) continue;
      const cost = distance(target, candidate, minCost);
      if (cost < minCost) {
        minCost = cost;
        best = candidate;
      }
    }
    for (let radius = reach; radius >= 1; radius >>= 1) {
      const x = (best % width) + random(2 * radius + 1) - radius;
      const y = best / width + random(2 * radius + 1) - radius;
      if (x < RADIUS || x >= width - RADIUS || y < RADIUS || y >= height - RADIUS) continue;
      const candidate = y * width + x;
      if (load<u8>(isSource + candidate) !== 1) continue;
      const cost = distance(target, candidate, minCost);
      if (cost < minCost) {
        minCost = cost;
        best = candidate;
      }
    }
    store<i32>(sources + 4 * target, best);
    store<i32>(costs + 4 * target, minCost);
  }
  return seed;
}

/** A random integer in 0..limit-1. */
function random(limit: i32): i32 {
  seed ^= seed << 13;
  seed ^= seed >> 17;
  seed ^= seed << 5;
  return <i32>((<u64>seed * <u64>limit) >> 32);
}

/** Sum of squared differences between two patches, by their centres; stops once it reaches `limit`. */
function distance(a: i32, b: i32, limit: i32): i32 {
  let sum = 0;
  if (guide !== 0) {
    for (let c = 0; c < 3; c++) {
      const difference = <i32>load<u8>(guide + 3 * a + c) - <i32>load<u8>(guide + 3 * b + c);
      sum += difference * difference;
    }
    sum *= GUIDE_WEIGHT;
    if (sum >= limit) return sum;
  }
  const corner = -RADIUS * width - RADIUS;
  let i = features + CHANNELS * (a + corner);
  let j = features + CHANNELS * (b + corner);
  const row = CHANNELS * width;
  // The last vector of a row overlaps the one before; only its last three bytes count.
  const last = i8x16(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1, -1);
  for (let y = 0; y < SIDE; y++, i += row, j += row) {
    const first = absoluteDifference(i, j);
    const second = absoluteDifference(i + 16, j + 16);
    const third = i16x8.extend_high_i8x16_u(v128.and(absoluteDifference(i + ROW_BYTES - 16, j + ROW_BYTES - 16), last));
    let squares = i32x4.dot_i16x8_s(third, third);
    const firstLow = i16x8.extend_low_i8x16_u(first);
    squares = i32x4.add(squares, i32x4.dot_i16x8_s(firstLow, firstLow));
    const firstHigh = i16x8.extend_high_i8x16_u(first);
    squares = i32x4.add(squares, i32x4.dot_i16x8_s(firstHigh, firstHigh));
    const secondLow = i16x8.extend_low_i8x16_u(second);
    squares = i32x4.add(squares, i32x4.dot_i16x8_s(secondLow, secondLow));
    const secondHigh = i16x8.extend_high_i8x16_u(second);
    squares = i32x4.add(squares, i32x4.dot_i16x8_s(secondHigh, secondHigh));
    sum +=
      i32x4.extract_lane(squares, 0) +
      i32x4.extract_lane(squares, 1) +
      i32x4.extract_lane(squares, 2) +
      i32x4.extract_lane(squares, 3);
    if (sum >= limit) return sum;
  }
  return sum;
}

function absoluteDifference(a: usize, b: usize): v128 {
  const left = v128.load(a);
  const right = v128.load(b);
  return v128.or(i8x16.sub_sat_u(left, right), i8x16.sub_sat_u(right, left));
}
