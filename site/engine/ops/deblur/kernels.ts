import type { Plane, Size } from '../../types.ts';
import { emptyPlane } from '../planes.ts';

/** Parameters of a blur. Lengths in pixels, angles in degrees from the x axis towards the y axis (down). */
export type BlurModel =
  | { readonly kind: 'gaussian'; readonly sigma: number }
  | { readonly kind: 'defocus'; readonly radius: number }
  | { readonly kind: 'motion'; readonly length: number; readonly angle: number }
  | { readonly kind: 'path'; readonly points: readonly (readonly [x: number, y: number])[] };

/** Samples per pixel and axis that measure the coverage of a pixel by a disk or line. */
const SUBSAMPLES = 8;

/** The point spread function of a blur: a centred square plane of odd side whose sum is 1. */
export function kernelOf(model: BlurModel): Plane {
  switch (model.kind) {
    case 'gaussian':
      return gaussian(Math.max(model.sigma, 0.05));
    case 'defocus':
      return disk(Math.max(model.radius, 0.1));
    case 'motion':
      return line(Math.max(model.length, 0), (model.angle * Math.PI) / 180);
    case 'path':
      return path(model.points);
  }
}

const square = (radius: number): Size => ({ width: 2 * radius + 1, height: 2 * radius + 1 });

function normalised(plane: Plane): Plane {
  const sum = plane.data.reduce((total, value) => total + value, 0);
  return { ...plane, data: plane.data.map((value) => value / sum) };
}

function gaussian(sigma: number): Plane {
  const radius = Math.max(1, Math.ceil(4 * sigma));
  const out = emptyPlane(square(radius));
  for (let y = -radius, i = 0; y <= radius; y++)
    for (let x = -radius; x <= radius; x++, i++) out.data[i] = Math.exp(-(x * x + y * y) / (2 * sigma * sigma));
  return normalised(out);
}

function disk(limit: number): Plane {
  const radius = Math.ceil(limit);
  const out = emptyPlane(square(radius));
  for (let y = -radius, i = 0; y <= radius; y++)
    for (let x = -radius; x <= radius; x++, i++) {
      let inside = 0;
      for (let v = 0; v < SUBSAMPLES; v++)
        for (let u = 0; u < SUBSAMPLES; u++)
          if (Math.hypot(x + (u + 0.5) / SUBSAMPLES - 0.5, y + (v + 0.5) / SUBSAMPLES - 0.5) <= limit) inside++;
      out.data[i] = inside;
    }
  return normalised(out);
}

const line = (length: number, angle: number): Plane => {
  const [x, y] = [(Math.cos(angle) * length) / 2, (Math.sin(angle) * length) / 2];
  return path([
    [-x, -y],
    [x, y],
  ]);
};

/** Motion at constant speed along a polyline, centred; each sample is distributed bilinearly to four pixels. */
function path(points: readonly (readonly [number, number])[]): Plane {
  const samples = samplePath(points.length > 0 ? points : [[0, 0]]);
  const centreX = samples.reduce((sum, [x]) => sum + x, 0) / samples.length;
  const centreY = samples.reduce((sum, [, y]) => sum + y, 0) / samples.length;
  const centred = samples.map(([x, y]) => [x - centreX, y - centreY] as const);
  const radius = Math.ceil(Math.max(0, ...centred.map(([x, y]) => Math.max(Math.abs(x), Math.abs(y))))) + 1;
  const out = emptyPlane(square(radius));
  const add = (x: number, y: number, weight: number) => {
    const at = (y + radius) * out.width + x + radius;
    if (weight > 0) out.data[at] = out.data[at]! + weight;
  };
  for (const [x, y] of centred) {
    const [left, top] = [Math.floor(x), Math.floor(y)];
    const [right, down] = [x - left, y - top];
    add(left, top, (1 - right) * (1 - down));
    add(left + 1, top, right * (1 - down));
    add(left, top + 1, (1 - right) * down);
    add(left + 1, top + 1, right * down);
  }
  return normalised(out);
}

/** Points along a polyline, `SUBSAMPLES` per pixel of length. */
function samplePath(points: readonly (readonly [number, number])[]): readonly (readonly [number, number])[] {
  const samples: (readonly [number, number])[] = points.length === 1 ? [points[0]!] : [];
  for (let i = 1; i < points.length; i++) {
    const [fromX, fromY] = points[i - 1]!;
    const [toX, toY] = points[i]!;
    const count = Math.max(1, Math.round(Math.hypot(toX - fromX, toY - fromY) * SUBSAMPLES));
    for (let k = 0; k < count; k++) {
      const fraction = (k + 0.5) / count;
      samples.push([fromX + (toX - fromX) * fraction, fromY + (toY - fromY) * fraction]);
    }
  }
  return samples;
}
