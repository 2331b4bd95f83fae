import type { Mask, Pixels, Plane, Size } from '../../types.ts';
import { createFourier, emptyField, nextPowerOfTwo } from '../deblur/fft.ts';
import { localMax } from '../filter/range.ts';
import { mapTo } from '../map-to.ts';
import { labelComponents } from '../matte/components.ts';
import { lumaPlane, rgbPlanes } from '../planes.ts';
import { resizePixels } from '../resize/resize.ts';
import { MARKS, type MarkParameters } from './parameters.ts';

/** A displacement in pixels. */
export type Vector = { readonly dx: number; readonly dy: number };

/** Two vectors whose integer combinations lead from each repeated watermark to all others. */
export type Lattice = readonly [first: Vector, second: Vector];

/** A vector of the lattice: `n` times the first plus `m` times the second basis vector, in whole pixels. */
type LatticeVector = Vector & { readonly n: number; readonly m: number };

/** Size of a picture whose longer side is reduced to `maxSidePx`. */
export function sizeWithin({ width, height }: Size, maxSidePx: number): Size {
  const factor = Math.min(1, maxSidePx / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * factor)), height: Math.max(1, Math.round(height * factor)) };
}

/** Luma of the picture, reduced for the search of lattices. */
export function reducedLuma(picture: Pixels, { lattice }: MarkParameters = MARKS): Plane {
  const size = sizeWithin(picture, lattice.searchSidePx);
  const isReduced = Math.max(picture.width, picture.height) > lattice.searchSidePx;
  return lumaPlane(rgbPlanes(isReduced ? resizePixels(picture, { ...size, kernel: 'area', linear: false }) : picture));
}

/**
 * Finds the lattice of watermarks that repeat across a picture (luma, 0..1), with subpixel vectors; null if none does.
 * The autocorrelation of the limited gradients has peaks at all vectors of the lattice. Yields the fraction done.
 */
export function* findLattice(luma: Plane, parameters: MarkParameters = MARKS): Generator<number, Lattice | null> {
  const { maxGradient } = parameters.lattice;
  const gradients = [limitedGradients(luma, 1, maxGradient), limitedGradients(luma, luma.width, maxGradient)];
  return latticeOf(yield* autocorrelation(gradients, luma, parameters), luma, parameters);
}

/** Differences to the pixel `step` further, limited to `±maxGradient` so that edges of the picture do not dominate. */
function limitedGradients({ width, height, data }: Plane, step: number, maxGradient: number): Float32Array {
  const out = new Float32Array(width * height);
  for (let i = 0; i + step < data.length; i++) {
    if (step === 1 && i % width === width - 1) continue;
    out[i] = Math.min(maxGradient, Math.max(-maxGradient, data[i + step]! - data[i]!));
  }
  return out;
}

/** Autocorrelation by Fourier transform, normalised by the overlap; twice the size of the picture, periodic. */
function* autocorrelation(
  planes: readonly Float32Array[],
  { width, height }: Size,
  { lattice }: MarkParameters,
): Generator<number, Plane> {
  const field = { width: nextPowerOfTwo(2 * width), height: nextPowerOfTwo(2 * height) };
  const transform = createFourier(field);
  const power = emptyField(field);
  for (const [index, plane] of planes.entries()) {
    yield 0.15 * index;
    const spectrum = emptyField(field);
    for (let y = 0; y < height; y++) spectrum.real.set(plane.subarray(y * width, (y + 1) * width), y * field.width);
    transform.forward(spectrum);
    for (let i = 0; i < spectrum.real.length; i++)
      power.real[i] = power.real[i]! + spectrum.real[i]! ** 2 + spectrum.imag[i]! ** 2;
  }
  yield 0.3;
  transform.inverse(power);
  yield 0.45;
  const energy = power.real[0]! || 1;
  const data = power.real.map((value, i) => {
    const dx = signedIndex(i % field.width, field.width);
    const dy = signedIndex(Math.floor(i / field.width), field.height);
    const overlap = (1 - Math.abs(dx) / width) * (1 - Math.abs(dy) / height);
    return overlap > lattice.minOverlap ? value / energy / overlap : 0;
  });
  return { ...field, data };
}

const signedIndex = (index: number, length: number): number => (index < length / 2 ? index : index - length);

type Peak = Vector & { readonly value: number };

/** The lattice whose vectors stand out most of the autocorrelation; null if none does. */
function latticeOf(plane: Plane, size: Size, parameters: MarkParameters): Lattice | null {
  // Lattice vectors have fractions of pixels, the samples have not.
  const nearMax = localMax(plane, 2);
  const baseline = robustBaseline(nearMax);
  const minValue = baseline.median + parameters.lattice.peak.minZScore * baseline.deviation;
  const peaks = findPeaks(plane, nearMax, parameters).filter(({ value }) => value > minValue);
  let best: { readonly lattice: Lattice; readonly score: number } | null = null;
  for (const [index, a] of peaks.entries())
    for (const b of peaks.slice(index + 1)) {
      const lattice = reduceBasis(a, b, parameters);
      const score = lattice ? latticeScore(lattice, { nearMax, size, baseline }, parameters) : 0;
      if (lattice && score > (best?.score ?? 0)) best = { lattice, score };
    }
  return best && refineLattice(best.lattice, { plane, size, maxMultiple: parameters.lattice.maxMultiple });
}

/** Median, and the standard deviation that the median absolute deviation implies. */
type Baseline = { readonly median: number; readonly deviation: number };

/** Factor from the median absolute deviation to the standard deviation of a normal distribution. */
const MAD_TO_DEVIATION = 1.48;

/** Baseline of every seventh value that is not 0. */
function robustBaseline({ data }: Plane): Baseline {
  const sample: number[] = [];
  for (let i = 0; i < data.length; i += 7) if (data[i] !== 0) sample.push(data[i]!);
  const median = medianOf(sample);
  const deviation = MAD_TO_DEVIATION * medianOf(sample.map((value) => Math.abs(value - median)));
  return { median, deviation: Math.max(1e-9, deviation) };
}

const medianOf = (values: readonly number[]): number =>
  Float64Array.from(values).sort()[Math.floor(values.length / 2)] ?? 0;

/** The highest peaks beyond the minimum distance, in one half plane: the autocorrelation is symmetric. */
function findPeaks({ width, height, data }: Plane, nearMax: Plane, { lattice }: MarkParameters): readonly Peak[] {
  const peaks: Peak[] = [];
  for (let dy = 0; dy < height / 2; dy++)
    for (let x = 0; x < width; x++) {
      const value = data[dy * width + x]!;
      const dx = signedIndex(x, width);
      if (value <= 0 || value < nearMax.data[dy * width + x]! || (dy === 0 && dx < 0)) continue;
      if (Math.hypot(dx, dy) >= lattice.peak.minDistancePx) peaks.push({ dx, dy, value });
    }
  return peaks.sort((a, b) => b.value - a.value).slice(0, lattice.peak.maxCount);
}

/** The shortest basis of the same lattice (Lagrange-Gauss reduction); null if it is too short or nearly degenerate. */
function reduceBasis(a: Vector, b: Vector, { lattice }: MarkParameters): Lattice | null {
  let [first, second] = [a, b];
  for (;;) {
    if (squaredLength(first) > squaredLength(second)) [first, second] = [second, first];
    if (squaredLength(first) < lattice.minVectorPx ** 2) return null;
    const times = Math.round((first.dx * second.dx + first.dy * second.dy) / squaredLength(first));
    if (times === 0) break;
    second = { dx: second.dx - times * first.dx, dy: second.dy - times * first.dy };
  }
  const area = Math.abs(first.dx * second.dy - first.dy * second.dx);
  return area > lattice.minSine * Math.sqrt(squaredLength(first) * squaredLength(second)) ? [first, second] : null;
}

const squaredLength = ({ dx, dy }: Vector): number => dx * dx + dy * dy;

type Correlation = { readonly nearMax: Plane; readonly size: Size; readonly baseline: Baseline };

/**
 * Sum of the autocorrelation's z-scores at the vectors of the lattice over the square root of their number; 0 if too few
 * of them stand out. What a scene repeats stands out at some vectors only.
 */
function latticeScore(basis: Lattice, { nearMax, size, baseline }: Correlation, { lattice }: MarkParameters): number {
  const { evidence, maxMultiple, peak } = lattice;
  let [sum, limitedSum, count, significant] = [0, 0, 0, 0];
  for (const vector of latticeVectors(basis, size, maxMultiple)) {
    if (vector.dy < 0 || (vector.dy === 0 && vector.dx <= 0)) continue;
    const value = valueAt(nearMax, vector);
    if (value === 0) continue;
    const zScore = (value - baseline.median) / baseline.deviation;
    sum += zScore;
    limitedSum += Math.min(evidence.maxZScore, zScore);
    count++;
    if (zScore > peak.minZScore) significant++;
  }
  const isSignificant =
    count >= evidence.minVectors &&
    significant >= evidence.minSignificantFraction * count &&
    limitedSum > evidence.minScore * Math.sqrt(count);
  return isSignificant ? sum / Math.sqrt(count) : 0;
}

const valueAt = ({ width, height, data }: Plane, { dx, dy }: Vector): number =>
  data[((dy + height) % height) * width + ((dx + width) % width)]!;

type RefineOptions = { readonly plane: Plane; readonly size: Size; readonly maxMultiple: number };

/** The basis with fractions of pixels: least squares over the peaks at all vectors of the lattice. */
function refineLattice(basis: Lattice, { plane, size, maxMultiple }: RefineOptions): Lattice {
  const sums = { nn: 0, nm: 0, mm: 0, nx: 0, mx: 0, ny: 0, my: 0 };
  for (const { n, m, ...vector } of latticeVectors(basis, size, maxMultiple)) {
    if (valueAt(plane, vector) === 0) continue;
    const { dx, dy } = subpixelPeak(plane, vector);
    sums.nn += n * n;
    sums.nm += n * m;
    sums.mm += m * m;
    sums.nx += n * dx;
    sums.mx += m * dx;
    sums.ny += n * dy;
    sums.my += m * dy;
  }
  const { nn, nm, mm, nx, mx, ny, my } = sums;
  const determinant = nn * mm - nm * nm;
  if (determinant === 0) return basis;
  const first = { dx: (mm * nx - nm * mx) / determinant, dy: (mm * ny - nm * my) / determinant };
  return [first, { dx: (nn * mx - nm * nx) / determinant, dy: (nn * my - nm * ny) / determinant }];
}

/** The peak within two pixels of a vector, interpolated by a parabola. */
function subpixelPeak(plane: Plane, { dx, dy }: Vector): Vector {
  let best: Peak = { dx, dy, value: valueAt(plane, { dx, dy }) };
  for (let v = dy - 2; v <= dy + 2; v++)
    for (let u = dx - 2; u <= dx + 2; u++) {
      const value = valueAt(plane, { dx: u, dy: v });
      if (value > best.value) best = { dx: u, dy: v, value };
    }
  const { value } = best;
  const vertex = (across: number, down: number): number => {
    const [before, after] = [-1, 1].map((sign) =>
      valueAt(plane, { dx: best.dx + sign * across, dy: best.dy + sign * down }),
    );
    const curvature = 2 * value - before! - after!;
    return curvature > 0 ? Math.min(0.5, Math.max(-0.5, (after! - before!) / (2 * curvature))) : 0;
  };
  return { dx: best.dx + vertex(1, 0), dy: best.dy + vertex(0, 1) };
}

/** The vectors of the lattice that are shorter than the picture, rounded to whole pixels. */
function latticeVectors([first, second]: Lattice, { width, height }: Size, max: number): readonly LatticeVector[] {
  const vectors: LatticeVector[] = [];
  for (let n = -max; n <= max; n++)
    for (let m = -max; m <= max; m++) {
      const dx = Math.round(n * first.dx + m * second.dx);
      const dy = Math.round(n * first.dy + m * second.dy);
      if (Math.abs(dx) < width && Math.abs(dy) < height) vectors.push({ dx, dy, n, m });
    }
  return vectors;
}

/**
 * The mask of watermarks that repeat across a picture (luma, 0..1); null if none does. Gradients averaged over all vectors
 * of their lattice keep the watermarks and cancel the picture. Yields the fraction done.
 */
export function* findRepeatedMarks(luma: Plane, parameters: MarkParameters = MARKS): Generator<number, Mask | null> {
  const lattice = yield* findLattice(luma, parameters);
  if (!lattice) return null;
  const { maxGradient, maxMultiple } = parameters.lattice;
  const { minRepetitions, minZScore } = parameters.repetition;
  const [across, down] = [limitedGradients(luma, 1, maxGradient), limitedGradients(luma, luma.width, maxGradient)];
  const vectors = latticeVectors(lattice, luma, maxMultiple);
  const selected = new Uint8Array(luma.data.length);
  let squares = 0;
  for (let i = 0; i < across.length; i++) squares += across[i]! ** 2 + down[i]! ** 2;
  const deviation = Math.sqrt(squares / (2 * across.length));
  const { width, height } = luma;
  for (let y = 0; y < height; y++) {
    if (y % 64 === 0) yield 0.5 + (0.5 * y) / height;
    for (let x = 0; x < width; x++) {
      let sumAcross = 0;
      let sumDown = 0;
      let count = 0;
      for (const { dx, dy } of vectors) {
        if (x + dx < 0 || x + dx >= width || y + dy < 0 || y + dy >= height) continue;
        sumAcross += across[(y + dy) * width + x + dx]!;
        sumDown += down[(y + dy) * width + x + dx]!;
        count++;
      }
      if (count >= minRepetitions && Math.hypot(sumAcross, sumDown) > minZScore * deviation * Math.sqrt(count))
        selected[y * width + x] = 1;
    }
  }
  return closeAndDropSpecks(selected, luma, parameters.repetition);
}

function closeAndDropSpecks(
  selected: Uint8Array,
  { width, height }: Size,
  { dilationPx, minAreaPx }: MarkParameters['repetition'],
): Mask | null {
  const dilated = localMax({ width, height, data: Float32Array.from(selected) }, dilationPx).data;
  const mask: Mask = { width, height, data: mapTo(Uint8Array, dilated, (value) => (value > 0 ? 255 : 0)) };
  const { labels, areas } = labelComponents(mask);
  const minArea = minAreaPx + (2 * dilationPx + 1) ** 2;
  for (let i = 0; i < mask.data.length; i++) if (areas[labels[i]!]! < minArea) mask.data[i] = 0;
  return mask.data.includes(255) ? mask : null;
}
