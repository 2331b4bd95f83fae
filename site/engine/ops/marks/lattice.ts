import type { Plane, Size } from '../../types.ts';
import { createFourier, emptyField, nextPowerOfTwo } from '../deblur/fft.ts';
import { localMax } from '../filter/range.ts';

/** How far a mark lies from the same mark beside it, in pixels. */
export type Step = { readonly dx: number; readonly dy: number };

/** Two steps whose sums lead from each mark of a pattern to all others. */
export type Steps = readonly [first: Step, second: Step];

/** Gradients beyond this are edges of the picture: they count no more than faint ones. */
const FAINT = 0.06;

/** Nearer than this, in pixels, a picture is like itself anyway: leaves, bricks, windows. */
const NEAREST = 40;

/** The shortest step of a pattern, in pixels, and how far its steps are from lying on one line. */
const SHORTEST = 30;
const LEAST_SINE = 0.5;

/** Peaks of the autocorrelation that are taken in pairs for the steps of a pattern. */
const MOST_PEAKS = 24;

/** Repetitions that are looked at in each direction. */
const MOST_STEPS = 12;

/** Least overlap of the picture with itself, moved, that tells anything. */
const OVERLAP = 0.2;

/**
 * What the autocorrelation is at the sums of the steps, in deviations from what is usual: in all (the sum over the root of
 * the count, each at most so many), and how many of them stand out. What a scene repeats does so here and there only.
 */
const SURE = { all: 12, most: 12, out: 2, share: 0.9, count: 5 } as const;

/**
 * The steps of marks that repeat across a picture (luma, 0..1), in fractions of pixels; null where none do. The
 * autocorrelation of limited gradients by Fourier transform has peaks at the distances of the marks and at all their
 * sums. Yields its share done.
 */
export function* repeatedSteps(luma: Plane): Generator<number, Steps | null> {
  return stepsOf(yield* autocorrelation([gradients(luma, 1), gradients(luma, luma.width)], luma), luma);
}

/** Differences to the next pixel, limited. */
export function gradients({ width, height, data }: Plane, step: number): Float32Array {
  const out = new Float32Array(width * height);
  for (let i = 0; i + step < data.length; i++) {
    if (step === 1 && i % width === width - 1) continue;
    out[i] = Math.min(FAINT, Math.max(-FAINT, data[i + step]! - data[i]!));
  }
  return out;
}

/** How alike the picture is to itself moved, 0..1 of being the same; twice as large as the picture, wrapped. */
function* autocorrelation(parts: readonly Float32Array[], { width, height }: Size): Generator<number, Plane> {
  const field = { width: nextPowerOfTwo(2 * width), height: nextPowerOfTwo(2 * height) };
  const transform = createFourier(field);
  const sum = emptyField(field);
  for (const [index, part] of parts.entries()) {
    yield 0.15 * index;
    const one = emptyField(field);
    for (let y = 0; y < height; y++) one.real.set(part.subarray(y * width, (y + 1) * width), y * field.width);
    transform.forward(one);
    for (let i = 0; i < one.real.length; i++) sum.real[i] = sum.real[i]! + one.real[i]! ** 2 + one.imag[i]! ** 2;
  }
  yield 0.3;
  transform.inverse(sum);
  yield 0.45;
  const whole = sum.real[0]! || 1;
  const data = sum.real.map((value, i) => {
    const dx = wrapped(i % field.width, field.width);
    const dy = wrapped(Math.floor(i / field.width), field.height);
    const overlap = (1 - Math.abs(dx) / width) * (1 - Math.abs(dy) / height);
    return overlap > OVERLAP ? value / whole / overlap : 0;
  });
  return { ...field, data };
}

const wrapped = (index: number, length: number): number => (index < length / 2 ? index : index - length);

type Peak = Step & { readonly value: number };

/** The two steps whose sums all stand out of the autocorrelation; null where there are none. */
function stepsOf(plane: Plane, size: Size): Steps | null {
  // Steps are whole pixels, distances of marks are not.
  const near = localMax(plane, 2);
  const level = usual(near);
  const peaks = peaksOf(plane, near).filter(({ value }) => value > level.middle + SURE.out * level.deviation);
  let best: { readonly steps: Steps; readonly score: number } | null = null;
  for (const [index, one] of peaks.entries())
    for (const other of peaks.slice(index + 1)) {
      const steps = shortest(one, other);
      const score = steps ? scoreOf(steps, { near, size, level }) : 0;
      if (steps && score > (best?.score ?? 0)) best = { steps, score };
    }
  return best && nearer(best.steps, plane, size);
}

/** Median, and the deviation by the median of what differs from it, of what is not nothing. */
function usual({ data }: Plane): Level {
  const some: number[] = [];
  for (let i = 0; i < data.length; i += 7) if (data[i] !== 0) some.push(data[i]!);
  const middle = median(some);
  return { middle, deviation: Math.max(1e-9, 1.48 * median(some.map((value) => Math.abs(value - middle)))) };
}
type Level = { readonly middle: number; readonly deviation: number };

const median = (values: readonly number[]): number =>
  Float64Array.from(values).sort()[Math.floor(values.length / 2)] ?? 0;

/** The highest peaks beyond the nearest, of each and its opposite one. */
function peaksOf({ width, height, data }: Plane, near: Plane): readonly Peak[] {
  const peaks: Peak[] = [];
  for (let dy = 0; dy < height / 2; dy++)
    for (let x = 0; x < width; x++) {
      const value = data[dy * width + x]!;
      const dx = wrapped(x, width);
      if (value <= 0 || value < near.data[dy * width + x]! || (dy === 0 && dx < 0)) continue;
      if (Math.hypot(dx, dy) >= NEAREST) peaks.push({ dx, dy, value });
    }
  return peaks.sort((a, b) => b.value - a.value).slice(0, MOST_PEAKS);
}

/** The two shortest steps with the same sums (Lagrange's and Gauss's reduction); null where those are no pattern's. */
function shortest(one: Step, other: Step): Steps | null {
  let [first, second] = [one, other];
  for (;;) {
    if (square(first) > square(second)) [first, second] = [second, first];
    if (square(first) < SHORTEST ** 2) return null;
    const times = Math.round((first.dx * second.dx + first.dy * second.dy) / square(first));
    if (times === 0) break;
    second = { dx: second.dx - times * first.dx, dy: second.dy - times * first.dy };
  }
  const area = Math.abs(first.dx * second.dy - first.dy * second.dx);
  return area > LEAST_SINE * Math.sqrt(square(first) * square(second)) ? [first, second] : null;
}

const square = ({ dx, dy }: Step): number => dx * dx + dy * dy;

type Seen = { readonly near: Plane; readonly size: Size; readonly level: Level };

/** How far the autocorrelation stands out at all sums of the steps; 0 where it does not at most of them. */
function scoreOf(steps: Steps, { near, size, level }: Seen): number {
  let [sum, limited, count, out] = [0, 0, 0, 0];
  for (const step of sumsOf(steps, size)) {
    if (step.dy < 0 || (step.dy === 0 && step.dx <= 0)) continue;
    const value = at(near, step);
    if (value === 0) continue;
    const far = (value - level.middle) / level.deviation;
    sum += far;
    limited += Math.min(SURE.most, far);
    count++;
    if (far > SURE.out) out++;
  }
  const isSure = count >= SURE.count && out >= SURE.share * count && limited > SURE.all * Math.sqrt(count);
  return isSure ? sum / Math.sqrt(count) : 0;
}

const at = ({ width, height, data }: Plane, { dx, dy }: Step): number =>
  data[((dy + height) % height) * width + ((dx + width) % width)]!;

/** The steps in fractions of pixels, by the peaks at all their sums (least squares). */
function nearer(steps: Steps, plane: Plane, size: Size): Steps {
  const sums = { nn: 0, nm: 0, mm: 0, nx: 0, mx: 0, ny: 0, my: 0 };
  for (const { n, m, ...step } of sumsOf(steps, size)) {
    if (at(plane, step) === 0) continue;
    const { dx, dy } = peakBeside(plane, step);
    sums.nn += n * n;
    sums.nm += n * m;
    sums.mm += m * m;
    sums.nx += n * dx;
    sums.mx += m * dx;
    sums.ny += n * dy;
    sums.my += m * dy;
  }
  const { nn, nm, mm, nx, mx, ny, my } = sums;
  const all = nn * mm - nm * nm;
  if (all === 0) return steps;
  const first = { dx: (mm * nx - nm * mx) / all, dy: (mm * ny - nm * my) / all };
  return [first, { dx: (nn * mx - nm * nx) / all, dy: (nn * my - nm * ny) / all }];
}

/** The peak near to a step, in fractions of pixels: the top of the parabola through it and its neighbours. */
function peakBeside(plane: Plane, { dx, dy }: Step): Step {
  let best: Peak = { dx, dy, value: at(plane, { dx, dy }) };
  for (let v = dy - 2; v <= dy + 2; v++)
    for (let u = dx - 2; u <= dx + 2; u++) {
      const value = at(plane, { dx: u, dy: v });
      if (value > best.value) best = { dx: u, dy: v, value };
    }
  const { value } = best;
  const top = (across: number, down: number): number => {
    const [before, after] = [-1, 1].map((way) => at(plane, { dx: best.dx + way * across, dy: best.dy + way * down }));
    const bent = 2 * value - before! - after!;
    return bent > 0 ? Math.min(0.5, Math.max(-0.5, (after! - before!) / (2 * bent))) : 0;
  };
  return { dx: best.dx + top(1, 0), dy: best.dy + top(0, 1) };
}

/** The sums of so many of each step that lie in the picture, in whole pixels. */
export function sumsOf([first, second]: Steps, { width, height }: Size) {
  const found: (Step & { readonly n: number; readonly m: number })[] = [];
  for (let n = -MOST_STEPS; n <= MOST_STEPS; n++)
    for (let m = -MOST_STEPS; m <= MOST_STEPS; m++) {
      const dx = Math.round(n * first.dx + m * second.dx);
      const dy = Math.round(n * first.dy + m * second.dy);
      if (Math.abs(dx) < width && Math.abs(dy) < height) found.push({ dx, dy, n, m });
    }
  return found;
}
