import type { Pixels, Plane, Planes, Size } from '../../types.ts';
import { BYTE_STEPS, linearTable, srgbByteTable } from '../color/srgb.ts';
import { emptyPlane, mapPlanes } from '../planes.ts';
import { resample } from './resample.ts';
import { type Kernel, type Weights, weightsFor } from './weights.ts';

/** Resizes a plane of any range. Lanczos and cubic kernels may overshoot edges by a few percent. */
export function resizePlane(plane: Plane, size: Size, kernel: Kernel): Plane {
  if (plane.width === size.width && plane.height === size.height) return plane;
  const columns = weightsFor(plane.width, size.width, kernel);
  return resamplePlane(plane, columns, weightsFor(plane.height, size.height, kernel));
}

/** Resamples the columns and rows of a plane by weights. */
export function resamplePlane(plane: Plane, columns: Weights, rows: Weights): Plane {
  const out = emptyPlane({ width: columns.length, height: rows.length });
  resample(columns, rows, {
    channels: 1,
    sourceWidth: plane.width,
    read: (y, row) => row.set(plane.data.subarray(y * plane.width, (y + 1) * plane.width)),
    write: (y, row) => out.data.set(row, y * out.width),
  });
  return out;
}

/** Resizes all planes. */
export const resizePlanes = (planes: Planes, size: Size, kernel: Kernel): Planes =>
  mapPlanes(planes, (plane) => resizePlane(plane, size, kernel));

export type ResizeOptions = Size & {
  readonly kernel: Kernel;
  /** Resample linear light instead of sRGB values: correct for shrinking; enlarging is sharper without. */
  readonly linear: boolean;
};

/** Resizes a picture. Colours are weighted by alpha, so that transparent pixels do not bleed into edges. */
export function resizePixels(pixels: Pixels, { width, height, kernel, linear }: ResizeOptions): Pixels {
  if (pixels.width === width && pixels.height === height) return pixels;
  const light = linear ? linearTable() : Float32Array.from({ length: 256 }, (_, i) => i / 255);
  const bytes = linear
    ? srgbByteTable()
    : Uint8Array.from({ length: BYTE_STEPS + 1 }, (_, i) => (255 * i) / BYTE_STEPS + 0.5);
  const { data } = pixels;
  const out = new Uint8ClampedArray(width * height * 4);
  const byte = (value: number) => bytes[value <= 0 ? 0 : value >= 1 ? BYTE_STEPS : (value * BYTE_STEPS + 0.5) | 0]!;
  resample(weightsFor(pixels.width, width, kernel), weightsFor(pixels.height, height, kernel), {
    channels: 4,
    sourceWidth: pixels.width,
    read: (y, row) => {
      for (let i = 0, at = y * pixels.width * 4; i < row.length; i += 4, at += 4) {
        const alpha = data[at + 3]! / 255;
        row[i] = light[data[at]!]! * alpha;
        row[i + 1] = light[data[at + 1]!]! * alpha;
        row[i + 2] = light[data[at + 2]!]! * alpha;
        row[i + 3] = alpha;
      }
    },
    write: (y, row) => {
      for (let i = 0, at = y * width * 4; i < row.length; i += 4, at += 4) {
        const alpha = row[i + 3]!;
        const scale = alpha > 0 ? 1 / alpha : 0;
        out[at] = byte(row[i]! * scale);
        out[at + 1] = byte(row[i + 1]! * scale);
        out[at + 2] = byte(row[i + 2]! * scale);
        out[at + 3] = alpha * 255;
      }
    },
  });
  return { width, height, data: out };
}

/** Scales a size down so that its longer side is at most `side`; keeps proportions and at least one pixel. Never enlarges. */
export function fitInside({ width, height }: Size, side: number): Size {
  const scale = Math.min(1, side / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
