// Element-wise steps of deconvolution on fields of `count` single-precision numbers, a multiple of 4.

/** Complex `a *= b`. */
export function multiply(aReal: usize, aImag: usize, bReal: usize, bImag: usize, count: i32): void {
  for (let i: usize = 0; i < 4 * <usize>count; i += 16) {
    const ar = v128.load(aReal + i);
    const ai = v128.load(aImag + i);
    const br = v128.load(bReal + i);
    const bi = v128.load(bImag + i);
    v128.store(aReal + i, f32x4.sub(f32x4.mul(ar, br), f32x4.mul(ai, bi)));
    v128.store(aImag + i, f32x4.add(f32x4.mul(ar, bi), f32x4.mul(ai, br)));
  }
}

/** Complex `a *= conj(b)`. */
export function multiplyConjugate(aReal: usize, aImag: usize, bReal: usize, bImag: usize, count: i32): void {
  for (let i: usize = 0; i < 4 * <usize>count; i += 16) {
    const ar = v128.load(aReal + i);
    const ai = v128.load(aImag + i);
    const br = v128.load(bReal + i);
    const bi = v128.load(bImag + i);
    v128.store(aReal + i, f32x4.add(f32x4.mul(ar, br), f32x4.mul(ai, bi)));
    v128.store(aImag + i, f32x4.sub(f32x4.mul(ai, br), f32x4.mul(ar, bi)));
  }
}

/** `ratio = observed / max(ratio, floor)` */
export function divide(ratio: usize, observed: usize, floor: f32, count: i32): void {
  const floors = f32x4.splat(floor);
  for (let i: usize = 0; i < 4 * <usize>count; i += 16)
    v128.store(ratio + i, f32x4.div(v128.load(observed + i), f32x4.max(v128.load(ratio + i), floors)));
}

/** `out = max(current + acceleration * (current - previous), floor)` */
export function extrapolate(
  out: usize,
  current: usize,
  previous: usize,
  acceleration: f32,
  floor: f32,
  count: i32,
): void {
  const factors = f32x4.splat(acceleration);
  const floors = f32x4.splat(floor);
  for (let i: usize = 0; i < 4 * <usize>count; i += 16) {
    const value = v128.load(current + i);
    const moved = f32x4.add(value, f32x4.mul(factors, f32x4.sub(value, v128.load(previous + i))));
    v128.store(out + i, f32x4.max(moved, floors));
  }
}

/** `out = a - b`; returns the dot product of the result with what `out` held before. */
export function subtractAndCompare(out: usize, a: usize, b: usize, count: i32): f64 {
  let sum: f64 = 0;
  for (let row: usize = 0; row < 4 * <usize>count; row += 1024) {
    let part = f32x4.splat(0);
    for (let i = row; i < min(row + 1024, 4 * <usize>count); i += 16) {
      const difference = f32x4.sub(v128.load(a + i), v128.load(b + i));
      part = f32x4.add(part, f32x4.mul(difference, v128.load(out + i)));
      v128.store(out + i, difference);
    }
    sum += laneSum(part);
  }
  return sum;
}

/** Sum of squares. */
export function squareSum(values: usize, count: i32): f64 {
  let sum: f64 = 0;
  for (let row: usize = 0; row < 4 * <usize>count; row += 1024) {
    let part = f32x4.splat(0);
    for (let i = row; i < min(row + 1024, 4 * <usize>count); i += 16) {
      const value = v128.load(values + i);
      part = f32x4.add(part, f32x4.mul(value, value));
    }
    sum += laneSum(part);
  }
  return sum;
}

function laneSum(v: v128): f64 {
  return (
    <f64>f32x4.extract_lane(v, 0) +
    <f64>f32x4.extract_lane(v, 1) +
    <f64>f32x4.extract_lane(v, 2) +
    <f64>f32x4.extract_lane(v, 3)
  );
}

/**
 * One step of Richardson and Lucy with total variation: `next = prediction · factor / (1 - weight · div(∇prediction /
 * |∇prediction|))`; the field wraps around. `across` and `down` are scratch fields. `next` may be `factor`.
 */
export function updateLucy(
  next: usize,
  prediction: usize,
  factor: usize,
  across: usize,
  down: usize,
  width: i32,
  height: i32,
  weight: f32,
): void {
  const row: usize = 4 * <usize>width;
  const size: usize = row * <usize>height;
  for (let y: usize = 0; y < size; y += row) {
    const below = y + row < size ? prediction + y + row : prediction;
    for (let x: usize = 0; x < row; x += 16) {
      const at = prediction + y + x;
      const value = v128.load(at);
      const right = x + 16 < row ? v128.load(at + 4) : wrapRight(value, prediction + y);
      const dx = f32x4.sub(right, value);
      const dy = f32x4.sub(v128.load(below + x), value);
      // The constant treats differences far below one byte step as zero.
      const squared = f32x4.add(f32x4.add(f32x4.mul(dx, dx), f32x4.mul(dy, dy)), f32x4.splat(1e-6));
      const length = f32x4.sqrt(squared);
      v128.store(across + y + x, f32x4.div(dx, length));
      v128.store(down + y + x, f32x4.div(dy, length));
    }
  }
  const weights = f32x4.splat(weight);
  for (let y: usize = 0; y < size; y += row) {
    const above = y > 0 ? down + y - row : down + size - row;
    for (let x: usize = 0; x < row; x += 16) {
      const i = y + x;
      const here = v128.load(across + i);
      const left = x > 0 ? v128.load(across + i - 4) : wrapLeft(here, across + y + row - 4);
      const divergence = f32x4.add(f32x4.sub(here, left), f32x4.sub(v128.load(down + i), v128.load(above + x)));
      const slowed = f32x4.max(f32x4.sub(f32x4.splat(1), f32x4.mul(weights, divergence)), f32x4.splat(0.1));
      const moved = f32x4.mul(v128.load(prediction + i), v128.load(factor + i));
      v128.store(next + i, f32x4.div(moved, slowed));
    }
  }
}

/** Elements 1, 2, 3 of a vector and the first of its row. */
function wrapRight(value: v128, first: usize): v128 {
  return v128.shuffle<f32>(value, v128.load_splat<f32>(first), 1, 2, 3, 4);
}

/** The last element of a row and elements 0, 1, 2 of its first vector. */
function wrapLeft(value: v128, last: usize): v128 {
  return v128.shuffle<f32>(v128.load_splat<f32>(last), value, 0, 4, 5, 6);
}

/**
 * `out = ∇ᵀ shrink(∇ data)`: gradients below the threshold become 0, others shorter by it; the field wraps around.
 * `across` and `down` are scratch fields.
 */
export function shrinkGradients(
  out: usize,
  data: usize,
  across: usize,
  down: usize,
  width: i32,
  height: i32,
  threshold: f32,
): void {
  const row: usize = 4 * <usize>width;
  const size: usize = row * <usize>height;
  const thresholds = f32x4.splat(threshold);
  for (let y: usize = 0; y < size; y += row) {
    const below = y + row < size ? data + y + row : data;
    for (let x: usize = 0; x < row; x += 16) {
      const at = data + y + x;
      const value = v128.load(at);
      const right = x + 16 < row ? v128.load(at + 4) : wrapRight(value, data + y);
      v128.store(across + y + x, shrink(f32x4.sub(right, value), thresholds));
      v128.store(down + y + x, shrink(f32x4.sub(v128.load(below + x), value), thresholds));
    }
  }
  for (let y: usize = 0; y < size; y += row) {
    const above = y > 0 ? down + y - row : down + size - row;
    for (let x: usize = 0; x < row; x += 16) {
      const i = y + x;
      const here = v128.load(across + i);
      const left = x > 0 ? v128.load(across + i - 4) : wrapLeft(here, across + y + row - 4);
      v128.store(out + i, f32x4.add(f32x4.sub(left, here), f32x4.sub(v128.load(above + x), v128.load(down + i))));
    }
  }
}

/** Moves each element towards 0 by the threshold, at most to 0. */
function shrink(value: v128, threshold: v128): v128 {
  return f32x4.sub(value, f32x4.max(f32x4.min(value, threshold), f32x4.neg(threshold)));
}

/**
 * Least-squares solution in the frequency domain: `field = (observed + ratio · sparse) / (|spectrum|² + ratio · |D|²)`,
 * where |D|² is the sum of `across` of the column and `down` of the row.
 */
export function solveLeastSquares(
  field: usize,
  observed: usize,
  sparse: usize,
  power: usize,
  across: usize,
  down: usize,
  width: i32,
  height: i32,
  ratio: f32,
): void {
  const row: usize = 4 * <usize>width;
  const ratios = f32x4.splat(ratio);
  for (let y = 0, i: usize = 0; y < height; y++) {
    const vertical = v128.load_splat<f32>(down + 4 * <usize>y);
    for (let x: usize = 0; x < row; x += 16, i += 16) {
      const gradient = f32x4.mul(ratios, f32x4.add(v128.load(across + x), vertical));
      const divisor = f32x4.add(f32x4.add(v128.load(power + i), gradient), f32x4.splat(1e-9));
      const sum = f32x4.add(v128.load(observed + i), f32x4.mul(ratios, v128.load(sparse + i)));
      v128.store(field + i, f32x4.div(sum, divisor));
    }
  }
}
