import type { Plane } from '../../types.ts';
import { emptyPlane } from '../planes.ts';
import { createFourier, emptyField } from './fft.ts';

/** Side of the windows whose power spectra are averaged, in pixels. */
export const SPECTRUM_SIDE_PX = 128;

/** Maximum number of windows that are compared; an evenly spaced subset gives the same estimate. */
const MAX_WINDOWS = 96;

/**
 * Mean power spectrum of a plane (Welch 1967) over half-overlapping Hann windows: a square plane with frequency 0 at index
 * 0, normalised so that white noise of variance v gives v everywhere. The half of the windows with the least contrast, such
 * as sky, is omitted, since it shows noise rather than blur. `windows` is the number averaged. Null if the picture is
 * smaller than a window.
 */
export function powerSpectrum(plane: Plane): { readonly power: Plane; readonly windows: number } | null {
  const side = SPECTRUM_SIDE_PX;
  if (plane.width < side || plane.height < side) return null;
  const taper = Float64Array.from({ length: side }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (i + 0.5)) / side));
  const transform = createFourier({ width: side, height: side });
  const out = emptyPlane({ width: side, height: side });
  const energy = taper.reduce((sum, value) => sum + value * value, 0) ** 2;
  const windows = withMostContrast(plane, windowOrigins(plane));
  for (const [left, top] of windows) {
    const field = emptyField({ width: side, height: side });
    const mean = meanOf(plane, left, top);
    for (let y = 0, i = 0; y < side; y++) {
      const from = (top + y) * plane.width + left;
      for (let x = 0; x < side; x++, i++) field.real[i] = (plane.data[from + x]! - mean) * taper[x]! * taper[y]!;
    }
    transform.forward(field);
    for (let i = 0; i < out.data.length; i++)
      out.data[i] = out.data[i]! + (field.real[i]! ** 2 + field.imag[i]! ** 2) / (energy * windows.length);
  }
  return { power: out, windows: windows.length };
}

/** Upper left corner of a window. */
type WindowOrigin = readonly [left: number, top: number];

/** Origins of half-overlapping windows, at most `MAX_WINDOWS`. */
function windowOrigins({ width, height }: Plane): readonly WindowOrigin[] {
  const starts = (length: number) => {
    const count = Math.max(1, Math.round((2 * (length - SPECTRUM_SIDE_PX)) / SPECTRUM_SIDE_PX) + 1);
    return Array.from({ length: count }, (_, i) =>
      Math.round((i * (length - SPECTRUM_SIDE_PX)) / Math.max(1, count - 1)),
    );
  };
  const all = starts(height).flatMap((top) => starts(width).map((left): WindowOrigin => [left, top]));
  const stride = Math.max(1, Math.ceil(all.length / MAX_WINDOWS));
  return all.filter((_, index) => index % stride === 0);
}

/** Selects the half of the windows with the highest variance. */
function withMostContrast(plane: Plane, all: readonly WindowOrigin[]): readonly WindowOrigin[] {
  const rated = all.map((origin) => ({ origin, contrast: contrastOf(plane, origin[0], origin[1]) }));
  rated.sort((a, b) => b.contrast - a.contrast);
  return rated.slice(0, Math.ceil(rated.length / 2)).map(({ origin }) => origin);
}

/** Mean of a window. */
function meanOf(plane: Plane, left: number, top: number): number {
  let sum = 0;
  for (let y = top; y < top + SPECTRUM_SIDE_PX; y++)
    for (let x = left; x < left + SPECTRUM_SIDE_PX; x++) sum += plane.data[y * plane.width + x]!;
  return sum / SPECTRUM_SIDE_PX ** 2;
}

/** Sum of squared deviations from the mean at every second pixel of a window. */
function contrastOf(plane: Plane, left: number, top: number): number {
  const mean = meanOf(plane, left, top);
  let sum = 0;
  for (let y = top; y < top + SPECTRUM_SIDE_PX; y += 2)
    for (let x = left; x < left + SPECTRUM_SIDE_PX; x += 2) sum += (plane.data[y * plane.width + x]! - mean) ** 2;
  return sum;
}
